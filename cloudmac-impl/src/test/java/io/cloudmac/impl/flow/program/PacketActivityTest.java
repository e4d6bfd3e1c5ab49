// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.activity.PacketActivity;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.flow.plan.FreshPlan;
import io.cloudmac.impl.flow.plan.HelloMeters;
import io.cloudmac.impl.flow.plan.QueueLookup;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Which VAPs and stations are silent according to the answers of the switches.
 *
 * <pre>
 *   wtp --1 [A] 3--1 [B] 2-- vap
 * </pre>
 */
class PacketActivityTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final Network NETWORK = new Network(Set.of(A, B), Map.of(),
        Set.of(InterSwitchLink.between(new PortId(A, 3), new PortId(B, 1))));
    private static final Assignment ASSIGNMENT = new Assignment(Map.of(WTP, new PortId(A, 1)),
        Map.of(BSSID, new Vap(new PortId(B, 2), 2412, Set.of(WTP))),
        Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC)));
    private static final Instant START = Instant.parse("2026-11-22T12:00:00Z");

    private final RuleAudit ruleAudit = new RuleAudit();
    private final PacketActivity activity = new PacketActivity();
    private Map<String, Map<String, Rule>> plan;

    @BeforeEach
    void plan() {
        plan = FreshPlan.of(ASSIGNMENT, NETWORK, RadioRules.NONE, QueueLookup.NONE, activity.silent(), false,
            new HelloMeters());
        plan.forEach((node, rules) ->
            ruleAudit.onPlan(new RuleDelta(Map.of(node, new RuleDelta.Change(rules, Map.of(), Map.of())))));
    }

    private static Instant at(final int second) {
        return START.plusSeconds(second);
    }

    /** Lets a switch answer at second {@code now} a query of second {@code asked}, with one count for all rules. */
    private boolean answer(final String node, final int asked, final int now, final long packets) {
        return observe(node, asked, now, compare(node, plan.get(node).values().stream()
            .map(rule -> new ReportedRule(rule.cookie(), rule.actionsText(), packets, null)).toList()));
    }

    private boolean answer(final String node, final int now, final long packets) {
        return answer(node, now, now, packets);
    }

    private boolean observe(final String node, final int asked, final int now, final Set<String> shown) {
        return activity.observe(ASSIGNMENT, ruleAudit.rulesAt(node), ASSIGNMENT.wtps()::containsValue, shown,
            at(asked), at(now));
    }

    private Optional<Instant> stationKnownUntil() {
        return activity.stationKnownUntil(KEY,
            ruleAudit.uplinks(KEY).stream().map(flow -> flow.rule().match().inPort()),
            ASSIGNMENT.wtps()::containsValue);
    }

    /** Returns the ids of the rules that the table shows. */
    private Set<String> compare(final String node, final List<ReportedRule> table) {
        return ruleAudit.compare(node, table, cookie -> false).shown();
    }

    @Test
    void aVapWithoutFramesIsSilent() {
        answer(B, 0, 100);
        answer(B, 3, 130);
        assertFalse(answer(B, 13, 130));
        assertEquals(Optional.of(at(3)), activity.vapLastSeen(BSSID));
        assertTrue(answer(B, 14, 130));
        assertEquals(Set.of(BSSID), activity.silent());
        assertFalse(answer(A, 15, 1), "it is known already");
    }

    @Test
    void aVapOfADisconnectedSwitchKeepsItsState() {
        answer(B, 0, 100);
        ruleAudit.markPending(B);
        for (int second = 3; second <= 60; second += 3) {
            assertFalse(answer(A, second, second));
        }
        assertEquals(Set.of(), activity.silent());
        assertFalse(answer(B, 63, 700));
        assertFalse(answer(B, 73, 700));
        assertTrue(answer(B, 74, 700));
    }

    @Test
    void aVapKeepsItsStateUntilItsSwitchAnswers() {
        answer(B, 0, 100);
        for (int second = 3; second <= 30; second += 3) {
            assertFalse(answer(A, second, second));
        }
        assertFalse(answer(B, 1, 31, 100), "the counters may be as old as the query");
        assertTrue(answer(B, 31, 62, 100));
    }

    @Test
    void missingRulesDoNotMakeAVapSilent() {
        answer(B, 0, 100);
        assertFalse(observe(B, 60, 60, compare(B, List.of())));
        assertFalse(answer(B, 62, 0));
        assertEquals(Optional.of(at(62)), activity.vapLastSeen(BSSID));
    }

    @Test
    void aVapIsSilentUntilItsNextBeacon() {
        answer(B, 0, 100);
        assertTrue(answer(B, 11, 100));
        plan();
        assertFalse(answer(B, 14, 100), "no rule counts its frames");
        assertEquals(Set.of(BSSID), activity.silent());
        activity.beaconSeen(BSSID, at(100));
        assertEquals(Set.of(), activity.silent());
        plan();
        assertFalse(observe(A, 120, 120, Set.of()), "its rule is pending");
        assertFalse(answer(B, 121, 0));
        assertTrue(answer(B, 132, 0));
    }

    @Test
    void aStationIsKnownUntilTheLastAnswerOfItsIngressSwitch() {
        answer(B, 0, 5);
        assertEquals(Optional.of(Instant.EPOCH), stationKnownUntil());
        assertEquals(Optional.empty(), activity.stationLastSeen(KEY));
        answer(A, 1, 2, 5);
        assertEquals(Optional.of(at(2)), activity.stationLastSeen(KEY));
        assertEquals(Optional.of(at(1)), stationKnownUntil());
        ruleAudit.markPending(A);
        answer(B, 300, 5);
        assertEquals(Optional.of(at(1)), stationKnownUntil());
        answer(A, 600, 5);
        assertEquals(Optional.of(at(2)), activity.stationLastSeen(KEY));
        assertEquals(Optional.of(at(600)), stationKnownUntil());
    }

    @Test
    void aCounterNeedsAllRulesOfItsPort() {
        final QueueLookup byPriority = (port, priority) -> OptionalLong.of(priority);
        plan = FreshPlan.of(ASSIGNMENT, NETWORK, RadioRules.NONE, byPriority, Set.of(), false, new HelloMeters());
        plan.forEach((node, rules) ->
            ruleAudit.onPlan(new RuleDelta(Map.of(node, new RuleDelta.Change(rules, Map.of(), Map.of())))));
        answer(B, 0, 10);
        // The rule that counts beacons is missing; the counters of the other rules stand still.
        assertFalse(observe(B, 60, 60, compare(B, plan.get(B).values().stream()
            .filter(rule -> !rule.actionsText().startsWith("set_queue:7"))
            .map(rule -> new ReportedRule(rule.cookie(), rule.actionsText(), 10, null)).toList())));
    }

    /** The switch has accepted the rule since the table was requested, so its counter is not known. */
    @Test
    void aRuleThatTheTableDoesNotShowDoesNotCount() {
        plan.get(B).values().forEach(rule -> ruleAudit.onAnswer(B, rule, ""));
        assertFalse(observe(B, 0, 0, Set.of()));
        assertEquals(Optional.empty(), activity.vapLastSeen(BSSID));
        answer(B, 3, 100);
        assertEquals(Optional.of(at(3)), activity.vapLastSeen(BSSID));
    }

    @Test
    void aStationAtANewPortIsNotKnownUntilItsSwitchAnswers() {
        answer(A, 1, 5);
        assertEquals(Optional.of(at(1)), stationKnownUntil());
        assertEquals(Optional.of(Instant.EPOCH), activity.stationKnownUntil(KEY,
            Stream.of(new PortId(A, 1), new PortId(A, 2)), port -> true));
        assertEquals(Optional.of(at(1)), activity.stationKnownUntil(KEY, Stream.of(new PortId(A, 1)), port -> true));
    }

    @Test
    void stationsThatAreNotBoundAreForgotten() {
        answer(A, 1, 5);
        activity.retain(ASSIGNMENT);
        assertEquals(Optional.of(at(1)), activity.stationLastSeen(KEY));
        activity.retain(new Assignment(ASSIGNMENT.wtps(), ASSIGNMENT.vaps(), Map.of()));
        assertEquals(Optional.empty(), activity.stationLastSeen(KEY));
        assertEquals(Optional.of(Instant.EPOCH), stationKnownUntil());
    }
}
