// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.RuleSet.QueueLookup;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.AnnouncementParser;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the flow rules of all switches. Pure. */
final class FlowPlanner {
    private static final int ETHERTYPE_LLDP = 0x88cc;
    /** Size of a sample: Ethernet, radiotap and 802.11 headers. */
    private static final int SAMPLE_OCTETS = 128;
    private static final MaskedMac ANY_BEACON = MaskedMac.anyTag().frames().priority(RadioTag.PRIORITY_MANAGEMENT);
    private static final MaskedMac ANY_MESSAGE = MaskedMac.anyTag().messages();

    private final Assignment assignment;
    private final Map<String, PathTree> trees = new HashMap<>();
    private final Network network;
    private final RadioRules radio;
    private final Set<Mac> silent;
    private final boolean sampling;
    private final RuleSet rules = new RuleSet();

    private FlowPlanner(final Assignment assignment, final Network network, final RadioRules radio,
            final Set<Mac> silent, final boolean sampling) {
        this.assignment = assignment;
        this.network = network;
        this.radio = radio;
        this.silent = silent;
        this.sampling = sampling;
    }

    /**
     * Computes the flow rules.
     *
     * @param assignment the present bindings
     * @param network the switches, their ports and links
     * @param radio rate and power of frames
     * @param queues the queue of each port
     * @param silent VAPs without a rule for group frames. They no longer send; when they do again, their beacons reach
     *     the controller
     * @param sampling whether the ports of WTPs send samples of bound stations to the controller
     * @param hellos the meters of all virtual stations of the assignment
     * @return the rules by node id of the switch and by rule id
     */
    static Map<String, Map<String, Rule>> plan(final Assignment assignment, final Network network,
            final RadioRules radio, final QueueLookup queues, final Set<Mac> silent,
            final boolean sampling, final HelloMeters hellos) {
        final FlowPlanner planner = new FlowPlanner(assignment, network, radio, silent, sampling);
        planner.switches().forEach(planner::addBaseRules);
        assignment.vaps().forEach(planner::addVap);
        assignment.stations().forEach(planner::addStation);
        assignment.probes().forEach(planner::addProbe);
        final VirtualStationRules virtual =
            new VirtualStationRules(planner.rules, assignment, radio, hellos, planner::path);
        assignment.virtualStations().forEach(virtual::add);
        planner.addWtpPorts();
        if (sampling) {
            assignment.wtps().values().forEach(planner::addSamples);
        }
        return planner.rules.withQueues(CloudmacFrame.ETHERTYPE, queues);
    }

    /** Returns the connected switches, and disconnected ones on a path. */
    private Set<String> switches() {
        final Set<String> nodes = new TreeSet<>(network.connected());
        network.interSwitchPorts().forEach(port -> nodes.add(port.node()));
        assignment.wtps().values().forEach(port -> nodes.add(port.node()));
        assignment.vaps().values().forEach(vap -> nodes.add(vap.port().node()));
        assignment.virtualStations().values().forEach(station -> nodes.add(station.port().node()));
        return nodes;
    }

    private void addBaseRules(final String node) {
        final List<Action> up = List.of(new Action.ToController());
        rules.add(node, new Rule(Priorities.CONTROL, new Match(null, null, null, ETHERTYPE_LLDP), 0, up));
        rules.add(node, new Rule(Priorities.CONTROL, new Match(null, null, null, AnnouncementParser.ETHERTYPE),
            Meter.ANNOUNCEMENTS.number(), up));
        rules.add(node, new Rule(Priorities.BEACON, new Match(null, ANY_BEACON, MaskedMac.exactly(Mac.BROADCAST),
            CloudmacFrame.ETHERTYPE), Meter.BEACONS.number(), up));
        rules.add(node, new Rule(Priorities.BEACON, new Match(null, ANY_MESSAGE, MaskedMac.exactly(Mac.BROADCAST),
            CloudmacFrame.ETHERTYPE), Meter.HELLOS.number(), up));
        rules.add(node, new Rule(Priorities.DEFAULT_DROP, new Match(null, null, null, CloudmacFrame.ETHERTYPE), 0,
            List.of()));
    }

