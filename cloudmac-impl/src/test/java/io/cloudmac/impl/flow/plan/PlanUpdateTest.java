// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Updates of the plan: their result, and how little they compute. */
class PlanUpdateTest {
    private static final int SEQUENCES = 1000;
    private static final int EVENTS = 8;
    private static final int STATIONS = 10_000;
    private static final String HOSTS = "openflow:2";
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER_BSSID = Mac.parse("02:00:00:00:56:78");
    private static final Network NETWORK = new Network(Set.of("openflow:1", HOSTS), Map.of(),
        Set.of(InterSwitchLink.between(new PortId("openflow:1", 3), new PortId(HOSTS, 1))));
    private static final Map<Mac, PortId> WTPS = Map.of(WTP1, P1, WTP2, P2);
    private static final Map<Mac, Vap> VAPS = Map.of(BSSID, new Vap(new PortId(HOSTS, 2), 2412, Set.of(WTP1, WTP2)),
        OTHER_BSSID, new Vap(new PortId(HOSTS, 3), 2412, Set.of(WTP2)));
    private static final HelloMeters HELLOS = new HelloMeters();
    /** A switch that is not on the path of a station. */
    private static final String ELSEWHERE = "openflow:3";

    private final CopySwitches copies = new CopySwitches();
    private final RulePlanner planner = new RulePlanner((node, rule) -> rule);

    private static StationKey station(final int number) {
        return new StationKey(BSSID, new Mac(0x025a_0000_0000L + number));
    }

    private static Map<StationKey, ServingWtps> many() {
        final Map<StationKey, ServingWtps> stations = new HashMap<>();
        for (int number = 0; number < STATIONS; number++) {
            stations.put(station(number), ServingWtps.by(WTP1, Origin.AUTOMATIC));
        }
        return stations;
    }

    private PlanInputs inputs(final Map<Mac, PortId> wtps, final Map<Mac, Vap> vaps,
            final Map<StationKey, ServingWtps> stations, final QueueLookup queues) {
        return new PlanInputs(new Assignment(wtps, vaps, stations), NETWORK, RadioRules.NONE, queues, Set.of(), false,
            HELLOS, copies);
    }

    private RuleDelta bind(final Map<StationKey, ServingWtps> stations) {
        return planner.update(inputs(WTPS, VAPS, stations, QueueLookup.NONE));
    }

    private static Map<String, Map<String, Rule>> copy(final Map<String, Map<String, Rule>> plan) {
        final Map<String, Map<String, Rule>> copy = new HashMap<>();
        plan.forEach((node, rules) -> copy.put(node, Map.copyOf(rules)));
        return copy;
    }

