// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

/**
 * The place of an entry in a sorted list, whether the entry is still there or not.
 *
 * @param key the value by which it is sorted
 * @param id what distinguishes it from all other entries
 * @param <I> type of the ids
 */
public record Position<I>(SortKey key, I id) {
}
