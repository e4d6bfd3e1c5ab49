// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The rules of one station of a VAP: its frames, and the copies of them that other WTPs receive. Pure. */
final class StationRules {
    private StationRules() {
    }

    /**
     * Adds the rules of a bound station.
     *
     * @param key the station
     * @param inputs an assignment with the station and its VAP
     * @param graph the switches of the inputs' network, and the paths between them
     * @param isWtp returns true if a WTP uses a port
     */
    static void add(final RuleParts parts, final StationKey key, final PlanInputs inputs, final SwitchGraph graph,
            final Predicate<PortId> isWtp) {
        final int id = key.tagId();
        final Assignment assignment = inputs.assignment();
        final Assignment.ServingWtps service = assignment.stations().get(key);
        final Assignment.Vap vap = assignment.vaps().get(key.bssid());
        graph.path(vap.port(), service.downlink(), assignment).ifPresent(serving -> {
            addDownlink(parts, key, inputs.radio(), serving);
            for (final Mac wtp : service.uplinks()) {
                graph.path(vap.port(), wtp, assignment).ifPresent(hops -> addSideBranch(parts, key, hops, serving));
            }
        });
        final Predicate<PortId> samples = port -> inputs.sampling() && isWtp.test(port);
        for (final Mac wtp : service.uplinks()) {
            graph.path(vap.port(), wtp, assignment).ifPresent(hops -> {
                addUplink(parts, key.station(), id, hops, samples);
                addUplink(parts, key.station(), RadioTag.VAP_ANY, hops, samples);
            });
        }
        // Elsewhere, a copy reaches the controller as a first contact does, and its switch is noted then.
        for (final String node : inputs.copies().of(key)) {
            parts.add(node, new CopyRule(key.station(), id).rule(inputs.sampling()));
            parts.add(node, new CopyRule(key.station(), RadioTag.VAP_ANY).rule(inputs.sampling()));
        }
    }

    /** Returns the node ids of the switches of the WTPs that serve a station. Other WTPs there may hear it too. */
    static Set<String> servingSwitches(final Assignment.ServingWtps service, final Assignment assignment) {
        return service.wtps().stream().map(assignment.wtps()::get).filter(Objects::nonNull).map(PortId::node)
            .collect(Collectors.toSet());
    }

    /**
     * Adds the way of a VAP's probe responses to a station that is not bound. The station's own frames still reach the
     * controller.
     *
     * @param key the station
     * @param inputs an assignment with the probe and its VAP
     * @param graph the switches of the inputs' network, and the paths between them
     */
    static void addProbe(final RuleParts parts, final StationKey key, final PlanInputs inputs,
            final SwitchGraph graph) {
        final Assignment assignment = inputs.assignment();
        graph.path(assignment.vaps().get(key.bssid()).port(), assignment.probes().get(key), assignment)
            .ifPresent(hops -> addDownlink(parts, key, inputs.radio(), hops));
    }

    /**
     * Adds the downlink rules of a client, which accept frames at the port of its host only. The rules of a station
     * match the receiver. The rules of a virtual station match any receiver, because it may send to anybody.
     */
    static void addDownlink(final RuleParts parts, final Client client, final RadioRules radio,
            final List<Hop> hops) {
        final MaskedMac receiver = client instanceof VirtualClient ? null : MaskedMac.exactly(client.station());
        final MaskedMac tag = MaskedMac.tagOf(client.tagId()).frames();
        Map<Integer, Action> rewriteTag = rewriteTag(client, radio);
        for (final Hop hop : hops) {
            parts.forward(hop.in(), tag, receiver, true, rewriteTag, hop.out());
            rewriteTag = RuleParts.TAG_STAYS;
        }
    }

    /** Returns how the first switch changes the tag of frames that a host sends, by user priority. */
    private static Map<Integer, Action> rewriteTag(final Client client, final RadioRules radio) {
        final Map<Integer, Action> actions = new HashMap<>();
        for (int priority = 0; priority < QueueTable.PRIORITIES; priority++) {
            final int of = priority;
            radio.of(client, priority).ifPresent(setting ->
                actions.put(of, new Action.SetSource(setting.tag(of, client.tagId()))));
        }
        return actions;
    }

    /**
     * Adds the downlink of a handover's other WTP at the switches that the serving WTP's path does not pass.
     *
     * <p>Switches apply their rules at different times. These rules are installed before the downlink moves and stay
     * until it has moved. So one switch alone decides which branch a frame takes, and every switch on both branches has
     * a rule for the frame.
     */
    private static void addSideBranch(final RuleParts parts, final StationKey key, final List<Hop> hops,
            final List<Hop> serving) {
        final Set<String> passed = serving.stream().map(hop -> hop.in().node()).collect(Collectors.toSet());
        final MaskedMac tag = MaskedMac.tagOf(key.tagId()).frames();
        final MaskedMac station = MaskedMac.exactly(key.station());
        hops.stream().filter(hop -> !passed.contains(hop.in().node()))
            .forEach(hop -> parts.forward(hop.in(), tag, station, true, RuleParts.TAG_STAYS, hop.out()));
    }

    private static void addUplink(final RuleParts parts, final Mac station, final int id, final List<Hop> hops,
            final Predicate<PortId> samples) {
        for (final Hop hop : hops) {
            parts.forward(hop.out(), MaskedMac.exactly(station), MaskedMac.tagOf(id), false,
                RuleParts.TAG_STAYS, hop.in());
            if (samples.test(hop.out())) {
                parts.continueInTable(hop.out(), MaskedMac.exactly(station), MaskedMac.tagOf(id), FlowTables.SAMPLES);
            }
        }
    }
}
