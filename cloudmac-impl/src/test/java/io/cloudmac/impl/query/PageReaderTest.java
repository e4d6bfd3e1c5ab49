// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages of lists. The value of entry n, by which it is sorted, is n / 10 modulo 7; each tenth has none. */
class PageReaderTest {
    private static final int ENTRIES = 200;

    private static SortKey key(final int entry) {
        return entry % 10 == 3 ? SortKey.ABSENT : SortKey.of(entry / 10 % 7);
    }

    private static PageReader<Integer, Integer> reader(final boolean descending) {
        return new PageReader<>(entry -> entry, PageReaderTest::key, descending);
    }

    /** Sorts in another way than the reader. */
    private static List<Integer> sorted(final Set<Integer> entries, final boolean descending) {
        final List<Integer> present = new ArrayList<>(entries);
        present.removeIf(entry -> !key(entry).isPresent());
        present.sort(Comparator.comparingInt(entry -> entry / 10 % 7 * ENTRIES + entry));
        final List<Integer> absent = new ArrayList<>(new TreeSet<>(entries));
        absent.removeAll(present);
        if (descending) {
            Collections.reverse(present);
            Collections.reverse(absent);
        }
        present.addAll(absent);
        return present;
    }

    @Test
    void entriesThatComeAndGoMakeNoOtherToldTwiceOrLeftOut() {
        for (int seed = 0; seed < 2_000; seed++) {
            final Random random = new Random(seed);
            final boolean descending = random.nextBoolean();
            final PageReader<Integer, Integer> reader = reader(descending);
            final List<Integer> entries = new ArrayList<>(IntStream.range(0, ENTRIES)
                .filter(entry -> random.nextInt(3) > 0).boxed().toList());
            final Set<Integer> always = new HashSet<>(entries);
            final Set<Integer> ever = new HashSet<>(entries);
            final List<Integer> told = new ArrayList<>();
            Optional<Position<Integer>> at = Optional.empty();
            do {
                Collections.shuffle(entries, random);
                final int limit = 1 + random.nextInt(20);
                final Page<Integer, Integer> page = reader.read(entries.stream(), entry -> true, at, limit);
                assertEquals(entries.size(), page.total());
                assertTrue(page.entries().size() == limit || page.next().isEmpty() && page.entries().size() < limit,
                    "only the last page is short");
                told.addAll(page.entries());
                at = page.next();
                for (int change = random.nextInt(10); change > 0; change--) {
                    final Integer entry = random.nextInt(ENTRIES);
                    if (entries.remove(entry)) {
                        always.remove(entry);
                    } else {
                        entries.add(entry);
                        ever.add(entry);
                    }
                }
            } while (at.isPresent());
            final Set<Integer> distinct = new HashSet<>(told);
            assertEquals(distinct.size(), told.size(), "an entry is told twice, seed " + seed);
            assertTrue(distinct.containsAll(always), "an entry is left out, seed " + seed);
            assertTrue(ever.containsAll(distinct), "an entry was never there, seed " + seed);
            assertEquals(sorted(distinct, descending), told, "the pages are in order, seed " + seed);
        }
    }

    @Test
    void totalAndPagesAreOfWhatPassesTheFilter() {
        final Page<Integer, Integer> page = reader(false).read(IntStream.range(0, ENTRIES).boxed(),
            entry -> entry % 2 == 0, Optional.empty(), 3);
        assertEquals(List.of(0, 2, 4), page.entries());
        assertEquals(ENTRIES / 2, page.total());
        assertEquals(Optional.of(new Position<>(SortKey.of(0), 4)), page.next());
    }

    @Test
    void aFullLastPageHasNoNext() {
        final Page<Integer, Integer> page =
            reader(true).read(IntStream.of(1, 13, 2).boxed(), entry -> true, Optional.empty(), 3);
        assertEquals(List.of(2, 1, 13), page.entries());
        assertEquals(Optional.empty(), page.next());
        assertEquals(new Page<>(List.of(), 0, Optional.empty()),
            reader(true).read(IntStream.empty().boxed(), entry -> true, Optional.empty(), 3));
    }

    @Test
    void eachEntryIsLookedAtOnce() {
        final AtomicInteger keys = new AtomicInteger();
        new PageReader<Integer, Integer>(entry -> entry, entry -> {
            keys.incrementAndGet();
            return key(entry);
        }, false).read(IntStream.range(0, ENTRIES).boxed(), entry -> entry >= 50, Optional.empty(), 10);
        assertEquals(ENTRIES - 50, keys.get());
    }
}
