// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.plan.FakeTable.SentFrame;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The paths of frames through a network of three switches.
 *
 * <pre>
 *   wtp1 --1 [openflow:1] 3--1 [openflow:2] 2-- vap 12:34
 *   wtp2 --2                              3-- vap 56:78
 *   wtp3 --4 [openflow:3] 1-----------------4 [openflow:2]
 * </pre>
 */
class RulePlannerTest {
    private static final int CLOUDMAC = 0x1337;
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final PortId P3 = new PortId("openflow:3", 4);
    private static final PortId VAP = new PortId("openflow:2", 2);
    private static final PortId OTHER_VAP = new PortId("openflow:2", 3);
    private static final PortId TRUNK = new PortId("openflow:1", 3);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac WTP3 = Mac.parse("02:c1:0d:aa:00:03");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER_BSSID = Mac.parse("02:00:00:00:56:78");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final Mac STRANGER = Mac.parse("02:5a:00:00:00:99");
    private static final StationKey KEY = new StationKey(BSSID, STATION);
    private static final Network NETWORK = new Network(Set.of("openflow:1", "openflow:2", "openflow:3"), Map.of(),
        Set.of(InterSwitchLink.between(TRUNK, new PortId("openflow:2", 1)),
            InterSwitchLink.between(new PortId("openflow:3", 1), new PortId("openflow:2", 4))));

    private static Assignment assignment(final Map<StationKey, ServingWtps> stations) {
        return new Assignment(Map.of(WTP1, P1, WTP2, P2, WTP3, P3),
            Map.of(BSSID, new Vap(VAP, 2412, Set.of(WTP1, WTP2, WTP3)),
                OTHER_BSSID, new Vap(OTHER_VAP, 2412, Set.of(WTP1))), stations);
    }

    private static FakeTable table(final Assignment assignment, final RadioRules radio, final QueueLookup queues) {
        return new FakeTable(FreshPlan.of(assignment, NETWORK, radio, queues, Set.of(), false,
            new HelloMeters()), NETWORK);
    }

