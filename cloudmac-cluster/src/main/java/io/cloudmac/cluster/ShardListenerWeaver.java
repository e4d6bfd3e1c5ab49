// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs the datastore's class {@code Shard}, so that listeners which are registered while a shard has no leader hear
 * of its data.
 *
 * <p>OpenDaylight delays such a registration until the shard's role changes to or from leader, follower or candidate.
 * But a follower also loses its leader and gets another one without a change of its role, and then the listener waits
 * for ever. AAA waits for its configuration in such listeners, and RESTCONF waits for AAA. It happens when elections
 * run while a member starts. OpenDaylight's main branch still had this fault in 2026.
 *
 * <p>The repair is one call: {@code onLeaderChanged} first calls {@code onStateChanged}, which registers the delayed
 * listeners if there is a leader, and which may be called at any time.
 */
final class ShardListenerWeaver implements WeavingHook {
    static final String SHARD = "org.opendaylight.controller.cluster.datastore.Shard";
    private static final String PATCHED = "onLeaderChanged";
    private static final String PATCHED_TYPE = "(Ljava/lang/String;Ljava/lang/String;)V";
    private static final String CALLED = "onStateChanged";
    private static final String CALLED_TYPE = "()V";
    private static final Logger LOG = LoggerFactory.getLogger(ShardListenerWeaver.class);

    @Override
    public void weave(final WovenClass woven) {
        if (!SHARD.equals(woven.getClassName())) {
            return;
        }
        repair(woven.getBytes()).ifPresentOrElse(repaired -> {
            woven.setBytes(repaired);
            LOG.info("Listeners that wait for a shard's leader are notified when one is elected");
        }, () -> LOG.error("{} has other methods than expected: a listener registered during an election may wait for "
            + "ever", SHARD));
    }

    /** Returns the repaired class, or nothing if it lacks one of the two methods. */
    static Optional<byte[]> repair(final byte[] original) {
        final ClassReader reader = new ClassReader(original);
        final ClassWriter writer = new ClassWriter(reader, 0);
        final AtomicBoolean patched = new AtomicBoolean();
        final AtomicBoolean callable = new AtomicBoolean();
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                    final String signature, final String[] exceptions) {
                final MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (name.equals(CALLED) && descriptor.equals(CALLED_TYPE)) {
                    callable.set(true);
                }
                if (!name.equals(PATCHED) || !descriptor.equals(PATCHED_TYPE)) {
                    return method;
                }
                patched.set(true);
                return new FirstCall(method, reader.getClassName());
            }
        }, 0);
        return patched.get() && callable.get() ? Optional.of(writer.toByteArray()) : Optional.empty();
    }

    /** Inserts the call at the start of a method. */
    private static final class FirstCall extends MethodVisitor {
        private final String owner;

        FirstCall(final MethodVisitor next, final String owner) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, CALLED, CALLED_TYPE, false);
        }
    }
}
