// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.chain.LearningSwitches.Delivered;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Frames of a station in random networks, while it is handed over and LVNFs move. */
class RawChainPropertyTest {
    private static final int NETWORKS = 200;
    private static final int HANDOVERS = 4;
    private static final ChainId ID = new ChainId("t", "filter");

    private final Map<ChainId, ChainSpec> specs = new TreeMap<>();
    private ChainPlanner planner;
    private ChainSteps steps;
    private RawNetwork network;
    private LearningSwitches switches;
    private Map<String, Map<String, Rule>> present;
    private Random random;
    private String where;

    private void start(final int seed) {
        random = new Random(seed);
        network = new RawNetwork(random);
        planner = new ChainPlanner();
        steps = new ChainSteps();
        switches = network.chains.switches();
        specs.clear();
        specs.put(ID, network.spec());
        where = "seed " + seed;
        present = network.rules(List.of());
        present.forEach((node, each) -> switches.setRules(node, List.copyOf(each.values())));
    }

    /** Plans and takes all steps. Frames are sent after each switch has got its rules of a step. */
    private void follow(final boolean isWatched) {
        steps.aim(planner.update(network.inputs(specs)));
        do {
            final Map<String, Map<String, Rule>> wanted = network.rules(new TreeMap<>(steps.stages()).values());
            final List<String> nodes = new ArrayList<>(wanted.keySet());
            Collections.shuffle(nodes, random);
            final Map<String, Map<String, Rule>> now = new HashMap<>(present);
            for (final String node : nodes) {
                now.put(node, wanted.get(node));
                switches.setRules(node, List.copyOf(wanted.get(node).values()));
                if (isWatched) {
                    check();
                }
            }
            present = now;
            steps.stages().forEach((id, stage) -> planner.retain(id, stage.vlans()));
        } while (!steps.step(id -> true, id -> true).isEmpty());
        assertEquals(0, steps.moving().count(), where);
    }

    private void check() {
        final int priority = random.nextInt(8);
        for (final PortId wtp : network.wtps) {
            final List<Delivered> found = switches.send(wtp, network.uplink(priority));
            if (!found.isEmpty()) {
                assertEquals(List.of(new Delivered(network.vap, network.uplink(priority))), found, where);
                assertEquals(network.passed(true), switches.processed(), where);
            }
            assertTrue(!found.isEmpty() || !network.uplinks.contains(wtp) || !wtp.equals(network.source.back()),
                where + ": a frame at " + wtp + " is lost");
        }
        final List<Delivered> found = switches.send(network.vap, network.downlink(priority));
        assertEquals(1, found.size(), where);
        assertEquals(network.downlink(priority), found.get(0).frame(), where);
        assertTrue(network.wtps.contains(found.get(0).port()), where);
        assertEquals(network.passed(false), switches.processed(), where);
        switches.send(network.vap, network.beacon());
        assertEquals(List.of(), switches.processed(), where);
    }

    @Test
    void noFrameIsLostOrSkipsAFunctionInAHandover() {
        for (int seed = 0; seed < NETWORKS; seed++) {
            start(seed);
            follow(false);
            for (int i = 0; i < HANDOVERS; i++) {
                handOver();
                if (random.nextInt(3) == 0) {
                    network.chains.place(0);
                    network.chains.connect(switches);
                    follow(false);
                }
            }
        }
    }

    @Test
    void onlyAnswersOfTheChainReachTheWtpFromTheReplyPort() {
        final Mac unbound = new Mac(0x0200_0000_5002L);
        for (int seed = 0; seed < NETWORKS; seed++) {
            start(seed);
            specs.put(ID, network.replying("r"));
            network.chains.connect(switches);
            follow(false);
            final List<PortId> ports = network.chains.lvnfs.get("r");
            final PortId wtp = network.wtps.get(0);
            assertEquals(List.of(new Delivered(network.vap, network.uplink(5))),
                switches.send(wtp, network.uplink(5)), where);
            assertEquals(List.of(ports.get(0)), switches.processed(), where);
            final int vap = RawNetwork.VAP.lastTwoOctets();
            final PlainFrame reply = network.downlink(vap, unbound);
            assertEquals(List.of(new Delivered(wtp, reply)), switches.send(ports.get(2), reply), where);
            assertEquals(List.of(), switches.send(ports.get(2), network.downlink(vap + 1, unbound)), where);
            assertEquals(List.of(), switches.send(ports.get(2), network.chains.frame(wtp)), where);
            assertEquals(List.of(), switches.send(ports.get(2), network.beacon()), where);
            assertEquals(List.of(), switches.processed(), where);
        }
    }

