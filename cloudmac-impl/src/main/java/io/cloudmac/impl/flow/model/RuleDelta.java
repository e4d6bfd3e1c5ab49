// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import java.util.Map;

/**
 * The rules that differ from the last plan.
 *
 * @param switches the changes by node id, of switches with at least one
 */
public record RuleDelta(Map<String, Change> switches) {
    /**
     * The changes at one switch.
     *
     * @param put the rules that are new or different, by rule id
     * @param replaced the different ones as they were, by rule id
     * @param removed the rules that are no longer planned, as they were, by rule id
     */
    public record Change(Map<String, Rule> put, Map<String, Rule> replaced, Map<String, Rule> removed) {
        public Change {
            put = Map.copyOf(put);
            replaced = Map.copyOf(replaced);
            removed = Map.copyOf(removed);
        }
    }

    public RuleDelta {
        switches = Map.copyOf(switches);
    }

    /** Returns true if nothing has changed. */
    public boolean isEmpty() {
        return switches.isEmpty();
    }
}
