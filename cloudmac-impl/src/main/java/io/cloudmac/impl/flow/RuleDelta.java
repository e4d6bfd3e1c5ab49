// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rules that differ from the last plan.
 *
 * @param switches the changes by node id, of switches with at least one
 */
record RuleDelta(Map<String, Change> switches) {
    /**
     * The changes at one switch.
     *
     * @param put the rules that are new or different, by rule id
     * @param removed the rules that are no longer planned, as they were, by rule id
     */
    record Change(Map<String, Rule> put, Map<String, Rule> removed) {
        Change {
            put = Map.copyOf(put);
            removed = Map.copyOf(removed);
        }

        /** Returns true if one of the rules has a meter. */
        boolean namesMeter() {
            return Stream.concat(put.values().stream(), removed.values().stream()).anyMatch(rule -> rule.meter() != 0);
        }
    }

    RuleDelta {
        switches = Map.copyOf(switches);
    }

    /** Returns true if nothing has changed. */
    boolean isEmpty() {
        return switches.isEmpty();
    }

    /**
     * Returns a plan with these changes. Only the maps of changed switches are copied; a switch without rules is
     * left out.
     *
     * @param before the plan, by node id and rule id; it stays as it is
     */
    Map<String, Map<String, Rule>> appliedTo(final Map<String, Map<String, Rule>> before) {
        final Map<String, Map<String, Rule>> now = new HashMap<>(before);
        switches.forEach((node, change) -> {
            final Map<String, Rule> rules = new HashMap<>(before.getOrDefault(node, Map.of()));
            rules.keySet().removeAll(change.removed().keySet());
            rules.putAll(change.put());
            if (rules.isEmpty()) {
                now.remove(node);
            } else {
                now.put(node, Collections.unmodifiableMap(rules));
            }
        });
        return Collections.unmodifiableMap(now);
    }
}
