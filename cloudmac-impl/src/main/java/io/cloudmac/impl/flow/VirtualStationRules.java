// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Adds the flow rules of virtual stations. The rules match the id in the radio tag alone: a virtual station may send to
 * any access point, and any access point to it. Pure.
 */
final class VirtualStationRules {
    private static final MaskedMac BROADCAST = MaskedMac.exactly(Mac.BROADCAST);

    private final RuleSet rules;
    private final Assignment assignment;
    private final RadioRules radio;
    private final HelloMeters meters;
    private final BiFunction<PortId, PortId, Optional<List<Hop>>> path;

    /**
     * Creates an object that adds rules.
     *
     * @param rules receives the rules
     * @param meters the meters of the virtual stations
     * @param path returns the switches from the port of a host to the port of a WTP
     */
    VirtualStationRules(final RuleSet rules, final Assignment assignment, final RadioRules radio,
            final HelloMeters meters, final BiFunction<PortId, PortId, Optional<List<Hop>>> path) {
        this.rules = rules;
        this.assignment = assignment;
        this.radio = radio;
        this.meters = meters;
        this.path = path;
    }

    /** Adds the rules of one virtual station. */
    void add(final Mac address, final VirtualStation station) {
        final int id = address.lastTwoOctets();
        final MaskedMac messages = MaskedMac.tagOf(id).messages();
        rules.forward(station.port(), messages, BROADCAST, true, RuleSet.TAG_STAYS, null);
        rules.continueInTable(station.port(), messages, BROADCAST, FlowTables.KNOWN_BEACONS);
        rules.add(station.port().node(), knownHellos(station.port(), id, meters.number(address)));
        station.service().ifPresent(service -> addService(address, station.port(), service));
    }

    /** Returns the rule that copies the hellos of a virtual station to the controller. */
    private static Rule knownHellos(final PortId port, final int id, final int meter) {
        return new Rule(FlowTables.KNOWN_BEACONS, Priorities.BEACON,
            new Match(port, MaskedMac.tagOf(id).messages(), BROADCAST, CloudmacFrame.ETHERTYPE),
            meter, List.of(new Action.ToController()));
    }

    private void addService(final Mac address, final PortId host, final Service service) {
        final int id = address.lastTwoOctets();
        final MaskedMac frames = MaskedMac.tagOf(id).frames();
        final Optional<List<Hop>> serving = path.apply(host, assignment.wtps().get(service.downlink()));
        serving.ifPresent(hops -> addDownlink(address, hops));
        final Set<String> passed = serving.stream().flatMap(List::stream).map(hop -> hop.in().node())
            .collect(Collectors.toSet());
        final Set<Mac> wtps = new HashSet<>(service.uplinks());
        wtps.add(service.downlink());
        for (final Mac wtp : wtps) {
            path.apply(host, assignment.wtps().get(wtp)).ifPresent(hops -> {
                for (final Hop hop : hops) {
                    // The new WTP of a handover must know the channel and the BSS before it serves the station.
                    rules.forward(hop.in(), MaskedMac.tagOf(id).messages(), BROADCAST, true, RuleSet.TAG_STAYS,
                        hop.out());
                    rules.forward(hop.out(), null, MaskedMac.tagOf(id), false, RuleSet.TAG_STAYS, hop.in());
                    if (!passed.contains(hop.in().node())) {
                        // As with the stations of VAPs, each switch on both branches has a rule during a handover.
                        rules.forward(hop.in(), frames, null, true, RuleSet.TAG_STAYS, hop.out());
                    }
                }
            });
        }
    }

    /** Adds the way of the frames that a virtual station sends. Only the port of its host accepts them. */
    private void addDownlink(final Mac address, final List<Hop> hops) {
        final int id = address.lastTwoOctets();
        final StationKey key = StationKey.virtual(address);
        IntFunction<Optional<Action>> rewriteTag = priority -> radio.of(key, priority)
            .map(setting -> new Action.SetSource(setting.tag(priority, id)));
        for (final Hop hop : hops) {
            rules.forward(hop.in(), MaskedMac.tagOf(id).frames(), null, true, rewriteTag, hop.out());
            rewriteTag = RuleSet.TAG_STAYS;
        }
    }
}
