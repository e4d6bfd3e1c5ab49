// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Versions of a map, and what differs between them. */
class VersionedMapTest {
    private static final VersionedMap<String, Integer> FIRST = VersionedMap.copyOf(Map.of("a", 1, "b", 2));

    @Test
    void aVersionHasTheNewValuesAndTheEarlierOneStays() {
        final VersionedMap<String, Integer> next =
            FIRST.with(Map.of("a", Optional.empty(), "b", Optional.of(3), "c", Optional.of(4)));
        assertEquals(Map.of("b", 3, "c", 4), next);
        assertEquals(Map.of("a", 1, "b", 2), FIRST);
        assertEquals(Set.of("a", "b", "c"), VersionedMap.differing(FIRST, next));
    }

    @Test
    void aChangeThatChangesNothingIsNoVersion() {
        assertSame(FIRST, FIRST.with(Map.of("a", Optional.of(1), "c", Optional.empty())));
        assertSame(FIRST, FIRST.withAll(Map.of("b", 2, "a", 1)));
        assertSame(FIRST, VersionedMap.copyOf(FIRST));
    }

    @Test
    void aValueThatChangedBackDoesNotDiffer() {
        final VersionedMap<String, Integer> back =
            FIRST.with(Map.of("a", Optional.of(5))).with(Map.of("a", Optional.of(1)));
        assertEquals(Set.of(), VersionedMap.differing(FIRST, back));
        assertEquals(FIRST, back);
    }

    @Test
    void twoVersionsOfOneMapDiffer() {
        final VersionedMap<String, Integer> one = FIRST.with(Map.of("a", Optional.of(5)));
        final VersionedMap<String, Integer> other = FIRST.with(Map.of("b", Optional.of(6)));
        assertEquals(Set.of("a", "b"), VersionedMap.differing(one, other));
        assertEquals(Set.of("a"), VersionedMap.differing(FIRST, one));
        assertNotEquals(one, other);
    }

    /** A value that counts comparisons. */
    private record Compared(int number, AtomicInteger comparisons) {
        @Override
        public boolean equals(final Object other) {
            comparisons.incrementAndGet();
            return other instanceof Compared compared && compared.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    @Test
    void aComparisonLooksAtWhatHasChangedOnly() {
        final AtomicInteger comparisons = new AtomicInteger();
        final Map<Integer, Compared> values = new HashMap<>();
        for (int number = 0; number < 1000; number++) {
            values.put(number, new Compared(number, comparisons));
        }
        final VersionedMap<Integer, Compared> before = VersionedMap.copyOf(values);
        final VersionedMap<Integer, Compared> now = before.with(Map.of(7, Optional.of(new Compared(8, comparisons))));
        comparisons.set(0);
        assertEquals(Set.of(7), VersionedMap.differing(before, now));
        assertEquals(1, comparisons.get());
        VersionedMap.differing(before, VersionedMap.copyOf(new HashMap<>(now)));
        assertTrue(comparisons.get() >= 1, "maps without a common history are compared by value");
    }

    @Test
    void anyMapsCanBeCompared() {
        assertEquals(Set.of("a", "c"), VersionedMap.differing(Map.of("a", 1, "b", 2), Map.of("b", 2, "c", 1)));
        assertEquals(Set.of("b"), VersionedMap.differing(FIRST, Map.of("a", 1)));
        assertEquals(FIRST, Map.of("a", 1, "b", 2));
        assertEquals(Map.of("a", 1, "b", 2), FIRST);
    }

    /** Random changes, with comparisons over up to three histories. */
    @Test
    void theDifferenceIsThatOfAnyTwoVersions() {
        final Random random = new Random(42);
        final List<VersionedMap<Integer, Integer>> versions = new ArrayList<>();
        final List<Map<Integer, Integer>> wanted = new ArrayList<>();
        versions.add(VersionedMap.copyOf(Map.of()));
        wanted.add(Map.of());
        for (int number = 0; number < 2 * VersionedMap.HISTORY + 100; number++) {
            final Map<Integer, Integer> now = new HashMap<>(wanted.get(number));
            final Map<Integer, Optional<Integer>> change = new HashMap<>();
            for (int each = random.nextInt(4); each > 0; each--) {
                final int key = random.nextInt(50);
                if (random.nextInt(3) == 0) {
                    now.remove(key);
                    change.put(key, Optional.empty());
                } else {
                    now.put(key, number);
                    change.put(key, Optional.of(number));
                }
            }
            versions.add(versions.get(number).with(change));
            wanted.add(now);
        }
        for (int round = 0; round < 2000; round++) {
            final int one = random.nextInt(versions.size());
            final int other = random.nextInt(versions.size());
            final Set<Integer> keys = new HashSet<>(wanted.get(one).keySet());
            keys.addAll(wanted.get(other).keySet());
            keys.removeIf(key -> Optional.ofNullable(wanted.get(one).get(key))
                .equals(Optional.ofNullable(wanted.get(other).get(key))));
            assertEquals(keys, VersionedMap.differing(versions.get(one), versions.get(other)));
            assertEquals(wanted.get(one), versions.get(one));
        }
    }
}
