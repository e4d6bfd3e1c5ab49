// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.plan.FakeTable.SentFrame;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The paths of a virtual station's frames.
 *
 * <pre>
 *   wtp1 --1 [openflow:1] 3--1 [openflow:2] 2-- virtual station 0a:01
 *   wtp2 --2                              3-- another host
 * </pre>
 */
class VirtualStationRulesTest {
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final PortId HOST = new PortId("openflow:2", 2);
    private static final PortId OTHER_HOST = new PortId("openflow:2", 3);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac ACCESS_POINT = Mac.parse("00:11:22:33:44:55");
    private static final int ID = 0x0a01;
    /** The copy of a known one's hello. */
    private static final String COPY = "controller by openflow:2 table 2";
    private static final Network NETWORK = new Network(Set.of("openflow:1", "openflow:2"), Map.of(),
        Set.of(InterSwitchLink.between(new PortId("openflow:1", 3), new PortId("openflow:2", 1))));

    private static Assignment assignment(final Optional<ServingWtps> service) {
        return new Assignment(Map.of(WTP1, P1, WTP2, P2),
            Map.of(Mac.parse("02:00:00:00:12:34"), new Vap(OTHER_HOST, 2412, Set.of(WTP1, WTP2))), Map.of())
            .withVirtualStations(Map.of(STATION, new VirtualStation(HOST, service)));
    }

    private static Map<String, Map<String, Rule>> plan(final Optional<ServingWtps> service) {
        final HelloMeters meters = new HelloMeters();
        meters.follow(Set.of(STATION));
        return FreshPlan.of(assignment(service), NETWORK, RadioRules.NONE, QueueLookup.NONE, Set.of(), false,
            meters);
    }

    private static String where(final Optional<ServingWtps> service, final PortId in, final Mac source,
            final Mac destination) {
        return new FakeTable(plan(service), NETWORK).send(new SentFrame(in, source, destination, 0x1337)).toString();
    }

    private static Mac tag(final int kind) {
        return new RadioTag(-50, 12, 7, kind, ID).toMac();
    }

    private static Optional<ServingWtps> by(final Mac wtp) {
        return Optional.of(ServingWtps.by(wtp, Origin.AUTOMATIC));
    }

    @Test
    void framesOfItsHostGoToTheServingWtpWhoeverReceivesThem() {
        for (final Mac receiver : Set.of(ACCESS_POINT, Mac.BROADCAST)) {
            assertEquals("[openflow:1:1]", where(by(WTP1), HOST, tag(RadioTag.KIND_FRAME), receiver));
            assertEquals("[openflow:1:2]", where(by(WTP2), HOST, tag(RadioTag.KIND_FRAME), receiver));
        }
    }

    @Test
    void noOtherPortMaySendWithItsId() {
        assertEquals("[]", where(by(WTP1), OTHER_HOST, tag(RadioTag.KIND_FRAME), ACCESS_POINT));
        assertEquals("[]", where(by(WTP1), P1, tag(RadioTag.KIND_FRAME), ACCESS_POINT));
        assertEquals("[]", where(by(WTP1), P1, tag(RadioTag.KIND_VSTA), Mac.BROADCAST));
    }

    @Test
    void onlyTheServingWtpSendsToIt() {
        for (final int kind : new int[] {RadioTag.KIND_FRAME, RadioTag.KIND_TX_STATUS, RadioTag.KIND_VSTA}) {
            assertEquals("[openflow:2:2]", where(by(WTP1), P1, ACCESS_POINT, tag(kind)));
            assertEquals("[]", where(by(WTP1), P2, ACCESS_POINT, tag(kind)));
        }
    }

    @Test
    void itsHelloReachesTheWtpAndTheController() {
        assertEquals("[" + COPY + ", openflow:1:1]", where(by(WTP1), HOST, tag(RadioTag.KIND_VSTA), Mac.BROADCAST));
        assertEquals("[" + COPY + "]", where(Optional.empty(), HOST, tag(RadioTag.KIND_VSTA), Mac.BROADCAST));
        assertEquals("[controller by openflow:2]", where(by(WTP1), OTHER_HOST, tag(RadioTag.KIND_VSTA), Mac.BROADCAST),
            "the controller refuses it");
    }

    @Test
    void bothWtpsReceiveTheHellosDuringAHandover() {
        final Optional<ServingWtps> both = Optional.of(new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.OPERATOR));
        assertEquals("[" + COPY + ", openflow:1:1, openflow:1:2]",
            where(both, HOST, tag(RadioTag.KIND_VSTA), Mac.BROADCAST));
        assertEquals("[openflow:1:1]", where(both, HOST, tag(RadioTag.KIND_FRAME), ACCESS_POINT));
        assertEquals("[openflow:2:2]", where(both, P1, ACCESS_POINT, tag(RadioTag.KIND_FRAME)));
        assertEquals("[openflow:2:2]", where(both, P2, ACCESS_POINT, tag(RadioTag.KIND_FRAME)));
    }

    @Test
    void aHandoverWaitsForTheRulesOfTheVirtualStation() {
        final Optional<ServingWtps> both = Optional.of(new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.OPERATOR));
        final Set<VirtualClient> key = Set.of(new VirtualClient(STATION));
        final var groups = PathRules.bySwitches(key, assignment(both), SwitchGraph.of(NETWORK));
        assertEquals(Map.of(Set.of("openflow:1", "openflow:2"), key), groups);
        final var rules = PathRules.of(key, Set.of("openflow:1", "openflow:2"), plan(both));
        final var before = plan(Optional.empty());
        plan(both).forEach((node, all) -> all.keySet().stream()
            .filter(rule -> !before.get(node).containsKey(rule))
            .forEach(rule -> assertTrue(rules.get(node).contains(rule), node + " " + rule)));
    }

    @Test
    void whereOneIsNothingChangesForTheOthers() {
        final var none = FreshPlan.of(assignment(Optional.empty()).withVirtualStations(Map.of()), NETWORK,
            RadioRules.NONE, QueueLookup.NONE, Set.of(), false, new HelloMeters());
        plan(by(WTP1)).forEach((node, rules) -> none.get(node).forEach(
            (id, rule) -> assertEquals(rule, rules.get(id), node)));
    }
}