    @Test
    void updatesEndWhereAFreshPlanDoes() {
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            final RandomNetwork network = new RandomNetwork(sequence);
            final RulePlanner updated = new RulePlanner((node, rule) -> rule);
            final Map<String, Map<String, Rule>> applied = new HashMap<>();
            String history = "sequence " + sequence + ":";
            for (int event = 0; event < EVENTS; event++) {
                // Some events come together.
                do {
                    history += " " + network.event();
                } while ((sequence + event) % 3 == 0 && history.length() % 4 != 0);
                final PlanInputs inputs = network.inputs();
                apply(updated.update(inputs), applied);
                assertEquals(FreshPlan.of(inputs), updated.plan(), history);
                assertEquals(updated.plan(), applied, history);
            }
        }
    }

    /** Applies a delta to rules by node id and rule id. */
    private static void apply(final RuleDelta delta, final Map<String, Map<String, Rule>> rules) {
        delta.switches().forEach((node, change) -> {
            final Map<String, Rule> here = rules.computeIfAbsent(node, first -> new HashMap<>());
            here.keySet().removeAll(change.removed().keySet());
            change.replaced().forEach((id, rule) -> assertEquals(here.get(id), rule));
            here.putAll(change.put());
            if (here.isEmpty()) {
                rules.remove(node);
            }
        });
    }

    @Test
    void aDeltaHasOnlyWhatDiffers() {
        final RandomNetwork network = new RandomNetwork(1);
        Map<String, Map<String, Rule>> before = Map.of();
        for (int event = 0; event < 500; event++) {
            network.event();
            final RuleDelta delta = planner.update(network.inputs());
            for (final String node : delta.switches().keySet()) {
                final Map<String, Rule> old = before.getOrDefault(node, Map.of());
                delta.switches().get(node).put().forEach((id, rule) -> {
                    assertEquals(rule.id(), id);
                    assertTrue(!rule.equals(old.get(id)), rule.toString());
                });
                delta.switches().get(node).removed().forEach((id, rule) -> assertEquals(old.get(id), rule));
            }
            before = copy(planner.plan());
        }
    }

    @Test
    void theEventOfOneStationComputesOneKey() {
        final Map<StationKey, ServingWtps> stations = many();
        bind(stations);
        final Map<String, Map<String, Rule>> before = copy(planner.plan());

        final StationKey fresh = station(STATIONS);
        stations.put(fresh, ServingWtps.by(WTP1, Origin.AUTOMATIC));
        final RuleDelta bound = bind(stations);
        assertEquals(1, planner.recomputed());
        assertEquals(NETWORK.connected(), bound.switches().keySet());
        bound.switches().values().forEach(change -> {
            assertEquals(Map.of(), change.removed());
            change.put().values().forEach(rule -> assertTrue(names(rule, fresh.station()), rule.toString()));
        });

        stations.put(fresh, new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.AUTOMATIC));
        bind(stations);
        assertEquals(1, planner.recomputed());
        stations.remove(fresh);
        bind(stations);
        assertEquals(1, planner.recomputed());
        assertEquals(before, planner.plan());
    }

    @Test
    void aNoteOfCopiesComputesOneKeyAndChangesOneSwitch() {
        final Map<StationKey, ServingWtps> stations = many();
        bind(stations);
        copies.note(station(7), ELSEWHERE);
        final RuleDelta delta = bind(stations);
        assertEquals(1, planner.recomputed());
        assertEquals(Set.of(ELSEWHERE), delta.switches().keySet());
        final RuleDelta.Change change = delta.switches().get(ELSEWHERE);
        assertEquals(Set.of(new CopyRule(station(7).station(), BSSID.lastTwoOctets()).rule(false),
            new CopyRule(station(7).station(), RadioTag.VAP_ANY).rule(false)), Set.copyOf(change.put().values()));
        assertEquals(Map.of(), change.removed());

        copies.note(station(7), ELSEWHERE);
        assertTrue(bind(stations).isEmpty(), "noted before");
        assertEquals(0, planner.recomputed());
        stations.remove(station(7));
        assertEquals(change.put(), bind(stations).switches().get(ELSEWHERE).removed());
    }

    @Test
    void aNoteOfAStationThatIsNoLongerBoundIsForgotten() {
        bind(Map.of());
        copies.note(station(7), ELSEWHERE);
        assertTrue(bind(Map.of()).isEmpty());
        bind(Map.of(station(7), ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        assertEquals(NETWORK.connected(), planner.plan().keySet());
    }

    private static boolean names(final Rule rule, final Mac station) {
        final MaskedMac exactly = MaskedMac.exactly(station);
        return exactly.equals(rule.match().source()) || exactly.equals(rule.match().destination());
    }

    @Test
    void anEventComputesOnlyTheKeysThatDependOnIt() {
        final Map<StationKey, ServingWtps> stations = many();
        stations.put(new StationKey(OTHER_BSSID, station(0).station()), ServingWtps.by(WTP2, Origin.AUTOMATIC));
        bind(stations);
        assertTrue(planner.recomputed() > STATIONS);

        assertTrue(bind(new HashMap<>(stations)).isEmpty());
        assertEquals(0, planner.recomputed(), "equal entries");

        // Both ports, two VAPs at this WTP and one station; what concerns other WTPs is not computed.
        final Map<Mac, PortId> moved = Map.of(WTP1, P1, WTP2, new PortId(ELSEWHERE, 5));
        planner.update(inputs(moved, VAPS, stations, QueueLookup.NONE));
        assertEquals(5, planner.recomputed(), "a WTP has moved to another switch");

        final Map<Mac, Vap> onOtherChannel = new HashMap<>(VAPS);
        onOtherChannel.replaceAll((bssid, vap) -> new Vap(vap.port(), 2437, vap.wtps()));
        assertTrue(planner.update(inputs(moved, onOtherChannel, stations, QueueLookup.NONE)).isEmpty());
        assertEquals(2, planner.recomputed(), "VAPs on another channel");
    }

    @Test
    void queuesConcernOnlyTheRulesOfTheirPorts() {
        bind(many());
        final RuleDelta same = planner.update(inputs(WTPS, VAPS, many(), (port, priority) -> OptionalLong.empty()));
        assertTrue(same.isEmpty(), "another lookup with the same queues");
        final RuleDelta delta = planner.update(inputs(WTPS, VAPS, many(),
            (port, priority) -> port.equals(P2) ? OptionalLong.of(1) : OptionalLong.empty()));
        assertEquals(0, planner.recomputed());
        assertEquals(Set.of("openflow:1"), delta.switches().keySet());
        assertTrue(delta.switches().get("openflow:1").put().values().stream()
            .allMatch(rule -> rule.actionsText().contains("set_queue:1,output:2")));
    }

    @Test
    void aFailedUpdateIsMadeUpFor() {
        final Map<StationKey, ServingWtps> stations = new HashMap<>();
        bind(stations);
        stations.put(station(1), ServingWtps.by(WTP1, Origin.AUTOMATIC));
        assertThrows(IllegalStateException.class, () -> planner.update(inputs(WTPS, VAPS, stations,
            (port, priority) -> {
                throw new IllegalStateException("no queues");
            })));
        bind(stations);
        assertEquals(FreshPlan.of(inputs(WTPS, VAPS, stations, QueueLookup.NONE)), planner.plan());
    }

    @Test
    void rulesAreAdaptedAgain() {
        final Set<Integer> taken = new HashSet<>();
        final RulePlanner adapting = new RulePlanner((node, rule) -> taken.contains(rule.meter())
            ? new Rule(rule.table(), rule.priority(), rule.match(), rule.meter() + 4096, rule.actions()) : rule);
        final PlanInputs inputs = inputs(WTPS, VAPS, Map.of(), QueueLookup.NONE);
        adapting.update(inputs);
        taken.add(Meter.ANNOUNCEMENTS.number());
        assertTrue(adapting.update(inputs).isEmpty());
        adapting.adaptAgain(HOSTS);
        final RuleDelta delta = adapting.update(inputs);
        assertEquals(Set.of(HOSTS), delta.switches().keySet());
        assertEquals(1, delta.switches().get(HOSTS).put().size());
        assertEquals(0, adapting.recomputed());
    }
}
