// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The planned rules whose match the switch has no rule for. They can be sent to the switch at once, before OpenDaylight
 * installs them from the datastore, as both ways send the same rule. A rule that changes, or that was just deleted, has
 * an earlier command on its way, which would undo what is sent at once. Pure.
 */
final class NewRules {
    /** The ids of new rules by node id. */
    private final Map<String, Set<String>> ids = new HashMap<>();
    /** When the plan dropped rules that the switch may still have, ns, by node id and cookie. */
    private final Map<String, Map<Long, Long>> dropped = new HashMap<>();
    private final Duration limit;

    /**
     * Starts without a rule.
     *
     * @param limit greatest time that a command takes from the datastore to a switch
     */
    NewRules(final Duration limit) {
        this.limit = limit;
    }

    /**
     * Records a plan. A switch that it does not name keeps its rules.
     *
     * @param before the last plan, by node id and rule id
     * @param now the new plan
     * @param nanoTime the time, ns
     */
    void onPlan(final Map<String, Map<String, Rule>> before, final Map<String, Map<String, Rule>> now,
            final long nanoTime) {
        dropped.values().removeIf(rules -> {
            rules.values().removeIf(at -> nanoTime - at > limit.toNanos());
            return rules.isEmpty();
        });
        ids.keySet().retainAll(now.keySet());
        now.forEach((node, rules) -> {
            final Map<String, Rule> old = before.getOrDefault(node, Map.of());
            if (!rules.equals(old)) {
                onPlan(node, old, rules, nanoTime);
            }
        });
    }

    private void onPlan(final String node, final Map<String, Rule> old, final Map<String, Rule> now,
            final long nanoTime) {
        final Set<String> found = ids.computeIfAbsent(node, key -> new HashSet<>());
        found.removeIf(id -> !old.get(id).equals(now.get(id)));
        final Map<Long, Long> gone = dropped.computeIfAbsent(node, key -> new HashMap<>());
        old.forEach((id, rule) -> {
            if (!now.containsKey(id)) {
                gone.put(rule.cookie(), nanoTime);
            }
        });
        now.forEach((id, rule) -> {
            if (!old.containsKey(id) && !gone.containsKey(rule.cookie())) {
                found.add(id);
            }
        });
    }

    /**
     * Records that a switch was read back: none of the planned rules is known to be new there, and what it does not show
     * has been deleted.
     */
    void onReadBack(final String node, final Collection<ReportedRule> table) {
        ids.remove(node);
        final Map<Long, Long> gone = dropped.get(node);
        if (gone != null) {
            gone.keySet().retainAll(table.stream().map(ReportedRule::cookie).collect(Collectors.toSet()));
        }
    }

    /** Returns those of some rules of a switch that are new, and forgets them. */
    Set<String> take(final String node, final Set<String> among) {
        final Set<String> found = ids.getOrDefault(node, new HashSet<>());
        final Set<String> taken = new HashSet<>(among);
        taken.retainAll(found);
        found.removeAll(taken);
        return taken;
    }
}
