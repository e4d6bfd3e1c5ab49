// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the entries that make a switch refuse a whole transaction. The switch does so at commit and names no
 * entry. The southbound retries the transaction in halves, and halves of a refused half, so that one wrong
 * entry does not block the others.
 */
public final class RefusalSearch {
    private static final Problem HELD_BACK = Problem.waiting(Problem.IN_PROGRESS,
        "the switch refused a transaction without naming an entry; trying its parts one by one");

    private final Deque<Set<RowKey>> groups = new ArrayDeque<>();

    /** Returns true if a search is in progress. */
    public boolean any() {
        return !groups.isEmpty();
    }

    /**
     * Splits a refused group, or the whole transaction if there was no group.
     *
     * @param keys its entries, at least two
     */
    public void refused(final Set<RowKey> keys) {
        groups.poll();
        final List<RowKey> list = new ArrayList<>(keys);
        final int half = (list.size() + 1) / 2;
        groups.push(new LinkedHashSet<>(list.subList(half, list.size())));
        groups.push(new LinkedHashSet<>(list.subList(0, half)));
    }

    /** Removes the group that was tried, whatever its outcome. */
    public void settled() {
        groups.poll();
    }

    /** Ends the search. */
    public void clear() {
        groups.clear();
    }

    /** Returns the entries not to try now, since another group is being tried. */
    public Map<RowKey, Problem> heldBack() {
        final Map<RowKey, Problem> held = new LinkedHashMap<>();
        groups.stream().skip(1).forEach(group -> group.forEach(key -> held.put(key, HELD_BACK)));
        if (any()) {
            groups.peek().forEach(held::remove);
        }
        return held;
    }
}
