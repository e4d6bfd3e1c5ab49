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
 * Finds the entries on whose account a switch refuses a transaction as a whole, which it does at the commit
 * and without saying whose fault it is: what the transaction was about is tried again in halves, then in
 * halves of a half that is refused, so that one wrong entry does not hold up all that was changed with it.
 */
public final class Suspects {
    private static final Problem HELD_BACK = Problem.waiting(Problem.IN_PROGRESS,
        "the switch refused a transaction without saying on whose account; its parts are tried one by one");

    private final Deque<Set<RowKey>> groups = new ArrayDeque<>();

    /** Whether there are any. */
    public boolean any() {
        return !groups.isEmpty();
    }

    /**
     * The group that was tried, or the whole transaction if there was none, is refused as a whole.
     *
     * @param keys what it was about, at least two
     */
    public void refused(final Set<RowKey> keys) {
        groups.poll();
        final List<RowKey> list = new ArrayList<>(keys);
        final int half = (list.size() + 1) / 2;
        groups.push(new LinkedHashSet<>(list.subList(half, list.size())));
        groups.push(new LinkedHashSet<>(list.subList(0, half)));
    }

    /** The group that was tried is done with, well or not. */
    public void settled() {
        groups.poll();
    }

    /** There are none any more. */
    public void clear() {
        groups.clear();
    }

    /** The entries that are not to be tried now, since it is another group's turn. */
    public Map<RowKey, Problem> heldBack() {
        final Map<RowKey, Problem> held = new LinkedHashMap<>();
        groups.stream().skip(1).forEach(group -> group.forEach(key -> held.put(key, HELD_BACK)));
        if (any()) {
            groups.peek().forEach(held::remove);
        }
        return held;
    }
}
