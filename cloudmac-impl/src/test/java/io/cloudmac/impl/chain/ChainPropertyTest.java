// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Frames in random networks with random chains. */
class ChainPropertyTest {
    private static final int NETWORKS = 150;
    private static final int FRAMES = 60;
    private static final int CHANGES = 5;

    private static Set<ChainId> active(final Map<ChainId, ChainTarget> targets) {
        final Set<ChainId> active = new TreeSet<>();
        targets.forEach((id, target) -> {
            if (target.way().isPresent()) {
                active.add(id);
            }
        });
        return active;
    }

    private static Map<ChainId, ChainStage> finished(final Map<ChainId, ChainTarget> targets) {
        final Map<ChainId, ChainStage> stages = new TreeMap<>();
        targets.forEach((id, target) -> stages.put(id, target.way()
            .map(way -> new ChainStage(way.entry(), way.path(), Set.of()))
            .orElse(new ChainStage(target.fallback(), Set.of(), Set.of()))));
        return stages;
    }

    /** Copies of a frame may leave the network in any order. */
    private static List<String> sorted(final List<LearningSwitches.Delivered> delivered) {
        return delivered.stream().map(Object::toString).sorted().toList();
    }

    @Test
    void framesPassTheFunctionsInOrderOnceAndGoOnAsWithoutChains() {
        int through = 0;
        for (int seed = 0; seed < NETWORKS; seed++) {
            final RandomChains chains = new RandomChains(new Random(seed));
            chains.addChains(0);
            final Map<ChainId, ChainTarget> targets = new ChainPlanner().update(chains.inputs());
            final LearningSwitches with = chains.switches();
            final LearningSwitches without = chains.switches();
            final var rules = chains.rules(finished(targets).values());
            rules.forEach((node, each) -> with.setRules(node, List.copyOf(each.values())));
            chains.rules(List.of()).forEach((node, each) -> without.setRules(node, List.copyOf(each.values())));
            for (int i = 0; i < FRAMES; i++) {
                final PortId from = chains.host();
                final PlainFrame frame = chains.frame(from);
                final String what = "seed " + seed + ": " + frame + " at " + from;
                final List<PortId> expected = chains.expected(from, frame, active(targets));
                assertEquals(sorted(without.send(from, frame)), sorted(with.send(from, frame)), what);
                assertEquals(expected, with.processed(), what);
                assertEquals(without.learned(), with.learned(), what);
                through += expected.isEmpty() ? 0 : 1;
            }
        }
        assertTrue(through > NETWORKS, "only " + through + " frames entered a chain");
    }

    /**
     * Chains come, change and go, and LVNFs move, while frames are sent. Switches get the rules of a stage one after
     * the other. Each frame passes the functions of the chain before or after, or none, and arrives.
     */
    @Test
    void noFrameIsLostWhileChainsChange() {
        for (int seed = 0; seed < NETWORKS; seed++) {
            final Random random = new Random(seed);
            final RandomChains chains = new RandomChains(random);
            final ChainPlanner planner = new ChainPlanner();
            final ChainSteps steps = new ChainSteps();
            final LearningSwitches with = chains.switches();
            final LearningSwitches without = chains.switches();
            chains.rules(List.of()).forEach((node, each) -> without.setRules(node, List.copyOf(each.values())));
            Map<String, Map<String, Rule>> present = chains.rules(List.of());
            present.forEach((node, each) -> with.setRules(node, List.copyOf(each.values())));
            for (int change = 0; change < CHANGES; change++) {
                if (change == 0 || random.nextInt(3) == 0) {
                    chains.specs.clear();
                    chains.addChains(change * 10);
                } else {
                    chains.place(random.nextInt(RandomChains.LVNFS));
                    chains.connect(with);
                    chains.connect(without);
                }
                steps.aim(planner.update(chains.inputs()));
                for (var changed = step(steps); !changed.isEmpty(); changed = step(steps)) {
                    changed.keySet().forEach(id -> planner.retain(id, steps.stage(id).vlans()));
                    present = install(chains, with, without, present,
                        chains.rules(new TreeMap<>(steps.stages()).values()), random,
                        "seed " + seed + ", change " + change);
                }
                assertEquals(0, steps.moving().count());
            }
        }
    }

    private static Map<ChainId, Optional<ChainStage>> step(final ChainSteps steps) {
        return steps.step(id -> true, id -> true);
    }

    /** Gives the rules to one switch after the other, and sends frames in between. */
    private static Map<String, Map<String, Rule>> install(final RandomChains chains, final LearningSwitches with,
            final LearningSwitches without, final Map<String, Map<String, Rule>> before,
            final Map<String, Map<String, Rule>> after, final Random random, final String where) {
        final List<String> nodes = new ArrayList<>(after.keySet());
        Collections.shuffle(nodes, random);
        final Map<String, Map<String, Rule>> now = new HashMap<>(before);
        for (final String node : nodes) {
            now.put(node, after.get(node));
            with.setRules(node, List.copyOf(after.get(node).values()));
            for (int i = 0; i < 4; i++) {
                final PortId from = chains.host();
                final PlainFrame frame = chains.frame(from);
                final String what = where + ": " + frame + " at " + from;
                assertEquals(sorted(without.send(from, frame)), sorted(with.send(from, frame)), what);
                assertEquals(with.processed().size(), new HashSet<>(with.processed()).size(), what);
                assertEquals(without.learned(), with.learned(), what);
            }
        }
        return now;
    }

    @Test
    void aChangeComputesOnlyTheChainsThatItConcerns() {
        final RandomChains chains = new RandomChains(new Random(3));
        final ChainPlanner planner = new ChainPlanner();
        final List<ChainId> ids = new ArrayList<>();
        for (int number = 0; number < 1000; number++) {
            final ChainId id = new ChainId("t", "c" + number);
            ids.add(id);
            chains.lvnfs.put("g" + number, List.of(new PortId(RandomChains.node(0), 1000 + 2L * number),
                new PortId(RandomChains.node(0), 1001 + 2L * number)));
            chains.specs.put(id, new ChainSpec(ChainSource.at(new PortId(RandomChains.node(0), 20_000 + number)),
                chains.match(), List.of(new ChainHop("g" + number, 0, 1)), Optional.empty(), false));
        }
        assertEquals(1000, planner.update(chains.inputs()).size());
        assertEquals(1000, planner.computed());
        assertEquals(Map.of(), planner.update(chains.inputs()));
        assertEquals(0, planner.computed());
        chains.lvnfs.put("g7", List.of(new PortId(RandomChains.node(0), 9000), new PortId(RandomChains.node(0), 9001)));
        assertEquals(Set.of(ids.get(7)), planner.update(chains.inputs()).keySet());
        assertEquals(1, planner.computed());
        chains.specs.remove(ids.get(8));
        assertEquals(Map.of(ids.get(8), ChainTarget.NONE), planner.update(chains.inputs()));
        assertEquals(0, planner.computed());
        chains.lvnfs.remove("g9");
        final Map<ChainId, ChainTarget> waiting = planner.update(chains.inputs());
        assertEquals("the place of port 0 of LVNF g9 is not known", waiting.get(ids.get(9)).reason());
        assertEquals(1, planner.computed());
    }
}