    private static FakeTable bound() {
        return table(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), RadioRules.NONE,
            QueueLookup.NONE);
    }

    /** Returns the tables after one WTP after the other has served the station. */
    private static FakeTable bound(final CopySwitches copies, final boolean sampling, final Mac... wtps) {
        final RulePlanner planner = new RulePlanner((node, rule) -> rule);
        for (final Mac wtp : wtps) {
            planner.update(new PlanInputs(assignment(Map.of(KEY, ServingWtps.by(wtp, Origin.AUTOMATIC))), NETWORK,
                RadioRules.NONE, QueueLookup.NONE, Set.of(), sampling, new HelloMeters(), copies));
        }
        return new FakeTable(planner.plan(), NETWORK);
    }

    /** Copies of the station have come to the switch of the third WTP. */
    private static CopySwitches noted() {
        final CopySwitches copies = new CopySwitches();
        copies.note(KEY, P3.node());
        return copies;
    }

    private static Mac tag(final int vap, final int priority, final int kind) {
        return new RadioTag(-50, 12, priority, kind, vap).toMac();
    }

    private static String where(final FakeTable table, final PortId in, final Mac source, final Mac destination) {
        return table.send(new SentFrame(in, source, destination, CLOUDMAC)).toString();
    }

    @Test
    void onlyTheServingWtpsCopyIsForwarded() {
        final FakeTable table = bound();
        assertEquals("[openflow:2:2]", where(table, P1, STATION, tag(0x1234, 0, 0)));
        assertEquals("[]", where(table, P2, STATION, tag(0x1234, 0, 0)));
    }

    @Test
    void theFirstCopyAtAnotherSwitchGoesToTheControllerAndFurtherOnesAreDropped() {
        for (final int vap : List.of(0x1234, RadioTag.VAP_ANY)) {
            assertEquals("[controller by openflow:3]", where(bound(), P3, STATION, tag(vap, 7, 0)));
            final FakeTable table = bound(noted(), false, WTP1);
            assertEquals("[]", where(table, P3, STATION, tag(vap, 7, 0)));
            assertEquals("[openflow:2:2]", where(table, P1, STATION, tag(vap, 7, 0)));
        }
        assertEquals("[]", where(bound(), P3, STATION, tag(0x1234, 7, RadioTag.KIND_TX_STATUS)));
    }

    @Test
    void wildcardProbesOfABoundStationGoToItsVapOnly() {
        assertEquals("[openflow:2:2]", where(bound(), P1, STATION, tag(RadioTag.VAP_ANY, 7, 0)));
        assertEquals("[]", where(bound(), P2, STATION, tag(RadioTag.VAP_ANY, 7, 0)));
    }

    @Test
    void aDisconnectedSwitchKeepsItsRules() {
        final Assignment alone = new Assignment(Map.of(WTP1, P1), Map.of(BSSID, new Vap(P2, 2412, Set.of(WTP1))),
            Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        final Network connected = new Network(Set.of(P1.node()), Map.of(), Set.of());
        assertEquals(
            FreshPlan.of(alone, connected, RadioRules.NONE, QueueLookup.NONE, Set.of(), false, new HelloMeters()),
            FreshPlan.of(alone, Network.EMPTY, RadioRules.NONE, QueueLookup.NONE, Set.of(), false,
                new HelloMeters()));
    }

    @Test
    void txStatusFollowsTheFramesOfItsStation() {
        assertEquals("[openflow:2:2]", where(bound(), P1, STATION, tag(0x1234, 0, RadioTag.KIND_TX_STATUS)));
    }

    @Test
    void downlinkGoesToTheServingWtp() {
        assertEquals("[openflow:1:1]", where(bound(), VAP, tag(0x1234, 5, 0), STATION));
    }

    @Test
    void aVapCannotUseTheTagOfAnotherVap() {
        assertEquals("[]", where(bound(), OTHER_VAP, tag(0x1234, 5, 0), STATION));
    }

    @Test
    void aWtpsPortPassesOnlyUplinkFrames() {
        for (final PortId wtp : List.of(P1, P2, P3)) {
            for (final int vap : List.of(0x1234, 0x5678, 0x9999)) {
                for (int priority = 0; priority < 8; priority++) {
                    for (final Mac to : List.of(STATION, STRANGER, Mac.BROADCAST, Mac.parse("33:33:00:00:00:01"))) {
                        assertEquals("[]", where(bound(), wtp, tag(vap, priority, 0), to));
                    }
                }
            }
        }
    }

    @Test
    void aVapsPortPassesOnlyTheTagsOfItsVaps() {
        for (int priority = 0; priority < 8; priority++) {
            for (final Mac to : List.of(STATION, STRANGER, Mac.parse("33:33:00:00:00:01"))) {
                assertEquals("[]", where(bound(), OTHER_VAP, tag(0x1234, priority, 0), to));
                assertEquals("[]", where(bound(), OTHER_VAP, tag(0x9999, priority, 0), to));
                assertEquals("[]", where(bound(), P1, tag(0x1234, priority, 0), to));
            }
        }
        // The controller judges beacons: the port may have a new VAP.
        assertEquals("[controller by openflow:2]", where(bound(), OTHER_VAP, tag(0x1234, 7, 0), Mac.BROADCAST));
        assertEquals("[]", where(bound(), OTHER_VAP, STATION, tag(0x1234, 0, 0)));
    }

    @Test
    void aPortOfAWtpAndAVapPassesBeacons() {
        final Assignment shared = new Assignment(Map.of(WTP1, P1), Map.of(BSSID, new Vap(P1, 2412, Set.of(WTP1))),
            Map.of());
        assertEquals("[controller by openflow:1]",
            where(table(shared, RadioRules.NONE, QueueLookup.NONE), P1, tag(0x9999, 7, 0), Mac.BROADCAST));
    }

    @Test
    void onlyTheAnswersToAProbingStationAreForwarded() {
        final Assignment before = assignment(Map.of());
        final FakeTable table = table(new Assignment(before.wtps(), before.vaps(), Map.of(), Set.of(),
            Map.of(new StationKey(BSSID, STRANGER), WTP2)), RadioRules.NONE, QueueLookup.NONE);
        assertEquals("[openflow:1:2]", where(table, VAP, tag(0x1234, 7, 0), STRANGER));
        assertEquals("[controller by openflow:2 table 3]", where(table, OTHER_VAP, tag(0x5678, 7, 0), STRANGER));
        assertEquals("[controller by openflow:1]", where(table, P2, STRANGER, tag(0x1234, 7, 0)));
        assertEquals("[controller by openflow:1]", where(table, P1, STRANGER, tag(RadioTag.VAP_ANY, 7, 0)));
    }

    @Test
    void framesForStationsThatAreNotBoundGoToTheController() {
        assertEquals("[controller by openflow:2 table 3]", where(bound(), VAP, tag(0x1234, 0, 0), STRANGER));
        assertEquals("[controller by openflow:2 table 3]", where(bound(), OTHER_VAP, tag(0x5678, 0, 0), STATION));
        final FakeTable silent = new FakeTable(FreshPlan.of(assignment(Map.of()), NETWORK, RadioRules.NONE,
            QueueLookup.NONE, Set.of(BSSID), false, new HelloMeters()), NETWORK);
        assertEquals("[]", where(silent, VAP, tag(0x1234, 0, 0), Mac.parse("33:33:00:00:00:01")));
    }

    @Test
    void groupFramesGoToEveryWtpOnce() {
        assertEquals("[openflow:1:1, openflow:1:2, openflow:3:4]",
            where(bound(), VAP, tag(0x1234, 0, 0), Mac.BROADCAST));
        assertEquals("[openflow:1:1]", where(bound(), OTHER_VAP, tag(0x5678, 0, 0), Mac.BROADCAST));
    }

    @Test
    void beaconCopiesAreSentByTheVapsSwitch() {
        assertEquals("[controller by openflow:2 table 2, openflow:1:1, openflow:1:2, openflow:3:4]",
            where(bound(), VAP, tag(0x1234, 7, 0), Mac.BROADCAST));
        assertEquals("[openflow:1:1, openflow:1:2, openflow:3:4]",
            where(bound(), VAP, tag(0x1234, 7, 0), Mac.parse("33:33:00:00:00:01")));
    }

    @Test
    void beaconCopiesAreMeteredAndFollowTheOutputs() {
        final FakeTable table = table(assignment(Map.of()), RadioRules.NONE, (port, priority) -> OptionalLong.of(1));
        final SentFrame beacon = new SentFrame(VAP, tag(0x1234, 7, 0), Mac.BROADCAST, CLOUDMAC);
        assertEquals("set_queue:1,output:1,set_queue:1,output:4,goto_table:2",
            table.decides(beacon).orElseThrow().actionsText());
        final int own = 4923 + 0x1234 % 1024;
        assertEquals(List.of("meter:" + own + ",controller"), FreshPlan.of(assignment(Map.of()), NETWORK,
            RadioRules.NONE, QueueLookup.NONE, Set.of(OTHER_BSSID), false,
            new HelloMeters()).get("openflow:2").values().stream()
            .filter(rule -> rule.table() == 2).map(Rule::actionsText).toList());
    }

    @Test
    void firstContactsGoToTheController() {
        assertEquals("[controller by openflow:1]", where(bound(), P2, STRANGER, tag(0x1234, 7, 0)));
        assertEquals("[controller by openflow:1]", where(bound(), P1, STATION, tag(0x5678, 7, 0)));
        assertEquals("[controller by openflow:3]", where(bound(), P3, STRANGER, tag(RadioTag.VAP_ANY, 7, 0)));
    }

    @Test
    void framesForUnknownVapsAreDropped() {
        assertEquals("[]", where(bound(), P1, STRANGER, tag(0x9999, 7, 0)));
        assertEquals("[]", where(bound(), P1, STRANGER, tag(0x1234, 7, RadioTag.KIND_TX_STATUS)));
        assertEquals("[]", where(bound(), P2, BSSID, tag(0x1234, 7, 0)));
    }

    @Test
    void beaconsOfNeighboursGoFromEachWtpToTheirVap() {
        final Mac radio = Mac.parse("02:c1:0d:bb:00:01");
        final Mac wanted = tag(0x1234, 1, RadioTag.KIND_NEIGHBOUR);
        for (final PortId wtp : List.of(P1, P2, P3)) {
            assertEquals("[openflow:2:2]", where(bound(), wtp, radio, wanted));
            assertEquals("[openflow:2:2]", where(sampled(), wtp, radio, wanted));
            // Nor does the source bind, whatever it is.
            assertEquals("[openflow:2:2]", where(bound(), wtp, STRANGER, wanted));
        }
        assertEquals("[openflow:2:2]", where(bound(), P1, STATION, wanted));
        assertEquals("[openflow:2:3]", where(bound(), P1, radio, tag(0x5678, 1, RadioTag.KIND_NEIGHBOUR)));
    }

    @Test
    void beaconsOfNeighboursComeOnlyFromWtpsOfTheVap() {
        final Mac radio = Mac.parse("02:c1:0d:bb:00:02");
        assertEquals("[]", where(bound(), P2, radio, tag(0x5678, 1, RadioTag.KIND_NEIGHBOUR)));
        assertEquals("[]", where(bound(), P1, radio, tag(0x9999, 1, RadioTag.KIND_NEIGHBOUR)));
        assertEquals("[]", where(bound(), P1, radio, tag(RadioTag.VAP_ANY, 1, RadioTag.KIND_NEIGHBOUR)));
        assertEquals("[]", where(bound(), OTHER_VAP, radio, tag(0x1234, 1, RadioTag.KIND_NEIGHBOUR)));
    }

    @Test
    void beaconsOfNeighboursHaveTheQueueOfTheirPriority() {
        final FakeTable table = table(assignment(Map.of()), RadioRules.NONE,
            (port, priority) -> OptionalLong.of(priority));
        assertEquals("set_queue:1,output:3", table.decides(new SentFrame(P1, STRANGER,
            tag(0x1234, 1, RadioTag.KIND_NEIGHBOUR), CLOUDMAC)).orElseThrow().actionsText());
    }

    @Test
    void onlyBeaconsOfUnknownVapsGoToTheController() {
        final PortId elsewhere = new PortId("openflow:2", 9);
        assertEquals("[controller by openflow:2]", where(bound(), elsewhere, tag(0x1234, 7, 0), Mac.BROADCAST));
        assertEquals("[]", where(bound(), elsewhere, tag(0x1234, 0, 0), Mac.BROADCAST));
    }

    @Test
    void theBeaconOfASilentVapReachesTheController() {
        final Assignment assignment = assignment(Map.of());
        final FakeTable table = new FakeTable(FreshPlan.of(assignment, NETWORK, RadioRules.NONE,
            QueueLookup.NONE, Set.of(BSSID), false, new HelloMeters()), NETWORK);
        assertEquals("[controller by openflow:2]", where(table, VAP, tag(0x1234, 7, 0), Mac.BROADCAST));
    }

    @Test
    void otherTrafficIsUntouched() {
        assertTrue(bound().decides(new SentFrame(P1, STATION, BSSID, 0x0800)).isEmpty());
        // Regression: an earlier controller installed rules for the ethertype in both octet orders.
        assertTrue(bound().decides(new SentFrame(P1, STATION, tag(0x1234, 0, 0), 0x3713)).isEmpty());
    }

    @Test
    void announcementsAndLldpGoToTheController() {
        for (final int ethertype : List.of(0x1338, 0x88cc)) {
            assertEquals("[controller by openflow:3]",
                bound().send(new SentFrame(P3, WTP3, Mac.BROADCAST, ethertype)).toString());
        }
    }

    @Test
    void bothCopiesAreForwardedDuringAHandover() {
        final FakeTable table = table(
            assignment(Map.of(KEY, new ServingWtps(WTP1, Set.of(WTP1, WTP3), Origin.AUTOMATIC))),
            RadioRules.NONE, QueueLookup.NONE);
        assertEquals("[openflow:2:2]", where(table, P1, STATION, tag(0x1234, 0, 0)));
        assertEquals("[openflow:2:2]", where(table, P3, STATION, tag(0x1234, 0, 0)));
        assertEquals("[]", where(table, P2, STATION, tag(0x1234, 0, 0)));
        assertEquals("[openflow:1:1]", where(table, VAP, tag(0x1234, 0, 0), STATION));
    }

    @Test
    void theOldPathIsRemovedAfterAHandover() {
        final FakeTable table = bound(new CopySwitches(), false, WTP1, WTP3);
        assertEquals("[openflow:3:4]", where(table, VAP, tag(0x1234, 0, 0), STATION));
        assertEquals("[]", where(table, P1, STATION, tag(0x1234, 0, 0)));
    }

    /** Switches apply new rules in any order; in none of them may a downlink frame meet a switch without a rule. */
    @Test
    void aHandoverBetweenSwitchesAlwaysHasADownlink() {
        final List<Map<String, Map<String, Rule>>> steps = Stream.of(
            ServingWtps.by(WTP1, Origin.AUTOMATIC),
            new ServingWtps(WTP1, Set.of(WTP1, WTP3), Origin.AUTOMATIC),
            new ServingWtps(WTP3, Set.of(WTP1, WTP3), Origin.AUTOMATIC),
            ServingWtps.by(WTP3, Origin.AUTOMATIC))
            .map(service -> FreshPlan.of(assignment(Map.of(KEY, service)), NETWORK, RadioRules.NONE,
                QueueLookup.NONE, Set.of(), false, new HelloMeters()))
            .toList();
        final List<String> nodes = List.of("openflow:1", "openflow:2", "openflow:3");
        for (int step = 1; step < steps.size(); step++) {
            for (int updated = 0; updated < 1 << nodes.size(); updated++) {
                final Map<String, Map<String, Rule>> mixed = new HashMap<>();
                for (int node = 0; node < nodes.size(); node++) {
                    final int from = (updated >> node & 1) == 1 ? step : step - 1;
                    mixed.put(nodes.get(node), steps.get(from).get(nodes.get(node)));
                }
                final String reached = where(new FakeTable(mixed, NETWORK), VAP, tag(0x1234, 0, 0), STATION);
                assertTrue(Set.of("[openflow:1:1]", "[openflow:3:4]").contains(reached),
                    "step " + step + ", switches updated " + Integer.toBinaryString(updated) + ": " + reached);
            }
        }
    }

    @Test
    void queuesFollowTheUserPriority() {
        final QueueLookup queues = (port, priority) ->
            port.equals(TRUNK) ? OptionalLong.of(priority >= 6 ? 2 : 1) : OptionalLong.empty();
        final Map<String, Map<String, Rule>> plan = FreshPlan.of(
            assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), NETWORK, RadioRules.NONE, queues, Set.of(),
            false, new HelloMeters());
        final FakeTable table = new FakeTable(plan, NETWORK);
        assertEquals("set_queue:2,output:3", table.decides(new SentFrame(P1, STATION, tag(0x1234, 7, 0), CLOUDMAC))
            .orElseThrow().actionsText());
        assertEquals("set_queue:1,output:3", table.decides(new SentFrame(P1, STATION, tag(0x1234, 0, 0), CLOUDMAC))
            .orElseThrow().actionsText());
        assertEquals("[openflow:2:2]", where(table, P1, STATION, tag(0x1234, 6, 0)));
        assertEquals("output:2", table.decides(new SentFrame(new PortId("openflow:2", 1), STATION, tag(0x1234, 0, 0),
            CLOUDMAC)).orElseThrow().actionsText(), "the port has no queues");
    }

    @Test
    void equalQueuesNeedOneRule() {
        final QueueLookup queues = (port, priority) -> OptionalLong.of(1);
        final int with = rules(queues);
        assertEquals(rules(QueueLookup.NONE), with);
    }

    private static int rules(final QueueLookup queues) {
        return FreshPlan.of(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), NETWORK,
            RadioRules.NONE, queues, Set.of(), false, new HelloMeters()).values().stream().mapToInt(Map::size).sum();
    }

    private static RadioRules.RadioRule rule(final int rate, final int power) {
        return RadioRules.RadioRule.of(new RadioRules.Setting(rate, power));
    }

    private static RadioRules.RadioRule ruleAt(final int priority, final int rate, final int power) {
        return new RadioRules.RadioRule(Optional.empty(), Map.of(priority, new RadioRules.Setting(rate, power)));
    }

    @Test
    void aRadioRuleOfAUserPriorityLeavesFramesOfOthersAlone() {
        final FakeTable table = table(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))),
            new RadioRules(Map.of(), Map.of(KEY, ruleAt(5, 24, 10))), QueueLookup.NONE);
        for (int priority = 0; priority < 8; priority++) {
            final var delivered = table.send(new SentFrame(VAP, tag(0x1234, priority, 0), STATION, CLOUDMAC));
            assertEquals(1, delivered.size());
            assertEquals(priority == 5 ? new RadioTag(10, 24, 5, 0, 0x1234).toMac() : tag(0x1234, priority, 0),
                delivered.get(0).source());
        }
    }

    @Test
    void aRadioRuleReplacesTheTagAtTheFirstSwitchAndKeepsThePriority() {
        final RadioRules radio = new RadioRules(Map.of(BSSID, rule(24, 10)), Map.of());
        final FakeTable table = table(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), radio,
            QueueLookup.NONE);
        final var delivered = table.send(new SentFrame(VAP, tag(0x1234, 5, 0), STATION, CLOUDMAC));
        assertEquals(1, delivered.size());
        assertEquals(new RadioTag(10, 24, 5, 0, 0x1234).toMac(), delivered.get(0).source());
    }

    @Test
    void aStationsRadioRuleOverridesItsVaps() {
        final RadioRules radio = new RadioRules(Map.of(BSSID, rule(24, 10)),
            Map.of(KEY, rule(2, RadioTag.LEVEL_UNKNOWN)));
        final var delivered = table(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), radio,
            QueueLookup.NONE).send(new SentFrame(VAP, tag(0x1234, 5, 0), STATION, CLOUDMAC));
        assertEquals(new RadioTag(RadioTag.LEVEL_UNKNOWN, 2, 5, 0, 0x1234).toMac(), delivered.get(0).source());
    }

    @Test
    void aWtpBehindTheVapsOwnPortIsServed() {
        final Assignment assignment = new Assignment(Map.of(WTP1, VAP),
            Map.of(BSSID, new Vap(VAP, 2412, Set.of(WTP1))), Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        final FakeTable table = table(assignment, RadioRules.NONE, QueueLookup.NONE);
        assertEquals("[openflow:2:2]", where(table, VAP, tag(0x1234, 0, 0), STATION));
    }

    @Test
    void packetsToTheControllerAreMetered() {
        final Map<String, Map<String, Rule>> plan = FreshPlan.of(assignment(Map.of()), NETWORK, RadioRules.NONE,
            QueueLookup.NONE, Set.of(), false, new HelloMeters());
        plan.values().stream().flatMap(rules -> rules.values().stream())
            .filter(rule -> rule.actions().contains(new Action.ToController()) && rule.match().ethertype() != 0x88cc)
            .forEach(rule -> assertFalse(rule.meter() == 0, rule.match().toString()));
    }

    @Test
    void theSameArgumentsGiveTheSameRules() {
        final Assignment assignment = assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        assertEquals(FreshPlan.of(assignment, NETWORK, RadioRules.NONE, QueueLookup.NONE, Set.of(), false,
            new HelloMeters()),
            FreshPlan.of(assignment, NETWORK, RadioRules.NONE, QueueLookup.NONE, Set.of(), false,
                new HelloMeters()));
    }

    private static FakeTable sampled() {
        return new FakeTable(FreshPlan.of(assignment(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))), NETWORK,
            RadioRules.NONE, QueueLookup.NONE, Set.of(), true, new HelloMeters()), NETWORK);
    }

    @Test
    void theServingWtpsFramesAreForwardedAndSampled() {
        assertEquals("[controller by openflow:1 table 1, openflow:2:2]",
            where(sampled(), P1, STATION, tag(0x1234, 0, 0)));
        assertEquals("[controller by openflow:1 table 1, openflow:2:2]",
            where(sampled(), P1, STATION, tag(RadioTag.VAP_ANY, 7, 0)));
    }

    @Test
    void copiesOfOtherWtpsAreOnlySampled() {
        final FakeTable table = bound(noted(), true, WTP1);
        assertEquals("[controller by openflow:1 table 1]", where(table, P2, STATION, tag(0x1234, 0, 0)));
        assertEquals("[controller by openflow:3 table 1]", where(table, P3, STATION, tag(0x1234, 0, 0)));
        assertEquals("[controller by openflow:3]", where(sampled(), P3, STATION, tag(0x1234, 0, 0)));
    }

    @Test
    void aFrameIsSampledOnlyAtItsIngressSwitch() {
        assertEquals("[openflow:2:2]", where(sampled(), new PortId("openflow:2", 1), STATION, tag(0x1234, 0, 0)));
    }

    @Test
    void txStatusIsNoSample() {
        assertEquals("[openflow:2:2]", where(sampled(), P1, STATION, tag(0x1234, 0, RadioTag.KIND_TX_STATUS)));
        assertEquals("[]", where(sampled(), P2, STATION, tag(0x1234, 0, RadioTag.KIND_TX_STATUS)));
    }

    @Test
    void downlinkAndUnknownFramesAreNotSampled() {
        assertEquals("[openflow:1:1]", where(sampled(), VAP, tag(0x1234, 5, 0), STATION));
        assertEquals("[]", where(sampled(), P2, BSSID, tag(0x1234, 7, 0)));
        assertEquals("[controller by openflow:1]", where(sampled(), P2, STRANGER, tag(0x1234, 7, 0)));
    }

    @Test
    void samplesAreMeteredAndTruncated() {
        final Rule rule = FreshPlan.of(assignment(Map.of()), NETWORK, RadioRules.NONE, QueueLookup.NONE, Set.of(),
            true,
            new HelloMeters()).get("openflow:3").values().stream().filter(each -> each.table() == 1).findAny()
            .orElseThrow();
        assertEquals("meter:4922,controller:128", rule.actionsText());
        assertTrue(FreshPlan.of(assignment(Map.of()), NETWORK, RadioRules.NONE, QueueLookup.NONE, Set.of(), false,
            new HelloMeters())
            .values().stream().flatMap(rules -> rules.values().stream()).noneMatch(each -> each.table() == 1));
    }
}
