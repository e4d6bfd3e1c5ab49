// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.FlowProgram.RuleChange;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.flow.plan.UplinkIndex;
import io.cloudmac.impl.flow.plan.UplinkIndex.PlannedRule;
import io.cloudmac.impl.learned.StationKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.LongPredicate;

/**
 * Compares the flow rules of a switch with the planned ones. A rule that is not planned must be seen twice before it
 * counts as stale: a new plan may be on its way.
 */
final class RuleAudit {
    /**
     * The difference between a switch and the plan.
     *
     * @param missing rules to send
     * @param stale rules to delete
     * @param shown the ids of the planned rules that the table shows, with their present counters
     */
    record Difference(List<Rule> missing, List<ReportedRule> stale, Set<String> shown) {
        /** Returns the difference with other rules to delete. */
        Difference withStale(final List<ReportedRule> fewer) {
            return new Difference(missing, fewer, shown);
        }

        boolean isClean() {
            return missing.isEmpty() && stale.isEmpty();
        }
    }

    private final Map<String, Map<String, FlowStatus>> status = new TreeMap<>();
    /** The rules whose state may have changed since they were taken, the oldest first. */
    private final Set<PlannedRule> changed = new LinkedHashSet<>();
    private final UplinkIndex uplinks = new UplinkIndex();
    /** The cookies that the last read-back of a switch showed and the plan lacks, by node id. */
    private final Map<String, Set<Long>> unplanned = new HashMap<>();

    /** Records a change of the plan. The state of unchanged rules is kept. */
    void onPlan(final RuleDelta delta) {
        delta.switches().forEach((node, change) -> {
            final Map<String, FlowStatus> flows = status.computeIfAbsent(node, key -> new TreeMap<>());
            flows.keySet().removeAll(change.removed().keySet());
            change.removed().values().forEach(rule -> {
                uplinks.remove(node, rule);
                changed.add(new PlannedRule(node, rule.id()));
            });
            change.put().forEach((id, rule) -> {
                flows.put(id, new FlowStatus(node, rule, FlowStatus.RuleState.PENDING, 0));
                uplinks.add(node, rule);
                changed.add(new PlannedRule(node, id));
            });
            if (flows.isEmpty()) {
                status.remove(node);
            }
        });
    }

    /**
     * Records the rules of a switch, and returns the difference to the plan.
     *
     * @param sentSince returns true if the rule with a cookie was sent to the switch, or deleted there, since the table
     *     was requested: the table does not show its state
     */
    Difference compare(final String node, final List<ReportedRule> table, final LongPredicate sentSince) {
        final Map<Long, ReportedRule> byCookie = new HashMap<>();
        table.forEach(reported -> byCookie.put(reported.cookie(), reported));
        final List<Rule> missing = new ArrayList<>();
        final Set<String> shown = new HashSet<>();
        final Map<String, FlowStatus> wanted = status.getOrDefault(node, new HashMap<>());
        replaceAll(node, wanted, (id, flow) -> {
            final ReportedRule reported = byCookie.remove(flow.rule().cookie());
            if (sentSince.test(flow.rule().cookie())) {
                return flow;
            }
            if (reported != null && reported.actions().equals(flow.rule().actionsText())) {
                shown.add(id);
                return new FlowStatus(node, flow.rule(), FlowStatus.RuleState.INSTALLED, reported.packets());
            }
            missing.add(flow.rule());
            return new FlowStatus(node, flow.rule(), FlowStatus.RuleState.MISSING, 0, flow.problem());
        });
        byCookie.keySet().removeIf(sentSince::test);
        final Set<Long> before = unplanned.getOrDefault(node, Set.of());
        final List<ReportedRule> stale = byCookie.values().stream()
            .filter(reported -> before.contains(reported.cookie())).toList();
        unplanned.put(node, new HashSet<>(byCookie.keySet()));
        return new Difference(missing, stale, shown);
    }

    /**
     * Records the answer of a switch to a rule.
     *
     * @param error the reason of a refusal; empty if the switch has accepted the rule
     */
    void onAnswer(final String node, final Rule rule, final String error) {
        status.getOrDefault(node, new HashMap<>()).computeIfPresent(rule.id(), (id, flow) -> {
            if (!flow.rule().equals(rule)) {
                return flow;
            }
            changed.add(new PlannedRule(node, id));
            return error.isEmpty() ? new FlowStatus(node, rule, FlowStatus.RuleState.INSTALLED, flow.packets())
                : new FlowStatus(node, rule, FlowStatus.RuleState.MISSING, 0, error);
        });
    }

    /** Marks all rules of a disconnected switch as pending. Returns true if the state of a rule has changed. */
    boolean markPending(final String node) {
        unplanned.remove(node);
        final Map<String, FlowStatus> rules = status.getOrDefault(node, new HashMap<>());
        final boolean differs = rules.values().stream()
            .anyMatch(flow -> flow.state() != FlowStatus.RuleState.PENDING);
        replaceAll(node, rules, (id, flow) ->
            new FlowStatus(node, flow.rule(), FlowStatus.RuleState.PENDING, flow.packets()));
        return differs;
    }

    private void replaceAll(final String node, final Map<String, FlowStatus> rules,
            final BiFunction<String, FlowStatus, FlowStatus> now) {
        rules.replaceAll((id, before) -> {
            final FlowStatus after = now.apply(id, before);
            if (!after.equals(before)) {
                changed.add(new PlannedRule(node, id));
            }
            return after;
        });
    }

    /** Takes the rules whose state may have changed, {@code most} at most. The others come first at the next call. */
    List<RuleChange> takeChanges(final int most) {
        final List<RuleChange> taken = new ArrayList<>();
        for (final Iterator<PlannedRule> each = changed.iterator(); each.hasNext() && taken.size() < most;) {
            final PlannedRule rule = each.next();
            each.remove();
            taken.add(new RuleChange(rule.node(), rule.id(), status(rule.node(), rule.id())));
        }
        return taken;
    }

    /** Returns the state of a rule; empty if it is not planned. */
    Optional<FlowStatus> status(final String node, final String id) {
        return Optional.ofNullable(status.getOrDefault(node, Map.of()).get(id));
    }

    /** Returns all planned rules. */
    List<FlowStatus> status() {
        return status.values().stream().flatMap(rules -> rules.values().stream()).toList();
    }

    /** Returns the planned rules of a switch, as a view. */
    Collection<FlowStatus> rulesAt(final String node) {
        return Collections.unmodifiableCollection(status.getOrDefault(node, Map.of()).values());
    }

    /** Returns the rules that a switch lacks. */
    List<FlowStatus> missing(final String node) {
        return status.getOrDefault(node, Map.of()).values().stream()
            .filter(flow -> flow.state() == FlowStatus.RuleState.MISSING).toList();
    }

    /** Returns the rules that let a station's frames through to its VAP. */
    List<FlowStatus> uplinks(final StationKey station) {
        return uplinks.of(station).stream().map(place -> status.get(place.node()).get(place.id())).toList();
    }
}
