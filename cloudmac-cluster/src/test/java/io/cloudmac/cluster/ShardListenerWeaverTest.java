// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Repairs the class of the OpenDaylight release that we run. */
public class ShardListenerWeaverTest {
    private static byte[] bytes(final String name) throws IOException {
        try (InputStream stream = ShardListenerWeaverTest.class.getClassLoader()
                .getResourceAsStream(name.replace('.', '/') + ".class")) {
            return stream.readAllBytes();
        }
    }

    // Names of the methods that onLeaderChanged calls, in order.
    private static List<String> calls(final byte[] type) {
        final List<String> found = new ArrayList<>();
        new ClassReader(type).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                    final String signature, final String[] exceptions) {
                return !name.equals("onLeaderChanged") ? null : new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitMethodInsn(final int opcode, final String owner, final String called,
                            final String type, final boolean isInterface) {
                        found.add(called);
                    }
                };
            }
        }, 0);
        return found;
    }

    @Test
    public void aNewLeaderRegistersDelayedListeners() throws IOException {
        final byte[] original = bytes(ShardListenerWeaver.SHARD);
        final List<String> before = calls(original);
        final List<String> after = calls(ShardListenerWeaver.repair(original).orElseThrow());
        assertEquals("OpenDaylight calls it itself: the repair is superfluous", -1, before.indexOf("onStateChanged"));
        assertEquals("onStateChanged", after.get(0));
        assertEquals(before, after.subList(1, after.size()));
    }

    @Test
    public void theVirtualMachineAcceptsTheRepairedClass() throws Exception {
        final byte[] repaired = ShardListenerWeaver.repair(bytes(ShardListenerWeaver.SHARD)).orElseThrow();
        final ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
                if (!name.equals(ShardListenerWeaver.SHARD)) {
                    return super.loadClass(name, resolve);
                }
                final Class<?> known = findLoadedClass(name);
                return known != null ? known : defineClass(name, repaired, 0, repaired.length);
            }
        };
        assertNotNull(Class.forName(ShardListenerWeaver.SHARD, true, loader));
    }

    @Test
    public void anotherClassIsLeftAlone() throws IOException {
        assertTrue(ShardListenerWeaver.repair(bytes(ShardListenerWeaverTest.class.getName())).isEmpty());
    }
}
