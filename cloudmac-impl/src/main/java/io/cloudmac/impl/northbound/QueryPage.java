// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.query.Page;
import io.cloudmac.impl.query.PageCursor;
import io.cloudmac.impl.query.PageReader;
import io.cloudmac.impl.query.Position;
import io.cloudmac.impl.query.SortKey;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.PageInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * The page that a client asks for.
 *
 * @param <E> type of the entries
 * @param <I> type of their ids
 */
final class QueryPage<E, I extends Comparable<? super I>> {
    private static final int LIMIT = 100;

    /**
     * What distinguishes an entry.
     *
     * @param of returns the id of an entry
     * @param text returns the text of an id
     * @param parse returns the id of a text; throws {@link IllegalArgumentException} if it is none
     */
    record EntryIds<E, I>(Function<E, I> of, Function<I, String> text, Function<String, I> parse) {
    }

    private final EntryIds<E, I> ids;
    private final String query;
    private final boolean descending;
    private final int limit;
    private final Optional<Position<I>> after;

    /**
     * Reads the input.
     *
     * @param isDescending the direction if the client names none
     * @param determining name of the RPC, sort and filter; values may be null
     * @throws IllegalArgumentException if the cursor is damaged or of another query
     */
    QueryPage(final EntryIds<E, I> ids, final PageInput input, final boolean isDescending,
            final Object... determining) {
        this.ids = ids;
        descending = input.getDescending() == null ? isDescending : input.getDescending();
        limit = input.getLimit() == null ? LIMIT : input.getLimit().toJava();
        query = descending + Arrays.toString(determining);
        after = Optional.ofNullable(input.getCursor()).map(cursor -> PageCursor.parse(query, cursor, ids.parse()));
    }

    /** Returns the page of those entries that pass the filter. */
    Page<E, I> read(final Stream<E> all, final Predicate<E> filter, final Function<E, SortKey> key) {
        return new PageReader<>(ids.of(), key, descending).read(all, filter, after, limit);
    }

    /** Returns the cursor of the next page; null if there is none. */
    String cursor(final Page<E, I> page) {
        return page.next().map(position -> PageCursor.text(query, position, ids.text())).orElse(null);
    }

    /** Returns the number of entries in the whole list. */
    static Uint32 total(final Page<?, ?> page) {
        return Uint32.saturatedOf(page.total());
    }

    /** Returns true if a filter is absent or equals a value. */
    static boolean admits(final Object filter, final Object value) {
        return filter == null || filter.equals(value);
    }

    /** Returns the SSID of a filter; null if it is absent. */
    static RawSsid ssid(final Ssid filter) {
        return filter == null ? null : RawSsid.parse(filter.getValue()).orElseThrow(() ->
            new IllegalArgumentException("ssid '" + filter.getValue() + "' has more than " + RawSsid.MAXIMUM
                + " octets"));
    }
}
