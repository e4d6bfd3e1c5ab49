// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The entries that the switch had as they are still configured. If a plan changes one of them, another client
 * changed it in the switch. The record lasts as long as the controller runs. Changes made while no controller
 * watched are repaired like any other difference.
 */
public final class VerifiedEntries {
    private static final Problem CHANGED = new Problem(Problem.CHANGED,
        "another client changed it in the switch, and out.of.band=report leaves such changes;"
            + " it is programmed again when its configuration changes", true);

    private final Map<RowKey, DesiredRow> seen = new LinkedHashMap<>();
    private final Map<RowKey, DesiredRow> left = new LinkedHashMap<>();

    /** Removes entries whose configuration has changed. */
    public void configured(final DesiredState desired) {
        seen.entrySet().removeIf(entry -> !entry.getValue().equals(desired.rows().get(entry.getKey())));
        left.entrySet().removeIf(entry -> !entry.getValue().equals(desired.rows().get(entry.getKey())));
    }

    /** Returns the entries of a plan that another client has changed. */
    public Set<RowKey> changed(final Plan plan) {
        final Set<RowKey> changed = new LinkedHashSet<>(plan.touched());
        changed.retainAll(seen.keySet());
        return changed;
    }

    /** Records whether the switch has an entry as configured. */
    public void set(final RowKey key, final DesiredRow row, final boolean active) {
        if (active) {
            seen.put(key, row);
        } else {
            seen.remove(key);
        }
    }

    /** Leaves a changed entry as it is until its configuration changes. */
    public void leave(final RowKey key) {
        left.put(key, seen.remove(key));
    }

    /**
     * Removes left entries that match their configuration again.
     *
     * @param plan a plan made without excluding left entries
     */
    public void undone(final Plan plan) {
        left.keySet().retainAll(plan.touched());
    }

    /** Returns the entries that are left as another client changed them. */
    public Map<RowKey, Problem> left() {
        final Map<RowKey, Problem> problems = new LinkedHashMap<>();
        left.keySet().forEach(key -> problems.put(key, CHANGED));
        return problems;
    }
}
