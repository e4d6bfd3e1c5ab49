// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.plan.CopyRule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rules for copies of a station at a switch that is not on its path.
 *
 * <pre>
 *   wtp1 --1 [A] 3--1 [B] 2-- wtp2
 *        vap --2
 * </pre>
 */
class CopiesAtSwitchesTest extends ProgrammedFlowsFixture {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";
    private static final PortId WTP2_PORT = new PortId(B, 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey STRANGER = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:99"));
    private static final Assignment BOUND = new Assignment(Map.of(WTP1, new PortId(A, 1), WTP2, WTP2_PORT),
        Map.of(BSSID, new Vap(new PortId(A, 2), 2412, Set.of(WTP1, WTP2))),
        Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
    private static final List<Rule> RULES = List.of(new CopyRule(KEY.station(), BSSID.lastTwoOctets()).rule(false),
        new CopyRule(KEY.station(), RadioTag.VAP_ANY).rule(false));
    private static final Duration AUDIT = Duration.ofSeconds(3);
    private static final Duration SOON = Duration.ofMillis(20);

    CopiesAtSwitchesTest() {
        super(BOUND, new Network(Set.of(A, B), Map.of(),
            Set.of(InterSwitchLink.between(new PortId(A, 3), new PortId(B, 1)))));
    }

    private static Set<String> commands(final String verb) {
        return RULES.stream().map(rule -> verb + " " + rule.cookie()).collect(Collectors.toSet());
    }

    private Set<Rule> planned(final String node) {
        return flows.status().stream().filter(flow -> flow.node().equals(node)).map(FlowStatus::rule)
            .collect(Collectors.toSet());
    }

    /** Lets the switches show their first rules, and forget the commands that they received. */
    private void drain() {
        loop.advance(AUDIT);
        fake(A).sent();
        fake(B).sent();
    }

    @Test
    void aCopyAddsTheRulesOfItsStationAtItsSwitchOnly() {
        drain();
        flows.onCopy(KEY, WTP2_PORT);
        flows.onCopy(KEY, WTP2_PORT);
        loop.advance(SOON);
        assertEquals(commands("add"), Set.copyOf(fake(B).sent()));
        assertEquals(List.of(), fake(A).sent());
        flows.onCopy(KEY, WTP2_PORT);
        loop.advance(SOON);
        assertEquals(List.of(), fake(B).sent(), "it has them");
    }

    @Test
    void severalCopiesCauseOneComputation() {
        drain();
        flows.onCopy(KEY, WTP2_PORT);
        flows.onCopy(KEY, new PortId("openflow:8", 1));
        flows.onCopy(KEY, new PortId("openflow:9", 1));
        computed = 0;
        loop.advance(SOON);
        assertEquals(1, computed);
    }

    @Test
    void theCopyOfAnUnboundStationAddsNothing() {
        drain();
        flows.onCopy(STRANGER, WTP2_PORT);
        loop.advance(SOON);
        assign(new Assignment(BOUND.wtps(), BOUND.vaps(),
            Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC), STRANGER, ServingWtps.by(WTP1, Origin.AUTOMATIC))));
        assertEquals(List.of(), fake(B).sent());
    }

    @Test
    void theSwitchBeforeAHandoverKeepsItsRulesUntilTheStationIsUnbound() {
        drain();
        assign(new Assignment(BOUND.wtps(), BOUND.vaps(), Map.of(KEY, ServingWtps.by(WTP2, Origin.AUTOMATIC))));
        assertEquals(Set.copyOf(RULES), copyRules(A));
        assertEquals(Set.copyOf(RULES), copyRules(B));
        assign(new Assignment(BOUND.wtps(), BOUND.vaps(), Map.of()));
        assertEquals(Set.of(), copyRules(A));
        assertEquals(Set.of(), copyRules(B));
    }

    private Set<Rule> copyRules(final String node) {
        final Set<Rule> rules = new HashSet<>(planned(node));
        rules.retainAll(RULES);
        return rules;
    }

    @Test
    void theUsedCopyRulesOfAnEarlierControllerStay() {
        drain();
        final Set<Rule> all = new HashSet<>(planned(B));
        all.addAll(RULES);
        fake(B).install(all);
        RULES.forEach(rule -> fake(B).count(rule, 5));
        loop.advance(AUDIT.multipliedBy(3));
        assertEquals(commands("add"), Set.copyOf(fake(B).sent()), "nothing is deleted");
        assertEquals(Set.copyOf(RULES), copyRules(B));
    }

    @Test
    void theUnusedCopyRulesOfAnEarlierControllerAreDeleted() {
        drain();
        final Set<Rule> all = new HashSet<>(planned(B));
        all.addAll(RULES);
        fake(B).install(all);
        loop.advance(AUDIT.multipliedBy(3));
        assertEquals(commands("remove"), Set.copyOf(fake(B).sent()));
        assertFalse(planned(B).contains(RULES.get(0)));
    }
}
