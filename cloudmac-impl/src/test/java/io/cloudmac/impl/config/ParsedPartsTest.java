// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** Parts are parsed once per change that concerns them. */
class ParsedPartsTest {
    private static final int THREADS = 2;

    private final AtomicInteger parsed = new AtomicInteger();
    private final ConfigurationPart<Boolean> whole = ConfigurationPart.of(configuration -> {
        parsed.incrementAndGet();
        return isMobile(configuration);
    });
    private final ConfigurationPart<List<Boolean>> container =
        ConfigurationPart.of(Cloudmac::nonnullMobility, mobility -> {
            parsed.incrementAndGet();
            return new ArrayList<>(List.of(Boolean.TRUE.equals(mobility.getEnabled())));
        });
    private volatile Cloudmac current = configuration(false, false);
    private final ParsedParts parts = new ParsedParts(() -> current);

    private static Cloudmac configuration(final boolean isMobile, final boolean sharedSsids) {
        return new CloudmacBuilder().setMobility(new MobilityBuilder().setEnabled(isMobile).build())
            .setSettings(new SettingsBuilder().setSharedSsids(sharedSsids).build()).build();
    }

    private static boolean isMobile(final Cloudmac configuration) {
        return Boolean.TRUE.equals(configuration.nonnullMobility().getEnabled());
    }

    @Test
    void manyReadsParseOnce() {
        for (int i = 0; i < 100; i++) {
            parts.get(whole);
            parts.get(container);
        }
        assertEquals(2, parsed.get());
        assertSame(parts.get(container), parts.get(container));
    }

    @Test
    void aChangeIsParsedAtTheNextRead() {
        assertEquals(false, parts.get(whole));
        assertEquals(List.of(false), parts.get(container));
        current = configuration(true, false);
        assertEquals(2, parsed.get(), "nobody has read yet");
        assertEquals(true, parts.get(whole));
        assertEquals(List.of(true), parts.get(container));
        assertEquals(4, parsed.get());
    }

    @Test
    void aChangeOfAnotherContainerKeepsThePart() {
        final List<Boolean> before = parts.get(container);
        current = configuration(false, true);
        assertSame(before, parts.get(container));
        current = configuration(false, false);
        assertSame(before, parts.get(container));
        assertEquals(1, parsed.get());
        current = configuration(true, false);
        assertNotSame(before, parts.get(container), "the container itself has changed");
    }

    @Test
    void aPartOfTheWholeConfigurationIsParsedAtEachChange() {
        parts.get(whole);
        current = configuration(false, true);
        parts.get(whole);
        assertEquals(2, parsed.get());
    }

    @Test
    void aFailureReachesTheReaderAndIsNotKept() {
        final ConfigurationPart<Boolean> failing = ConfigurationPart.of(configuration -> {
            if (parsed.incrementAndGet() == 1) {
                throw new IllegalArgumentException("not a MAC address");
            }
            return true;
        });
        assertThrows(IllegalArgumentException.class, () -> parts.get(failing));
        assertEquals(true, parts.get(failing));
    }

    /** The thread that parses goes on when the other one waits for it, or parses as well. */
    @Test
    @Timeout(60)
    void twoThreadsParseOnce() throws Exception {
        final CountDownLatch bothAsk = new CountDownLatch(THREADS);
        final Set<Thread> readers = ConcurrentHashMap.newKeySet();
        final ConfigurationPart<Object> slow = ConfigurationPart.of(configuration -> {
            parsed.incrementAndGet();
            while (parsed.get() < THREADS && readers.stream().noneMatch(
                    reader -> reader.getState() == Thread.State.BLOCKED)) {
                Thread.onSpinWait();
            }
            return new Object();
        });
        final List<Object> results = onTwoThreads(() -> {
            readers.add(Thread.currentThread());
            bothAsk.countDown();
            bothAsk.await();
            return parts.get(slow);
        });
        assertSame(results.get(0), results.get(1));
        assertEquals(1, parsed.get());
    }

    /** Whatever a reader sees is never older than a configuration that was current before it asked. */
    @Test
    @Timeout(60)
    void noReaderGetsAnOlderConfigurationThanTheCurrentOne() throws Exception {
        final AtomicInteger set = new AtomicInteger();
        final Cloudmac[] versions = new Cloudmac[2_000];
        for (int i = 0; i < versions.length; i++) {
            versions[i] = new CloudmacBuilder().setVaps(new VapsBuilder().setVap(BindingMap.of(new VapBuilder()
                .setBssid(new Bssid(String.format("02:00:00:00:%02x:%02x", i / 256, i % 256))).build())).build())
                .build();
        }
        final ParsedParts shared = new ParsedParts(() -> versions[set.get()]);
        final Callable<Integer> reader = () -> {
            int stale = 0;
            for (int before = 0; before < versions.length - 1; before = set.get()) {
                final int seen = shared.get(Bssids.CONFIGURED).iterator().next().lastTwoOctets();
                stale += seen < before ? 1 : 0;
                set.compareAndSet(before, before + 1);
            }
            return stale;
        };
        assertEquals(List.of(0, 0), onTwoThreads(reader));
    }

    @Test
    void sharedSetsCannotBeChanged() {
        final Set<Mac> named = parts.get(Bssids.NAMED);
        assertThrows(UnsupportedOperationException.class, () -> named.add(Mac.parse("02:00:00:00:00:01")));
    }

    private static <T> List<T> onTwoThreads(final Callable<T> task) throws Exception {
        final var executor = Executors.newFixedThreadPool(THREADS);
        try {
            final List<Future<T>> futures = List.of(executor.submit(task), executor.submit(task));
            return List.of(futures.get(0).get(30, TimeUnit.SECONDS), futures.get(1).get(30, TimeUnit.SECONDS));
        } finally {
            executor.shutdownNow();
        }
    }
}
