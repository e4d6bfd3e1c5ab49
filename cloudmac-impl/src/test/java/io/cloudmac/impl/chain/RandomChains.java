// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.opendaylight.yangtools.concepts.Registration;

/** A random tree of switches with hosts, LVNFs and chains. Port 100 and above are trunks, 50 to 99 are LVNFs'. */
final class RandomChains implements LvnfPlaces {
    static final VlanRange RANGE = new VlanRange(3000, 3200);
    static final int LVNFS = 5;
    static final int CLOUDMAC = 0x1337;

    private static final int TRUNK = 100;
    private static final int LVNF = 50;
    private static final int IPV4 = 0x800;
    private static final int ARP = 0x806;
    private static final int[] VLANS = { 0, 10, 20 };
    private static final String TENANT = "t";

    final Set<InterSwitchLink> links = new HashSet<>();
    final Set<PortId> edges = new HashSet<>();
    final List<PortId> hosts = new ArrayList<>();
    /** The ports of LVNFs, also of those that have moved, by name and number. */
    final Map<String, List<PortId>> lvnfs = new TreeMap<>();
    final Set<PortId> allLvnfPorts = new HashSet<>();
    final Map<ChainId, ChainSpec> specs = new TreeMap<>();
    private final Random random;
    private final int switches;
    private int nextLvnfPort = LVNF;

    RandomChains(final Random random) {
        this.random = random;
        switches = 1 + random.nextInt(6);
        for (int number = 1; number < switches; number++) {
            links.add(InterSwitchLink.between(new PortId(node(number), TRUNK),
                new PortId(node(random.nextInt(number)), TRUNK + number)));
        }
        for (int number = 0; number < switches; number++) {
            for (int port = 1; port <= 2; port++) {
                hosts.add(new PortId(node(number), port));
            }
        }
        edges.addAll(hosts);
        for (int number = 0; number < LVNFS; number++) {
            place(number);
        }
    }

    static String node(final int number) {
        return "openflow:" + (number + 1);
    }

    /** Puts an LVNF to a switch. */
    void place(final int number) {
        final String node = node(random.nextInt(switches));
        final List<PortId> ports = List.of(new PortId(node, nextLvnfPort), new PortId(node, nextLvnfPort + 1));
        nextLvnfPort += 2;
        lvnfs.put("f" + number, ports);
        allLvnfPorts.addAll(ports);
    }

