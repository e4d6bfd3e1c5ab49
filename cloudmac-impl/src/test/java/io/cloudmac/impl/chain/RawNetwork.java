// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/** A random network with LVNFs, WTPs, a VAP and a station of it, and the rules that forward the station's frames. */
final class RawNetwork {
    static final Mac VAP = new Mac(0x0243_4da0_0001L);
    static final Mac STATION = new Mac(0x0200_0000_5001L);
    static final StationKey KEY = new StationKey(VAP, STATION);
    static final MaskedMac TAG = MaskedMac.tagOf(VAP.lastTwoOctets()).frames();

    final RandomChains chains;
    final PortId vap;
    final List<PortId> wtps = new ArrayList<>();
    final List<ChainHop> hops = new ArrayList<>();
    /** The WTPs whose copies are forwarded. */
    Set<PortId> uplinks;
    PortId downlink;
    /** Where frames enter the chain and go back. */
    SourcePorts source;

    RawNetwork(final Random random) {
        chains = new RandomChains(random);
        final List<PortId> hosts = new ArrayList<>(chains.hosts);
        Collections.shuffle(hosts, random);
        vap = hosts.remove(0);
        wtps.addAll(hosts);
        if (wtps.size() == 1) {
            wtps.add(new PortId(wtps.get(0).node(), 3));
            chains.edges.add(wtps.get(1));
        }
        final int length = 1 + random.nextInt(3);
        for (int number = 0; number < length; number++) {
            final int in = random.nextInt(2);
            hops.add(new ChainHop("f" + number, in, 1 - in));
        }
        serve(Set.of(wtps.get(0)), wtps.get(0));
        source = SourcePorts.at(wtps.get(0));
    }

    void serve(final Set<PortId> copiesOf, final PortId transmitter) {
        uplinks = copiesOf;
        downlink = transmitter;
    }

    static ChainMatch uplinkMatch(final MaskedMac tag) {
        return new ChainMatch(MaskedMac.exactly(STATION), tag, CloudmacFrame.ETHERTYPE,
            PacketFields.of(VlanTag.ABSENT));
    }

    ChainSpec spec() {
        return new ChainSpec(new ChainSource.StationUplink(KEY), uplinkMatch(TAG), hops,
            Optional.of(new ChainSource.VapDownlink(VAP, STATION)), false);
    }

    /** Places an LVNF with three ports, and returns a chain of the first WTP whose LVNF answers from its last port. */
    ChainSpec replying(final String lvnf) {
        placeReplying(lvnf, 900);
        return new ChainSpec(new ChainSource.WtpSource(new Mac(0x0200_0000_6001L)), new ChainMatch(null, TAG,
            CloudmacFrame.ETHERTYPE, PacketFields.of(VlanTag.ABSENT)), List.of(new ChainHop(lvnf, 0, 1,
            OptionalInt.of(2))), Optional.empty(), false);
    }

    /** Puts an LVNF with three ports to a switch, from this port number on. */
    void placeReplying(final String lvnf, final long first) {
        final String node = chains.host().node();
        final List<PortId> ports = List.of(new PortId(node, first), new PortId(node, first + 1),
            new PortId(node, first + 2));
        chains.lvnfs.put(lvnf, ports);
        chains.allLvnfPorts.addAll(ports);
    }

    ChainInputs inputs(final Map<ChainId, ChainSpec> specs) {
        return new ChainInputs(new ConfiguredChains(specs, RandomChains.RANGE),
            this::ports, chains, chains.network());
    }

    private Optional<SourcePorts> ports(final ChainSource each) {
        return Optional.of(each instanceof ChainSource.PortSource port ? SourcePorts.at(port.port())
            : each instanceof ChainSource.WtpSource ? SourcePorts.at(wtps.get(0))
            : each instanceof ChainSource.StationUplink ? source : SourcePorts.at(vap));
    }

    PlainFrame uplink(final int priority) {
        return new PlainFrame(STATION, new RadioTag(-60, 2, priority, 0, VAP.lastTwoOctets()).toMac(), List.of(),
            CloudmacFrame.ETHERTYPE, null);
    }

    PlainFrame downlink(final int priority) {
        return new PlainFrame(new RadioTag(20, 2, priority, 0, VAP.lastTwoOctets()).toMac(), STATION, List.of(),
            CloudmacFrame.ETHERTYPE, null);
    }

    /** Returns a frame of a VAP for any station. */
    PlainFrame downlink(final int lastTwoOctets, final Mac station) {
        return new PlainFrame(new RadioTag(20, 2, 0, 0, lastTwoOctets).toMac(), station, List.of(),
            CloudmacFrame.ETHERTYPE, null);
    }

    PlainFrame beacon() {
        return new PlainFrame(new RadioTag(20, 2, 7, 0, VAP.lastTwoOctets()).toMac(), Mac.BROADCAST, List.of(),
            CloudmacFrame.ETHERTYPE, null);
    }

    /** Returns the ports of LVNFs where frames of a direction come in, in order. */
    List<PortId> passed(final boolean isUplink) {
        return new ChainSpec(ChainSource.at(vap), uplinkMatch(TAG), hops, Optional.of(ChainSource.at(vap)), false)
            .directions().get(isUplink ? 0 : 1).hops().stream()
            .map(hop -> chains.lvnfs.get(hop.lvnf()).get(hop.in())).toList();
    }

    /** Returns the rules of all switches by node id and rule id: those without chains, and those of stages. */
    Map<String, Map<String, Rule>> rules(final Collection<ChainStage> stages) {
        final Map<String, Map<String, Rule>> all = new HashMap<>();
        chains.rules(stages).forEach((node, rules) -> all.put(node, new LinkedHashMap<>(rules)));
        final PathTree tree = PathTree.of(chains.network(), vap.node());
        final Set<PortId> ends = new HashSet<>(uplinks);
        ends.add(downlink);
        for (final PortId wtp : ends) {
            for (final PathTree.Hop hop : tree.path(vap, wtp).orElseThrow()) {
                if (uplinks.contains(wtp)) {
                    add(all, new Match(hop.out(), MaskedMac.exactly(STATION),
                        MaskedMac.tagOf(VAP.lastTwoOctets()), CloudmacFrame.ETHERTYPE), hop.in());
                }
                if (wtp.equals(downlink)) {
                    add(all, new Match(hop.in(), TAG, MaskedMac.exactly(STATION), CloudmacFrame.ETHERTYPE),
                        hop.out());
                }
            }
        }
        // As in a handover, the other branch of the downlink has rules where the serving path does not pass.
        final Set<String> passed = new HashSet<>();
        tree.path(vap, downlink).orElseThrow().forEach(hop -> passed.add(hop.in().node()));
        uplinks.forEach(wtp -> tree.path(vap, wtp).orElseThrow().stream()
            .filter(hop -> !passed.contains(hop.in().node())).forEach(hop -> add(all,
                new Match(hop.in(), TAG, MaskedMac.exactly(STATION), CloudmacFrame.ETHERTYPE), hop.out())));
        add(all, new Match(vap, TAG, MaskedMac.GROUP, CloudmacFrame.ETHERTYPE), null);
        return all;
    }

    private static void add(final Map<String, Map<String, Rule>> all, final Match match, final PortId out) {
        final Rule rule = new Rule(Priorities.FORWARD, match, 0,
            out == null ? List.of() : List.of(new Action.Output(out)));
        all.get(match.inPort().node()).put(rule.id(), rule);
    }
}
