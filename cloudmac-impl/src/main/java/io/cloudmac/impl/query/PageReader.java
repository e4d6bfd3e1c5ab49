// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the entries of a page. It looks at each entry of the list once, and keeps those of the page only.
 *
 * <p>Entries without a value come last in both directions. Entries with the same value are sorted by their ids, so each
 * entry has a place of its own, which a page can go on from although the entry is gone.
 *
 * @param <E> type of the entries
 * @param <I> type of their ids
 */
public final class PageReader<E, I extends Comparable<? super I>> {
    /** An entry and its place. */
    private record Placed<E, I>(E entry, Position<I> position) {
    }

    private final Function<E, I> id;
    private final Function<E, SortKey> key;
    private final Comparator<Position<I>> order;

    /**
     * Creates a reader.
     *
     * @param id returns what distinguishes an entry
     * @param key returns the value by which an entry is sorted
     * @param descending whether the largest value comes first
     */
    public PageReader(final Function<E, I> id, final Function<E, SortKey> key, final boolean descending) {
        this.id = id;
        this.key = key;
        final Comparator<Position<I>> ascending =
            Comparator.<Position<I>, SortKey>comparing(Position::key).thenComparing(Position::id);
        order = Comparator.<Position<I>, Boolean>comparing(position -> !position.key().isPresent())
            .thenComparing(descending ? ascending.reversed() : ascending);
    }

    /**
     * Returns a page.
     *
     * @param all all entries, in any order, each once
     * @param filter which of them the list has
     * @param after the place after which the page begins; empty: the first page
     * @param limit the most entries of the page
     */
    public Page<E, I> read(final Stream<E> all, final Predicate<E> filter, final Optional<Position<I>> after,
            final int limit) {
        final PriorityQueue<Placed<E, I>> best =
            new PriorityQueue<>(limit, Comparator.<Placed<E, I>, Position<I>>comparing(Placed::position, order)
                .reversed());
        final long[] counts = new long[2];
        all.filter(filter).forEach(entry -> {
            counts[0]++;
            final Position<I> position = new Position<>(key.apply(entry), id.apply(entry));
            if (after.isPresent() && order.compare(position, after.orElseThrow()) <= 0) {
                return;
            }
            counts[1]++;
            if (best.size() == limit) {
                if (order.compare(position, best.element().position()) > 0) {
                    return;
                }
                best.remove();
            }
            best.add(new Placed<>(entry, position));
        });
        final List<Placed<E, I>> page = new ArrayList<>(best);
        page.sort(Comparator.comparing(Placed::position, order));
        return new Page<>(page.stream().map(Placed::entry).toList(), counts[0], counts[1] > page.size()
            ? Optional.of(page.get(page.size() - 1).position()) : Optional.empty());
    }
}
