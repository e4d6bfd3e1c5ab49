// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts the planned rules that use each meter, by node id and number. Pure. */
final class MeterUse {
    private final Map<String, Map<Integer, Integer>> counts = new HashMap<>();

    /**
     * Records a change of rules.
     *
     * @return the numbers of the meters that no rule of the switch uses any more
     */
    Set<Integer> change(final String node, final RuleDelta.Change change) {
        final Set<Integer> ended = new HashSet<>();
        final Map<Integer, Integer> uses = counts.computeIfAbsent(node, key -> new HashMap<>());
        change.put().values().forEach(rule -> add(uses, rule, 1, ended));
        change.replaced().values().forEach(rule -> add(uses, rule, -1, ended));
        change.removed().values().forEach(rule -> add(uses, rule, -1, ended));
        if (uses.isEmpty()) {
            counts.remove(node);
        }
        return ended;
    }

    private static void add(final Map<Integer, Integer> uses, final Rule rule, final int difference,
            final Set<Integer> ended) {
        if (rule.meter() == 0) {
            return;
        }
        final int now = uses.merge(rule.meter(), difference, Integer::sum);
        if (now == 0) {
            uses.remove(rule.meter());
            ended.add(rule.meter());
        } else {
            ended.remove(rule.meter());
        }
    }

    /** Returns the numbers of the meters that the rules of a switch use. The view is read-only. */
    Set<Integer> numbers(final String node) {
        return Collections.unmodifiableSet(counts.getOrDefault(node, Map.of()).keySet());
    }
}
