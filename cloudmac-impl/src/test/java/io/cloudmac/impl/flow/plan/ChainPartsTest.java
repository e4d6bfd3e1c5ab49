// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainRule;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rules of chains among the rules of all contributors. */
class ChainPartsTest {
    private static final String NODE = "openflow:1";
    private static final Network NETWORK = new Network(Set.of(NODE), Map.of(), Set.of());
    private static final PortId TRUNK = new PortId(NODE, 100);

    private final HelloMeters hellos = new HelloMeters();
    private final CopySwitches copies = new CopySwitches();
    private final RulePlanner planner = new RulePlanner((node, rule) -> rule);
    private VersionedMap<ChainId, ChainStage> chains = VersionedMap.copyOf(Map.of());
    private QueueLookup queues = QueueLookup.NONE;

    private static ChainId id(final int number) {
        return new ChainId("t", "c" + number);
    }

    /** Returns a rule that sends frames of a port to the trunk, with a tag. */
    private static ChainRule rule(final int port, final int vlan) {
        return new ChainRule(NODE, FlowTables.INGRESS, 70, new Match(new PortId(NODE, port), null, null,
            PacketFields.ANY, PacketFields.of(VlanTag.ABSENT), PacketFields.ANY),
            List.of(new Action.PushVlan(), new Action.SetVlan(vlan)), TRUNK);
    }

    private static ChainRule source(final int port) {
        return new ChainRule(NODE, FlowTables.INGRESS, 60, new Match(new PortId(NODE, port), null, null,
            PacketFields.ANY), List.of(new Action.GoToTable(FlowTables.CHAINS)), null);
    }

    private RuleDelta set(final int number, final ChainStage stage) {
        chains = chains.with(Map.of(id(number), Optional.ofNullable(stage)));
        return update();
    }

    private RuleDelta update() {
        return planner.update(new PlanInputs(new Assignment(Map.of(), Map.of(), Map.of()), NETWORK, RadioRules.NONE,
            queues, Set.of(), false, hellos, copies, chains));
    }

    private static Set<String> actions(final Map<String, Rule> rules) {
        final Set<String> texts = new TreeSet<>();
        rules.values().forEach(rule -> texts.add(rule.actionsText()));
        return texts;
    }

    @Test
    void aChangeOfOneChainComputesItsKeysOnly() {
        update();
        final int before = planner.plan().get(NODE).size();
        for (int number = 0; number < 1000; number++) {
            chains = chains.with(Map.of(id(number), Optional.of(
                new ChainStage(Set.of(source(number + 200)), Set.of(rule(number + 2000, 3000)), Set.of()))));
        }
        update();
        assertEquals(before + 2000, planner.plan().get(NODE).size());
        final RuleDelta delta = set(7, new ChainStage(Set.of(source(207)), Set.of(rule(2007, 3001)), Set.of()));
        assertEquals(RuleKey.chain(id(7)).size(), planner.recomputed());
        assertEquals(Set.of("push_vlan:0x8100,set_field:7097->vlan_vid,output:100"),
            actions(delta.switches().get(NODE).put()));
        assertTrue(delta.switches().get(NODE).removed().isEmpty());
        assertEquals(2, set(8, null).switches().get(NODE).removed().size());
        assertEquals(RuleKey.chain(id(8)).size(), planner.recomputed());
    }

    @Test
    void thePathHasPrecedenceAndSharedRulesStay() {
        update();
        set(1, new ChainStage(Set.of(source(5)), Set.of(rule(9, 3000)), Set.of(rule(9, 3001))));
        assertTrue(actions(planner.plan().get(NODE)).contains("push_vlan:0x8100,set_field:7096->vlan_vid,output:100"));
        set(1, new ChainStage(Set.of(source(5)), Set.of(rule(9, 3001)), Set.of(rule(9, 3000))));
        assertTrue(actions(planner.plan().get(NODE)).contains("push_vlan:0x8100,set_field:7097->vlan_vid,output:100"));
        set(2, new ChainStage(Set.of(source(5)), Set.of(), Set.of()));
        set(1, null);
        assertTrue(actions(planner.plan().get(NODE)).contains("goto_table:4"));
        set(2, null);
        assertTrue(planner.plan().get(NODE).values().stream().noneMatch(rule -> rule.priority() < 100));
    }

    @Test
    void segmentsHaveTheQueueOfTheirPort() {
        update();
        set(1, new ChainStage(Set.of(), Set.of(rule(9, 3000)), Set.of()));
        queues = (port, priority) -> port.equals(TRUNK) ? OptionalLong.of(10 + priority) : OptionalLong.empty();
        final RuleDelta delta = update();
        assertEquals(Set.of("push_vlan:0x8100,set_field:7096->vlan_vid,set_queue:10,output:100"),
            actions(delta.switches().get(NODE).put()));
    }
}
