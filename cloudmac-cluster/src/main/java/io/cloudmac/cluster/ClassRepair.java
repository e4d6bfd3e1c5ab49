// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A small change of a compiled class. It adds no branches, so the class keeps its stack maps. */
sealed interface ClassRepair {
    /**
     * Returns the visitor that changes a method, or nothing if the method stays.
     *
     * @param owner internal name of the class
     * @param superclass internal name of its superclass
     * @param name name of the method
     * @param type descriptor of the method
     * @param next writes the method
     */
    Optional<MethodVisitor> change(String owner, String superclass, String name, String type, MethodVisitor next);

    /** Returns whether the class needs a method for this repair, which {@link #change} leaves alone. */
    default boolean needs(final String name, final String type) {
        return false;
    }

    /** Returns the number of methods that must be there: changed ones and needed ones. */
    int expected();

    /** Returns the changed class, or nothing if it has other methods than expected. */
    default Optional<byte[]> apply(final byte[] original) {
        final ClassReader reader = new ClassReader(original);
        final ClassWriter writer = new ClassWriter(reader, 0);
        final AtomicInteger found = new AtomicInteger();
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
                    final String signature, final String[] exceptions) {
                final MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                final var changed = change(reader.getClassName(), reader.getSuperName(), name, descriptor, next);
                if (changed.isPresent() || needs(name, descriptor)) {
                    found.incrementAndGet();
                }
                return changed.orElse(next);
            }
        }, 0);
        return found.get() == expected() ? Optional.of(writer.toByteArray()) : Optional.empty();
    }

    /**
     * Calls another method at the start of a method.
     *
     * @param method name of the changed method
     * @param methodType its descriptor
     * @param called name of the called method of the same object, which has no arguments and no result
     * @param calledType its descriptor
     */
    record CallFirst(String method, String methodType, String called, String calledType) implements ClassRepair {
        @Override
        public Optional<MethodVisitor> change(final String owner, final String superclass, final String name,
                final String type, final MethodVisitor next) {
            return !name.equals(method) || !type.equals(methodType) ? Optional.empty()
                : Optional.of(new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        super.visitVarInsn(Opcodes.ALOAD, 0);
                        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, called, calledType, false);
                    }
                });
        }

        @Override
        public boolean needs(final String name, final String type) {
            return name.equals(called) && type.equals(calledType);
        }

        @Override
        public int expected() {
            return 2;
        }
    }

    /** Makes the only constructor hold the object's lock, from the superclass's constructor to its end. */
    record LockConstructor() implements ClassRepair {
        @Override
        public Optional<MethodVisitor> change(final String owner, final String superclass, final String name,
                final String type, final MethodVisitor next) {
            return !name.equals("<init>") ? Optional.empty() : Optional.of(new MethodVisitor(Opcodes.ASM9, next) {
                private boolean locked;

                @Override
                public void visitMethodInsn(final int opcode, final String called, final String calledName,
                        final String calledType, final boolean isInterface) {
                    super.visitMethodInsn(opcode, called, calledName, calledType, isInterface);
                    if (!locked && opcode == Opcodes.INVOKESPECIAL && called.equals(superclass)) {
                        locked = true;
                        lock(Opcodes.MONITORENTER);
                    }
                }

                @Override
                public void visitInsn(final int opcode) {
                    if (opcode == Opcodes.RETURN) {
                        lock(Opcodes.MONITOREXIT);
                    }
                    super.visitInsn(opcode);
                }

                private void lock(final int instruction) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    super.visitInsn(instruction);
                }
            });
        }

        @Override
        public int expected() {
            return 1;
        }
    }
}
