// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The flow rules of one virtual station. The rules match the id in the radio tag alone: a virtual station may send to
 * any access point, and any access point to it. Pure.
 */
final class VirtualStationRules {
    private static final MaskedMac BROADCAST = MaskedMac.exactly(Mac.BROADCAST);

    private VirtualStationRules() {
    }

    /**
     * Adds the rules of a virtual station.
     *
     * @param address its address
     * @param inputs an assignment with the virtual station
     * @param graph the switches of the inputs' network, and the paths between them
     */
    static void add(final RuleParts parts, final Mac address, final PlanInputs inputs, final SwitchGraph graph) {
        final VirtualStation station = inputs.assignment().virtualStations().get(address);
        final int id = address.lastTwoOctets();
        final MaskedMac messages = MaskedMac.tagOf(id).messages();
        parts.forward(station.port(), messages, BROADCAST, true, RuleParts.TAG_STAYS, null);
        parts.continueInTable(station.port(), messages, BROADCAST, FlowTables.KNOWN_BEACONS);
        parts.add(station.port().node(), knownHellos(station.port(), id, inputs.hellos().number(address)));
        station.service().ifPresent(service -> addService(parts, address, service, inputs, graph));
    }

    /** Returns the rule that copies the hellos of a virtual station to the controller. */
    private static Rule knownHellos(final PortId port, final int id, final int meter) {
        return new Rule(FlowTables.KNOWN_BEACONS, Priorities.BEACON,
            new Match(port, MaskedMac.tagOf(id).messages(), BROADCAST, CloudmacFrame.ETHERTYPE),
            meter, List.of(new Action.ToController()));
    }

    private static void addService(final RuleParts parts, final Mac address, final ServingWtps service,
            final PlanInputs inputs, final SwitchGraph graph) {
        final int id = address.lastTwoOctets();
        final MaskedMac frames = MaskedMac.tagOf(id).frames();
        final Assignment assignment = inputs.assignment();
        final PortId host = assignment.virtualStations().get(address).port();
        final Optional<List<Hop>> serving = graph.path(host, service.downlink(), assignment);
        serving.ifPresent(hops ->
            StationRules.addDownlink(parts, new VirtualClient(address), inputs.radio(), hops));
        final Set<String> passed = serving.stream().flatMap(List::stream).map(hop -> hop.in().node())
            .collect(Collectors.toSet());
        for (final Mac wtp : service.wtps()) {
            graph.path(host, wtp, assignment).ifPresent(hops -> {
                for (final Hop hop : hops) {
                    // The new WTP of a handover must know the channel and the BSS before it serves the station.
                    parts.forward(hop.in(), MaskedMac.tagOf(id).messages(), BROADCAST, true, RuleParts.TAG_STAYS,
                        hop.out());
                    parts.forward(hop.out(), null, MaskedMac.tagOf(id), false, RuleParts.TAG_STAYS, hop.in());
                    if (!passed.contains(hop.in().node())) {
                        // As with the stations of VAPs, each switch on both branches has a rule during a handover.
                        parts.forward(hop.in(), frames, null, true, RuleParts.TAG_STAYS, hop.out());
                    }
                }
            });
        }
    }
}
