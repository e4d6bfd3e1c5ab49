// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The entries that the switch was seen to have as they are still configured. If one of them has to be
 * programmed, somebody else has changed it. That is known for as long as we run: what was changed while no
 * controller looked is mended like anything that is not as configured.
 */
public final class Verified {
    private static final Problem CHANGED = new Problem(Problem.CHANGED,
        "somebody changed it in the switch, and the southbound is set to leave that so;"
            + " it is programmed again when it is configured anew", true);

    private final Map<RowKey, DesiredRow> seen = new LinkedHashMap<>();
    private final Map<RowKey, DesiredRow> left = new LinkedHashMap<>();

    /** Forgets entries that are configured otherwise now. */
    public void configured(final DesiredState desired) {
        seen.entrySet().removeIf(entry -> !entry.getValue().equals(desired.rows().get(entry.getKey())));
        left.entrySet().removeIf(entry -> !entry.getValue().equals(desired.rows().get(entry.getKey())));
    }

    /** The entries of a plan that somebody else has changed. */
    public Set<RowKey> changed(final Plan plan) {
        final Set<RowKey> changed = new LinkedHashSet<>(plan.touched());
        changed.retainAll(seen.keySet());
        return changed;
    }

    /** Whether the switch has an entry as configured. */
    public void set(final RowKey key, final DesiredRow row, final boolean active) {
        if (active) {
            seen.put(key, row);
        } else {
            seen.remove(key);
        }
    }

    /** An entry that was changed is to be left as it is until it is configured otherwise. */
    public void leave(final RowKey key) {
        left.put(key, seen.remove(key));
    }

    /**
     * Forgets entries that were left as somebody made them and are as configured after all.
     *
     * @param plan one that heeds no such entries
     */
    public void undone(final Plan plan) {
        left.keySet().retainAll(plan.touched());
    }

    /** The entries that are left as somebody has made them. */
    public Map<RowKey, Problem> left() {
        final Map<RowKey, Problem> problems = new LinkedHashMap<>();
        left.keySet().forEach(key -> problems.put(key, CHANGED));
        return problems;
    }
}