    private void addVap(final Mac bssid, final Assignment.Vap vap) {
        final int id = bssid.lastTwoOctets();
        final MaskedMac tag = MaskedMac.tagOf(id).frames();
        addUnboundDownlink(vap.port(), id);
        // Also without a WTP: the controller needs only a few beacons of a known VAP.
        final boolean sends = !silent.contains(bssid);
        if (sends) {
            rules.forward(vap.port(), tag, MaskedMac.GROUP, true, RuleSet.TAG_STAYS, null);
            rules.continueInTable(vap.port(), tag, MaskedMac.GROUP, FlowTables.KNOWN_BEACONS);
            addKnownBeacons(vap.port(), id);
        }
        for (final Mac wtp : vap.wtps()) {
            final PortId port = assignment.wtps().get(wtp);
            path(vap.port(), port).ifPresent(hops -> {
                if (sends) {
                    hops.forEach(hop -> rules.forward(hop.in(), tag, MaskedMac.GROUP, true, RuleSet.TAG_STAYS,
                        hop.out()));
                }
                hops.forEach(hop -> rules.forwardNeighbours(hop.out(), id, hop.in()));
                addFirstContact(port, id);
                addFirstContact(port, RadioTag.VAP_ANY);
                dropOwnFrames(port.node(), bssid);
            });
        }
    }

    /** Installs the copies of a VAP's beacons. They show that a VAP has restarted on another channel. */
    private void addKnownBeacons(final PortId port, final int vap) {
        rules.add(port.node(), knownBeacons(port, vap));
    }

    /** Returns the rule that counts the beacons of a VAP, and copies one a second to the controller. */
    static Rule knownBeacons(final PortId port, final int vap) {
        return new Rule(FlowTables.KNOWN_BEACONS, Priorities.BEACON,
            new Match(port, MaskedMac.tagOf(vap).frames().priority(RadioTag.PRIORITY_MANAGEMENT),
                MaskedMac.exactly(Mac.BROADCAST), CloudmacFrame.ETHERTYPE),
            Meter.KNOWN_BEACONS.number(vap), List.of(new Action.ToController()));
    }

    /**
     * Sends a VAP's frames for stations that are not bound to the controller, which may know where a station was.
     */
    private void addUnboundDownlink(final PortId port, final int id) {
        final Match match =
            new Match(port, MaskedMac.tagOf(id).frames(), MaskedMac.UNICAST, CloudmacFrame.ETHERTYPE);
        rules.add(port.node(), new Rule(Priorities.UNBOUND_DOWNLINK, match, 0,
            List.of(new Action.GoToTable(FlowTables.DOWNLINKS))));
        rules.add(port.node(), new Rule(FlowTables.DOWNLINKS, Priorities.UNBOUND_DOWNLINK, match,
            Meter.DOWNLINKS.number(id), List.of(new Action.ToController())));
    }

    private void addFirstContact(final PortId port, final int vap) {
        rules.add(port.node(), new Rule(Priorities.FIRST_CONTACT,
            new Match(port, null, MaskedMac.tagOf(vap).frames(), CloudmacFrame.ETHERTYPE),
            Meter.FIRST_CONTACT.number(), List.of(new Action.ToController())));
    }

    /** Drops the frames of a VAP that neighbouring WTPs receive: the VAP is no station. */
    private void dropOwnFrames(final String node, final Mac bssid) {
        rules.add(node, new Rule(Priorities.COPY, new Match(null, MaskedMac.exactly(bssid), null,
            CloudmacFrame.ETHERTYPE), 0, List.of()));
    }

    private void addStation(final StationKey key, final Assignment.Service service) {
        final int id = key.bssid().lastTwoOctets();
        final Assignment.Vap vap = assignment.vaps().get(key.bssid());
        path(vap.port(), assignment.wtps().get(service.downlink())).ifPresent(serving -> {
            addDownlink(key, id, serving);
            for (final Mac wtp : service.uplinks()) {
                path(vap.port(), assignment.wtps().get(wtp)).ifPresent(hops -> addSideBranch(key, id, hops, serving));
            }
        });
        for (final Mac wtp : service.uplinks()) {
            path(vap.port(), assignment.wtps().get(wtp)).ifPresent(hops -> {
                addUplink(key.station(), id, hops);
                addUplink(key.station(), RadioTag.VAP_ANY, hops);
            });
        }
        final Set<String> wtpSwitches = vap.wtps().stream().map(wtp -> assignment.wtps().get(wtp).node())
            .collect(Collectors.toSet());
        for (final String node : wtpSwitches) {
            addCopyRule(node, key.station(), id);
            addCopyRule(node, key.station(), RadioTag.VAP_ANY);
        }
    }

