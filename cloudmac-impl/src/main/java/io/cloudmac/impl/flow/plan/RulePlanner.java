// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Keeps the flow rules of all switches up to date. A change of the inputs computes the rules of the keys that it
 * concerns, and of no others. A note of copies concerns one station. A change of links, radio rules or sampling
 * concerns all keys. Use it on the event loop.
 */
public final class RulePlanner {
    private final QueueTable queues = new QueueTable();
    private final KeyIndex index = new KeyIndex();
    private final PortUse ports = new PortUse();
    private final RuleLedger<RuleKey> ledger;
    private SwitchGraph graph = SwitchGraph.of(Network.EMPTY);
    /** The inputs of the rules; null: none, or an update has failed. */
    private PlanInputs last;
    private int recomputed;

    /**
     * Starts without rules.
     *
     * @param adapt adapts a rule to a switch, by node id; it may change the meter. Call {@link #adaptAgain} before it
     *     does so differently
     */
    public RulePlanner(final BiFunction<String, Rule, Rule> adapt) {
        ledger = new RuleLedger<>((slot, part) -> SlotRules.of(slot, part, queues).stream()
            .map(rule -> adapt.apply(slot.node(), rule)).toList());
    }

    /** Computes the rules again that depend on what has changed, and returns the changes. */
    public RuleDelta update(final PlanInputs now) {
        final PlanInputs before = last;
        last = null;
        final Set<RuleKey> changed = changedKeys(before, now);
        recomputed = changed.size();
        for (final RuleKey key : changed) {
            followStation(key, now);
            ledger.replace(key, RuleContributors.parts(key, now, graph, ports));
            index.set(key, RuleContributors.uses(key, now.assignment()));
        }
        final var requeued = queues.follow(now.queues());
        if (!requeued.isEmpty()) {
            ledger.remake((slot, part) -> !Collections.disjoint(SlotRules.outputs(part), requeued));
        }
        last = now;
        return ledger.takeDelta();
    }

    private Set<RuleKey> changedKeys(final PlanInputs before, final PlanInputs now) {
        final SwitchGraph old = graph;
        graph = graph.follow(now.network());
        final boolean all = before == null || !graph.hasSamePathsAs(old) || before.sampling() != now.sampling()
            || before.hellos() != now.hellos() || before.copies() != now.copies()
            || !before.radio().equals(now.radio());
        final Set<RuleKey> changed = new HashSet<>(now.copies().takeChanged());
        if (all) {
            ports.reset(now.assignment());
            changed.addAll(ledger.keys());
            RuleContributors.keys(now).forEach(changed::add);
            graph.switches().forEach(node -> changed.add(RuleKey.atSwitch(node)));
        } else {
            changed.addAll(ChangedKeys.between(before, now, graph, ports, index));
            ChangedKeys.differing(old.switches(), graph.switches())
                .forEach(node -> changed.add(RuleKey.atSwitch(node)));
        }
        return changed;
    }

    /** Lets the switches of a station's copies follow its binding, before its rules are computed. */
    private static void followStation(final RuleKey key, final PlanInputs now) {
        if (key.kind() == RuleKey.Contributor.STATION) {
            final StationKey station = key.stationKey();
            final Assignment.ServingWtps service = now.assignment().stations().get(station);
            if (service == null) {
                now.copies().forget(station);
            } else {
                now.copies().follow(station, StationRules.servingSwitches(service, now.assignment()));
            }
        }
    }

    /** Adapts the rules of a switch again, at the next update. */
    public void adaptAgain(final String node) {
        ledger.remake(node);
    }

    /** Returns the rules by node id and rule id, of the last update. The view is read-only and follows each update. */
    public Map<String, Map<String, Rule>> plan() {
        return ledger.rulesByNode();
    }

    /** Returns true if a WTP is at a port, in the last update's assignment. */
    public boolean hasWtp(final PortId port) {
        return ports.hasWtp(port);
    }

    /** Returns the paths of the last update's network. */
    public SwitchGraph graph() {
        return graph;
    }

    /**
     * Returns the rules that some keys have at some switches, alone or with others, of the last update.
     *
     * @return the rules by node id and rule id
     */
    public Map<String, Map<String, Rule>> rulesOf(final Set<RuleKey> keys, final Set<String> nodes) {
        return ledger.rulesOf(keys, nodes);
    }

    /** Returns how many keys the last update computed. */
    int recomputed() {
        return recomputed;
    }
}
