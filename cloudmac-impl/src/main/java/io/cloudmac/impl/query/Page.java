// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import java.util.List;
import java.util.Optional;

/**
 * A part of a sorted list.
 *
 * @param entries its entries, in their order
 * @param total number of entries of the whole list
 * @param next the place after which the next page begins; empty if this is the last page
 * @param <E> type of the entries
 * @param <I> type of their ids
 */
public record Page<E, I>(List<E> entries, long total, Optional<Position<I>> next) {
    public Page {
        entries = List.copyOf(entries);
    }
}