    /** Installs the way of a VAP's probe responses. The station's own frames still reach the controller. */
    private void addProbe(final StationKey key, final Mac wtp) {
        path(assignment.vaps().get(key.bssid()).port(), assignment.wtps().get(wtp))
            .ifPresent(hops -> addDownlink(key, key.bssid().lastTwoOctets(), hops));
    }

    /**
     * Drops beacons and hellos at the ports of WTPs: they are downlink frames, and a WTP sends uplink frames only. No
     * other rule matches a downlink frame there. A port that a VAP or a virtual station uses too, behind another
     * switch, has no such rule.
     */
    private void addWtpPorts() {
        final Set<PortId> hosts = Stream.concat(
            assignment.vaps().values().stream().map(Assignment.Vap::port),
            assignment.virtualStations().values().stream().map(Assignment.VirtualStation::port))
            .collect(Collectors.toSet());
        assignment.wtps().values().stream().filter(port -> !hosts.contains(port)).forEach(port ->
            List.of(ANY_BEACON, ANY_MESSAGE).forEach(tag ->
                rules.add(port.node(), new Rule(Priorities.BEACON_OF_WTP, new Match(port, tag,
                    MaskedMac.exactly(Mac.BROADCAST), CloudmacFrame.ETHERTYPE), 0, List.of()))));
    }

    private void addDownlink(final StationKey key, final int id, final List<Hop> hops) {
        final MaskedMac tag = MaskedMac.tagOf(id).frames();
        final MaskedMac station = MaskedMac.exactly(key.station());
        IntFunction<Optional<Action>> rewriteTag = priority -> radio.of(key, priority)
            .map(setting -> new Action.SetSource(setting.tag(priority, id)));
        for (final Hop hop : hops) {
            rules.forward(hop.in(), tag, station, true, rewriteTag, hop.out());
            rewriteTag = RuleSet.TAG_STAYS;
        }
    }

    /**
     * Installs the downlink of a handover's other WTP at the switches that the serving WTP's path does not pass.
     *
     * <p>Switches apply their rules at different times. These rules are installed before the downlink moves and stay
     * until it has moved. So one switch alone decides which branch a frame takes, and every switch on both branches has
     * a rule for the frame.
     */
    private void addSideBranch(final StationKey key, final int id, final List<Hop> hops, final List<Hop> serving) {
        final Set<String> passed = serving.stream().map(hop -> hop.in().node()).collect(Collectors.toSet());
        final MaskedMac tag = MaskedMac.tagOf(id).frames();
        final MaskedMac station = MaskedMac.exactly(key.station());
        hops.stream().filter(hop -> !passed.contains(hop.in().node()))
            .forEach(hop -> rules.forward(hop.in(), tag, station, true, RuleSet.TAG_STAYS, hop.out()));
    }

    /**
     * Installs the samples of a WTP's port. The meter passes samples all the time. A window in each period would write
     * flow rules to every switch twice a period, also those that a handover waits for.
     */
    private void addSamples(final PortId wtp) {
        rules.add(wtp.node(), new Rule(FlowTables.SAMPLES, Priorities.SAMPLE,
            new Match(wtp, null, MaskedMac.anyTag().frames(), CloudmacFrame.ETHERTYPE),
            Meter.SAMPLES.number(), List.of(new Action.ToController(SAMPLE_OCTETS))));
    }

    private void addUplink(final Mac station, final int id, final List<Hop> hops) {
        for (final Hop hop : hops) {
            rules.forward(hop.out(), MaskedMac.exactly(station), MaskedMac.tagOf(id), false,
                RuleSet.TAG_STAYS, hop.in());
            if (sampling && assignment.wtps().containsValue(hop.out())) {
                rules.continueInTable(hop.out(), MaskedMac.exactly(station), MaskedMac.tagOf(id), FlowTables.SAMPLES);
            }
        }
    }

    /** Drops or samples the copies of a bound station's frames that other WTPs received. */
    private void addCopyRule(final String node, final Mac station, final int id) {
        rules.add(node, new Rule(Priorities.COPY, new Match(null, MaskedMac.exactly(station), MaskedMac.tagOf(id),
            CloudmacFrame.ETHERTYPE), 0, sampling ? List.of(new Action.GoToTable(FlowTables.SAMPLES)) : List.of()));
    }

    private Optional<List<Hop>> path(final PortId host, final PortId wtp) {
        return trees.computeIfAbsent(host.node(), root -> PathTree.of(network, root)).path(host, wtp);
    }
}