    @Test
    void repliesLeaveTheNewPlaceOfAnLvnfThatHasMoved() {
        for (int seed = 0; seed < NETWORKS; seed++) {
            start(seed);
            specs.put(ID, network.replying("r"));
            network.chains.connect(switches);
            follow(false);
            final PortId before = network.chains.lvnfs.get("r").get(2);
            network.placeReplying("r", 800);
            network.chains.connect(switches);
            follow(false);
            final PlainFrame reply = network.downlink(RawNetwork.VAP.lastTwoOctets(), RawNetwork.STATION);
            assertEquals(List.of(new Delivered(network.wtps.get(0), reply)),
                switches.send(network.chains.lvnfs.get("r").get(2), reply), where);
            assertTrue(present.get(before.node()).values().stream().noneMatch(rule ->
                before.equals(rule.match().inPort())), where);
        }
    }

    /** The steps of a handover, see {@link StationChains}. */
    private void handOver() {
        final PortId from = network.downlink;
        final List<PortId> others = network.wtps.stream().filter(wtp -> !wtp.equals(from)).toList();
        final PortId to = others.get(random.nextInt(others.size()));
        network.source = SourcePorts.of(Set.of(from, to), from);
        follow(true);
        network.serve(Set.of(from, to), from);
        follow(true);
        network.serve(Set.of(from, to), to);
        follow(true);
        network.source = SourcePorts.of(Set.of(from, to), to);
        follow(true);
        network.serve(Set.of(to), to);
        follow(true);
        network.source = SourcePorts.at(to);
        follow(true);
        assertEquals(List.of(), switches.send(from, network.uplink(0)), where);
    }

    /** After any events, the rules are as a new controller would make them, except the numbers of segments. */
    @Test
    void theRulesAreThoseFromScratch() {
        for (int seed = 0; seed < NETWORKS; seed++) {
            start(seed);
            follow(false);
            for (int i = 0; i < HANDOVERS; i++) {
                handOver();
            }
            final ChainWay fresh = new ChainPlanner().update(network.inputs(specs)).get(ID).way().orElseThrow();
            final ChainWay kept = steps.targets().get(ID).way().orElseThrow();
            assertEquals(shape(fresh), shape(kept), where);
            assertEquals(kept.vlans(), steps.stage(ID).vlans(), where);
            specs.clear();
            follow(false);
            assertEquals(network.rules(List.of()), present, where);
        }
    }

    private static List<String> shape(final ChainWay way) {
        return Stream.of(way.entry(), way.path()).flatMap(Set::stream)
            .map(rule -> rule.toString().replaceAll("set_field:\\d+->vlan_vid|dl_vlan=\\d+", "segment")).sorted()
            .toList();
    }

    @Test
    void aHandoverChangesTheRulesOfItsChainOnly() {
        start(7);
        for (int number = 0; number < 100; number++) {
            network.chains.lvnfs.put("g" + number, List.of(new PortId(RandomChains.node(0), 1000 + 2L * number),
                new PortId(RandomChains.node(0), 1001 + 2L * number)));
            specs.put(new ChainId("t", "c" + number), new ChainSpec(
                ChainSource.at(new PortId(RandomChains.node(0), 20_000 + number)), network.chains.match(),
                List.of(new ChainHop("g" + number, 0, 1)), Optional.empty(), false));
        }
        planner.update(network.inputs(specs));
        network.source = SourcePorts.of(Set.of(network.wtps.get(0), network.wtps.get(1)), network.wtps.get(0));
        assertEquals(Set.of(ID), planner.update(network.inputs(specs)).keySet());
        assertEquals(1, planner.computed());
    }
}
