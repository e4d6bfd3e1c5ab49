// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rules that the plan added and that no command on its way to the switch can undo. The controller can send them
 * directly to the switch, before OpenDaylight installs them from the datastore: both send the same rule. Pure.
 */
final class NewRules {
    /** The ids of new rules by node id. */
    private final Map<String, Set<String>> ids = new HashMap<>();
    /** The rules that the plan dropped and whose deletion may be on its way, by node id and cookie. */
    private final Map<String, Map<Long, Drop>> dropped = new HashMap<>();
    private final Duration limit;

    /**
     * A rule that the plan dropped.
     *
     * @param at when, ns
     * @param wasInstalled true if the switch had shown it before: then its absence means that it has been deleted
     */
    private record Drop(long at, boolean wasInstalled) {
    }

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
     * @param installed returns true if the switch has shown the rule with this node id and rule id of the last plan
     */
    void onPlan(final Map<String, Map<String, Rule>> before, final Map<String, Map<String, Rule>> now,
            final long nanoTime, final BiPredicate<String, String> installed) {
        dropped.values().removeIf(rules -> {
            rules.values().removeIf(drop -> nanoTime - drop.at() > limit.toNanos());
            return rules.isEmpty();
        });
        ids.keySet().retainAll(now.keySet());
        now.forEach((node, rules) -> {
            final Map<String, Rule> old = before.getOrDefault(node, Map.of());
            if (!rules.equals(old)) {
                onPlan(node, old, rules, id -> new Drop(nanoTime, installed.test(node, id)));
            }
        });
    }

    private void onPlan(final String node, final Map<String, Rule> old, final Map<String, Rule> now,
            final Function<String, Drop> drop) {
        final Set<String> found = ids.computeIfAbsent(node, key -> new HashSet<>());
        found.removeIf(id -> !old.get(id).equals(now.get(id)));
        if (!now.keySet().containsAll(old.keySet())) {
            final Map<Long, Drop> gone = dropped.computeIfAbsent(node, key -> new HashMap<>());
            old.forEach((id, rule) -> {
                if (!now.containsKey(id)) {
                    gone.put(rule.cookie(), drop.apply(id));
                }
            });
            // A new rule may replace dropped ones with the same priority, whose matches overlap.
            return;
        }
        final Map<Long, Drop> gone = dropped.getOrDefault(node, Map.of());
        now.forEach((id, rule) -> {
            if (!old.containsKey(id) && !gone.containsKey(rule.cookie())) {
                found.add(id);
            }
        });
    }

    /**
     * Records that a switch was read back: none of the planned rules is known to be new there. A dropped rule that it
     * had shown before, and does not show now, has been deleted.
     */
    void onReadBack(final String node, final Collection<ReportedRule> table) {
        ids.remove(node);
        final Map<Long, Drop> gone = dropped.get(node);
        if (gone != null) {
            final Set<Long> shown = table.stream().map(ReportedRule::cookie).collect(Collectors.toSet());
            gone.entrySet().removeIf(drop -> drop.getValue().wasInstalled() && !shown.contains(drop.getKey()));
        }
    }

    /** Returns the new ones of some rules of a switch, and forgets them. */
    Set<String> removeNew(final String node, final Set<String> among) {
        final Set<String> found = ids.getOrDefault(node, new HashSet<>());
        final Set<String> removed = new HashSet<>(among);
        removed.retainAll(found);
        found.removeAll(removed);
        return removed;
    }
}
