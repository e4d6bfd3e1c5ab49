// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a new plan changes at one switch.
 *
 * @param put rules that are new, or have other actions than before
 * @param removed rules that the switch no longer needs
 */
record PlanChange(List<Rule> put, List<Rule> removed) {
    PlanChange {
        put = List.copyOf(put);
        removed = List.copyOf(removed);
    }

    /**
     * Compares two plans.
     *
     * @param before the last plan, by node id and rule id
     * @param now the new plan
     * @return the changes by node id, of switches with at least one. A switch that the new plan does not name keeps its
     *     rules
     */
    static Map<String, PlanChange> between(final Map<String, Map<String, Rule>> before,
            final Map<String, Map<String, Rule>> now) {
        final Map<String, PlanChange> changes = new HashMap<>();
        now.forEach((node, rules) -> {
            final Map<String, Rule> old = before.getOrDefault(node, Map.of());
            if (!rules.equals(old)) {
                changes.put(node, of(old, rules));
            }
        });
        return changes;
    }

    private static PlanChange of(final Map<String, Rule> old, final Map<String, Rule> now) {
        final List<Rule> put = new ArrayList<>();
        now.forEach((id, rule) -> {
            if (!rule.equals(old.get(id))) {
                put.add(rule);
            }
        });
        final List<Rule> removed = new ArrayList<>();
        old.forEach((id, rule) -> {
            if (!now.containsKey(id)) {
                removed.add(rule);
            }
        });
        return new PlanChange(put, removed);
    }

    /** Returns the numbers of the meters of some rules. */
    static Set<Integer> meters(final Iterable<Rule> rules) {
        final Set<Integer> numbers = new HashSet<>();
        rules.forEach(rule -> numbers.add(rule.meter()));
        numbers.remove(0);
        return numbers;
    }
}
