// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.config.aaa.authn.encrypt.service.config.rev160915.AaaEncryptServiceConfigBuilder;

/** Repairs the classes of the OpenDaylight release that we run. Each test also shows the fault of the original. */
public class ListenerRepairsTest {
    private static final String FIXED = "OpenDaylight has no such fault: the repair is superfluous";

    /** Loads the classes of some packages anew, with or without repairs. */
    private static final class RepairingLoader extends ClassLoader {
        private final boolean repairs;
        private final String[] prefixes;

        RepairingLoader(final boolean repairs, final String... prefixes) {
            super(ListenerRepairsTest.class.getClassLoader());
            this.repairs = repairs;
            this.prefixes = prefixes;
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                final Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                for (String prefix : prefixes) {
                    if (name.startsWith(prefix)) {
                        return define(name);
                    }
                }
                return super.loadClass(name, resolve);
            }
        }

        private Class<?> define(final String name) throws ClassNotFoundException {
            try {
                final byte[] original = bytes(name);
                final byte[] type = repairs ? ListenerRepairs.repaired(name, original).orElse(original) : original;
                return defineClass(name, type, 0, type.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static byte[] bytes(final String name) throws IOException {
        try (InputStream stream = ListenerRepairsTest.class.getClassLoader()
                .getResourceAsStream(name.replace('.', '/') + ".class")) {
            return stream.readAllBytes();
        }
    }

    private static Object elect(final boolean repaired) throws Exception {
        final ClassLoader loader = new RepairingLoader(repaired, "org.opendaylight.controller.cluster.datastore.",
            ElectionScenario.class.getName());
        return ((Callable<?>) Class.forName(ElectionScenario.class.getName(), true, loader)
            .getDeclaredConstructor().newInstance()).call();
    }

    private static Class<?> component(final boolean repaired, final String name) throws ClassNotFoundException {
        return Class.forName(name, true, new RepairingLoader(repaired, name.substring(0, name.lastIndexOf('.'))));
    }

    @Test
    public void aListenerRegisteredWithoutLeaderIsNotified() throws Exception {
        assertEquals(FIXED, false, elect(false));
        assertEquals(true, elect(true));
    }

    @Test
    public void aNotificationDuringTheStartGivesAaaItsPasswordService() throws Exception {
        assertEquals(FIXED, 0,
            new EarlyNotification().instances(component(false, ListenerRepairs.PASSWORDS), null));
        assertEquals(1, new EarlyNotification().instances(component(true, ListenerRepairs.PASSWORDS), null));
    }

    @Test
    public void aNotificationDuringTheStartGivesAaaItsEncryption() throws Exception {
        final var data = new AaaEncryptServiceConfigBuilder().setEncryptMethod("PBKDF2WithHmacSHA1")
            .setEncryptType("AES").setEncryptIterationCount(32768).setEncryptKeyLength(128)
            .setCipherTransforms("AES/CBC/PKCS5Padding").setPasswordLength(3).setEncryptKey("key")
            .setEncryptSalt("c2FsdA==").build();
        assertEquals(FIXED, 0,
            new EarlyNotification().instances(component(false, ListenerRepairs.ENCRYPTION), data));
        assertEquals(1, new EarlyNotification().instances(component(true, ListenerRepairs.ENCRYPTION), data));
    }

    @Test
    public void aClassWithOtherMethodsIsLeftAlone() throws IOException {
        final byte[] other = bytes(ListenerRepairsTest.class.getName());
        assertTrue(ListenerRepairs.repaired(ListenerRepairs.SHARD, other).isEmpty());
        assertTrue(ListenerRepairs.repaired("java.lang.String", other).isEmpty());
    }
}
