// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The switches and rules that stations need.
 *
 * <pre>
 *   wtp1 --1 [1] 2--1 [2] 2-- vap, other vap on 4
 *   wtp2 --2 [3] 1--3 [2]
 * </pre>
 */
class PathRulesTest {
    private static final String ONE = "openflow:1";
    private static final String TWO = "openflow:2";
    private static final String THREE = "openflow:3";
    private static final PortId VAP = new PortId(TWO, 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER_BSSID = Mac.parse("02:00:00:00:56:78");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey NEIGHBOUR = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
    private static final StationKey STRANGER = new StationKey(OTHER_BSSID, Mac.parse("02:5a:00:00:00:03"));
    private static final StationKey PROBING = new StationKey(OTHER_BSSID, Mac.parse("02:5a:00:00:00:04"));
    private static final Network NETWORK = new Network(Set.of(ONE, TWO, THREE), Map.of(),
        Set.of(InterSwitchLink.between(new PortId(ONE, 2), new PortId(TWO, 1)),
            InterSwitchLink.between(new PortId(THREE, 1), new PortId(TWO, 3))));

    private static Assignment assignment(final ServingWtps service) {
        return new Assignment(Map.of(WTP1, new PortId(ONE, 1), WTP2, new PortId(THREE, 2)),
            Map.of(BSSID, new Vap(VAP, 2412, Set.of(WTP1, WTP2)),
                OTHER_BSSID, new Vap(new PortId(TWO, 4), 2412, Set.of(WTP1, WTP2))),
            Map.of(KEY, service, NEIGHBOUR, ServingWtps.by(WTP1, Origin.AUTOMATIC),
                STRANGER, ServingWtps.by(WTP2, Origin.AUTOMATIC)), Set.of(), Map.of(PROBING, WTP2));
    }

    private static Map<Set<String>, Set<StationKey>> switches(final ServingWtps service, final StationKey... stations) {
        return PathRules.bySwitches(Set.of(stations), assignment(service), SwitchGraph.of(NETWORK));
    }

    /** Returns the rules that a station needs at some switches, as text, with and without queues. */
    private static Set<String> rules(final StationKey key, final QueueLookup queues, final String... nodes) {
        final Map<String, Map<String, Rule>> plan = FreshPlan.of(
            assignment(ServingWtps.by(WTP1, Origin.AUTOMATIC)), NETWORK, RadioRules.NONE, queues, Set.of(), true,
            new HelloMeters());
        return PathRules.of(Set.of(key), Set.of(nodes), plan).entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(id -> plan.get(entry.getKey()).get(id)))
            .map(rule -> rule.priority() + " " + rule.match().source() + " " + rule.match().destination())
            .collect(Collectors.toSet());
    }

    private static String downlink(final StationKey key) {
        return Priorities.FORWARD + " " + tag(key).frames() + " " + key.station();
    }

    private static String uplink(final StationKey key, final MaskedMac tag) {
        return Priorities.FORWARD + " " + key.station() + " " + tag;
    }

    private static MaskedMac tag(final StationKey key) {
        return MaskedMac.tagOf(key.bssid().lastTwoOctets());
    }

    @Test
    void theSwitchesOfAStationAreThoseBetweenItsVapAndWtps() {
        assertEquals(Map.of(Set.of(ONE, TWO), Set.of(KEY)), switches(ServingWtps.by(WTP1, Origin.AUTOMATIC), KEY));
        assertEquals(Map.of(Set.of(TWO, THREE), Set.of(KEY)), switches(ServingWtps.by(WTP2, Origin.AUTOMATIC), KEY));
    }

    @Test
    void duringAHandoverTheSwitchesOfBothWtpsCount() {
        assertEquals(Map.of(Set.of(ONE, TWO, THREE), Set.of(KEY)),
            switches(new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.AUTOMATIC), KEY));
        assertEquals(Map.of(Set.of(ONE, TWO, THREE), Set.of(KEY)),
            switches(new ServingWtps(WTP2, Set.of(WTP1), Origin.AUTOMATIC), KEY));
    }

    @Test
    void stationsBehindTheSameSwitchesAreOneGroup() {
        assertEquals(Map.of(Set.of(ONE, TWO), Set.of(KEY, NEIGHBOUR), Set.of(TWO, THREE), Set.of(STRANGER, PROBING)),
            switches(ServingWtps.by(WTP1, Origin.AUTOMATIC), KEY, NEIGHBOUR, STRANGER, PROBING));
    }

    @Test
    void aStationWithoutServiceOrPathHasNoSwitch() {
        final StationKey unbound = new StationKey(BSSID, STRANGER.station());
        assertEquals(Map.of(Set.of(), Set.of(unbound)), switches(ServingWtps.by(WTP1, Origin.AUTOMATIC), unbound));
        assertEquals(Map.of(Set.of(), Set.of(KEY)), PathRules.bySwitches(Set.of(KEY),
            assignment(ServingWtps.by(WTP1, Origin.AUTOMATIC)),
            SwitchGraph.of(new Network(Set.of(ONE, TWO), Map.of(), Set.of()))));
    }

    @Test
    void aStationNeedsItsOwnRulesAndTheGroupFramesOfItsVap() {
        final MaskedMac any = MaskedMac.tagOf(RadioTag.VAP_ANY);
        assertEquals(Set.of(downlink(KEY), uplink(KEY, tag(KEY)), uplink(KEY, any),
            Priorities.FORWARD + " " + tag(KEY).frames() + " " + MaskedMac.GROUP,
            Priorities.COPY + " " + KEY.station() + " " + tag(KEY), Priorities.COPY + " " + KEY.station() + " " + any),
            rules(KEY, QueueLookup.NONE, ONE, TWO));
    }

    @Test
    void aProbingStationNeedsTheWayOfTheAnswer() {
        assertEquals(Set.of(downlink(PROBING), Priorities.FORWARD + " " + tag(PROBING).frames() + " "
            + MaskedMac.GROUP), rules(PROBING, QueueLookup.NONE, TWO, THREE));
    }

    @Test
    void rulesOfSingleUserPrioritiesAreNeededToo() {
        final Set<String> rules = rules(KEY, (port, priority) -> OptionalLong.of(priority), TWO);
        for (final int priority : List.of(0, 7)) {
            final MaskedMac tag = tag(KEY).frames().priority(priority);
            for (final String rule : List.of(Priorities.FORWARD + " " + tag + " " + KEY.station(),
                    Priorities.FORWARD + " " + tag + " " + MaskedMac.GROUP,
                    uplink(KEY, tag(KEY).priority(priority)))) {
                assertTrue(rules.contains(rule), rule + " is not among " + rules);
            }
        }
    }
}
