// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Computes the flow rules of a virtual station. Its frames are matched by its id in the radio tag alone, because it may
 * send to any access point and hear from any. Only the port of its host may send with this id. Pure.
 */
final class VirtualStationRules {
    private VirtualStationRules() {
    }

    /** Returns the match for a message of any virtual station; {@code port} null: at any port. */
    static Match anyMessage(final PortId port) {
        return new Match(port, MaskedMac.anyTag().messages(), MaskedMac.exactly(Mac.BROADCAST),
            CloudmacFrame.ETHERTYPE);
    }

    /**
     * Returns true if a rule forwards frames of a virtual station, on the downlink.
     *
     * @param rule a rule of the plan
     */
    static boolean isDownlink(final Rule rule) {
        return rule.priority() == Priorities.VIRTUAL_STATION && rule.match().destination() == null;
    }

    /**
     * Adds the rules of a virtual station.
     *
     * @param rules receives the rules
     * @param address its address
     * @param station its host's port and its service
     * @param wtps the switch ports of the WTPs
     * @param radio rate and power of frames
     * @param paths returns the path from a host's port to a WTP's port
     */
    static void add(final RuleSet rules, final Mac address, final VirtualStation station, final Map<Mac, PortId> wtps,
            final RadioRules radio, final BiFunction<PortId, PortId, Optional<List<Hop>>> paths) {
        final int id = address.lastTwoOctets();
        addMessages(rules, id, station, wtps, paths);
        station.service().ifPresent(service -> {
            paths.apply(station.port(), wtps.get(service.downlink())).ifPresent(serving -> {
                addDownlink(rules, address, radio, serving);
                addSideBranches(rules, id, service, serving, wtp -> paths.apply(station.port(), wtps.get(wtp)));
            });
            service.uplinks().forEach(wtp -> paths.apply(station.port(), wtps.get(wtp)).ifPresent(hops ->
                hops.forEach(hop -> rules.forward(hop.out(), null, MaskedMac.tagOf(id), false, RuleSet.TAG_STAYS,
                    hop.in()))));
        });
    }

    /** Installs the way of hellos and scans to each WTP with a lease, and the copies that show them to the controller. */
    private static void addMessages(final RuleSet rules, final int id, final VirtualStation station,
            final Map<Mac, PortId> wtps, final BiFunction<PortId, PortId, Optional<List<Hop>>> paths) {
        final MaskedMac messages = MaskedMac.tagOf(id).messages();
        // Also without a WTP: the controller needs only a few messages of a known virtual station.
        rules.forward(station.port(), messages, null, true, RuleSet.TAG_STAYS, null);
        final Set<Mac> leased = new HashSet<>();
        station.service().ifPresent(service -> {
            leased.addAll(service.uplinks());
            leased.add(service.downlink());
        });
        leased.forEach(wtp -> paths.apply(station.port(), wtps.get(wtp)).ifPresent(hops ->
            hops.forEach(hop -> rules.forward(hop.in(), messages, null, true, RuleSet.TAG_STAYS, hop.out()))));
        rules.continueInTable(station.port(), messages, null, FlowTables.KNOWN_BEACONS);
        rules.add(station.port().node(), new Rule(FlowTables.KNOWN_BEACONS, Priorities.BEACON,
            new Match(station.port(), messages, MaskedMac.exactly(Mac.BROADCAST), CloudmacFrame.ETHERTYPE),
            Meter.KNOWN_BEACONS.number(id), List.of(new Action.ToController())));
    }

    private static void addDownlink(final RuleSet rules, final Mac address, final RadioRules radio,
            final List<Hop> hops) {
        final int id = address.lastTwoOctets();
        final StationKey key = StationKey.ofVirtualStation(address);
        IntFunction<Optional<Action>> rewriteTag = priority -> radio.of(key, priority)
            .map(setting -> new Action.SetSource(setting.tag(priority, id)));
        for (final Hop hop : hops) {
            rules.forward(hop.in(), MaskedMac.tagOf(id).frames(), null, true, rewriteTag, hop.out());
            rewriteTag = RuleSet.TAG_STAYS;
        }
    }

    /** Installs the downlink of a handover's other WTP at the switches that the serving path does not pass. */
    private static void addSideBranches(final RuleSet rules, final int id, final Service service,
            final List<Hop> serving, final Function<Mac, Optional<List<Hop>>> paths) {
        final Set<String> passed = new HashSet<>();
        serving.forEach(hop -> passed.add(hop.in().node()));
        service.uplinks().forEach(wtp -> paths.apply(wtp).ifPresent(hops -> hops.stream()
            .filter(hop -> !passed.contains(hop.in().node()))
            .forEach(hop -> rules.forward(hop.in(), MaskedMac.tagOf(id).frames(), null, true, RuleSet.TAG_STAYS,
                hop.out()))));
    }
}