    @Override
    public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
        return Optional.ofNullable(lvnfs.get(lvnf)).map(ports -> ports.get(port));
    }

    @Override
    public boolean isLvnf(final PortId port) {
        return allLvnfPorts.contains(port);
    }

    @Override
    public Registration listen(final Runnable changed) {
        return () -> { };
    }

    Network network() {
        final Set<String> nodes = new HashSet<>();
        IntStream.range(0, switches).forEach(number -> nodes.add(node(number)));
        return new Network(nodes, Map.of(), links);
    }

    ChainInputs inputs() {
        return new ChainInputs(new ConfiguredChains(specs, RANGE), source ->
            Optional.of(SourcePorts.at(((ChainSource.PortSource) source).port())), this, network());
    }

    LearningSwitches switches() {
        final LearningSwitches model = new LearningSwitches(links, edges);
        connect(model);
        return model;
    }

    void connect(final LearningSwitches model) {
        lvnfs.values().forEach(ports -> model.addFunction(ports.get(0), ports.get(1)));
    }

    /** Adds chains whose LVNFs no other chain has: their exits are their own. */
    void addChains(final int first) {
        final List<Integer> free = new ArrayList<>(IntStream.range(0, LVNFS).boxed().toList());
        Collections.shuffle(free, random);
        for (int number = first; !free.isEmpty(); number++) {
            final int length = 1 + random.nextInt(Math.min(3, free.size()));
            final List<ChainHop> hops = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                final int in = random.nextInt(2);
                hops.add(new ChainHop("f" + free.remove(0), in, 1 - in));
            }
            final PortId source = host();
            specs.put(new ChainId(TENANT, "c" + number), new ChainSpec(ChainSource.at(source), match(), hops,
                random.nextBoolean() ? Optional.of(ChainSource.at(host())) : Optional.empty(), false));
        }
    }

    PortId host() {
        return hosts.get(random.nextInt(hosts.size()));
    }

    static Mac mac(final PortId host) {
        return new Mac(0x0200_0000_0000L + Integer.parseInt(host.node().substring(9)) * 256L + host.number());
    }

    private IpPrefix address(final PortId host) {
        return IpPrefix.parse("10." + host.node().substring(9) + ".0." + host.number() + "/32");
    }

    ChainMatch match() {
        final boolean ip = random.nextInt(3) > 0;
        final boolean ports = ip && random.nextBoolean();
        final int vlan = VLANS[random.nextInt(VLANS.length)];
        final PacketFields packet = new PacketFields(vlan == 0 ? VlanTag.ABSENT : VlanTag.of(vlan),
            ports ? PacketFields.UDP : PacketFields.ANY, ip && random.nextBoolean() ? prefix() : null,
            ip && random.nextBoolean() ? prefix() : null, ports && random.nextBoolean() ? 53 : PacketFields.ANY,
            ports && random.nextBoolean() ? 80 : PacketFields.ANY);
        return new ChainMatch(random.nextInt(4) == 0 ? MaskedMac.exactly(mac(host())) : null,
            random.nextInt(4) == 0 ? MaskedMac.exactly(mac(host())) : null, ip ? IPV4 : PacketFields.ANY, packet);
    }

    private IpPrefix prefix() {
        return IpPrefix.parse("10." + (1 + random.nextInt(switches)) + ".0.0/" + List.of(0, 8, 16, 24)
            .get(random.nextInt(4)));
    }

    /** Returns a frame of a host to another one, to an unknown one, or to all. */
    PlainFrame frame(final PortId from) {
        final PortId to = host();
        final int vlan = VLANS[random.nextInt(VLANS.length)];
        final int kind = random.nextInt(10);
        final Mac destination = kind == 0 ? Mac.BROADCAST : kind == 1 ? new Mac(0x0200_ffff_ffffL) : mac(to);
        final List<Integer> tags = vlan == 0 ? List.of() : List.of(vlan);
        if (kind < 3) {
            return new PlainFrame(mac(from), destination, tags, kind == 2 ? CLOUDMAC : ARP, null);
        }
        return new PlainFrame(mac(from), destination, tags, IPV4, new PacketFields(null,
            random.nextBoolean() ? PacketFields.UDP : PacketFields.TCP, address(from), address(to),
            random.nextBoolean() ? 53 : 1024, random.nextBoolean() ? 80 : 1024));
    }

    /** Returns the ports of LVNFs where a frame of a host must come in, by its most specific chain. */
    List<PortId> expected(final PortId from, final PlainFrame frame, final Set<ChainId> active) {
        int best = -1;
        List<PortId> ports = List.of();
        for (final ChainId id : active) {
            for (final ChainSpec.ChainDirection direction : specs.get(id).directions()) {
                if (ChainSource.at(from).equals(direction.source()) && frame.ethertype() != CLOUDMAC
                        && frame.matches(direction.match().at(null)) && direction.match().bits() > best) {
                    best = direction.match().bits();
                    ports = direction.hops().stream().map(hop -> lvnfs.get(hop.lvnf()).get(hop.in())).toList();
                }
            }
        }
        return ports;
    }

    /** Returns rules as switches get them, and the rule that drops CloudMAC's own frames, by node id. */
    Map<String, Map<String, Rule>> rules(final Collection<ChainStage> stages) {
        final Map<String, Map<String, Rule>> byNode = new HashMap<>();
        for (int number = 0; number < switches; number++) {
            final Rule drop = new Rule(100, new Match(null, null, null, CLOUDMAC), 0, List.of());
            byNode.computeIfAbsent(node(number), first -> new LinkedHashMap<>()).put(drop.id(), drop);
        }
        // Where two parts have the same rule, the first one decides, as in the ledger.
        stages.forEach(stage -> List.of(stage.entry(), stage.path(), stage.other()).forEach(part -> part.forEach(
            each -> byNode.get(each.node()).putIfAbsent(each.id(), rule(each)))));
        return byNode;
    }

    private static Rule rule(final ChainRule each) {
        final List<Action> actions = new ArrayList<>(each.actions());
        if (each.output() != null) {
            actions.add(each.output().equals(each.match().inPort()) ? new Action.OutputBack()
                : new Action.Output(each.output()));
        }
        return new Rule(each.table(), each.priority(), each.match(), 0, actions);
    }
}
