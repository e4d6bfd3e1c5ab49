// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.WtpControl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The draining of a WTP with twenty stations, in virtual time. */
class DrainTest {
    private static final int STATIONS = 20;
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac THREE = Mac.parse("02:c1:0d:aa:00:03");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final ManualLoop loop = new ManualLoop();
    private final WtpControl control = mock(WtpControl.class);
    private final MobilityStatus signals = mock(MobilityStatus.class);
    private final Map<Client, Mac> serving = new HashMap<>();
    private final Map<Client, CompletableFuture<Mac>> moves = new HashMap<>();
    private final Set<Mac> radiators = new HashSet<>(Set.of(ONE, TWO, THREE));
    private final Map<Mac, VirtualStation> virtual = new HashMap<>();
    private final AntennaRefusals refusals = new AntennaRefusals();
    private final List<Mac> drained = new ArrayList<>();
    private Set<Mac> draining = Set.of();
    private boolean failing;
    private Drain subject;

    private static StationKey station(final int number) {
        return new StationKey(BSSID, new Mac(0x02_5a_00_00_00_00L + number));
    }

    private Assignment assignment() {
        final Map<StationKey, ServingWtps> stations = new HashMap<>();
        serving.forEach((client, wtp) -> {
            if (client instanceof StationKey station) {
                stations.put(station, ServingWtps.by(wtp, Origin.AUTOMATIC));
            }
        });
        return new Assignment(Map.of(ONE, PORT, TWO, PORT, THREE, PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, radiators)), stations, draining).withAntennas(radiators)
            .withVirtualStations(virtual);
    }

    @BeforeEach
    void start() {
        for (int i = 0; i < STATIONS; i++) {
            serving.put(station(i), ONE);
        }
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment());
        final FakeConfiguration configuration = new FakeConfiguration();
        when(control.sessions()).thenReturn(Set.of(ONE, TWO, THREE));
        when(signals.signals(any())).thenReturn(Map.of());
        subject = new Drain(loop, assignments, configuration, signals, control, (client, to, trigger) -> {
            assertEquals(Reason.DRAIN, trigger.reason());
            assertEquals("ann", trigger.user());
            final CompletableFuture<Mac> move = new CompletableFuture<>();
            moves.put(client, move);
            move.thenRun(() -> serving.put(client, to));
            return move;
        }, refusals, (part, value) -> part.equals("wtps/wtp[id=" + ONE + "]") ? Optional.of("ann") : Optional.empty());
        subject.listenToEmpty(drained::add);
    }

    /** Advances a second, in which the handovers started before end. */
    private void runSecond() {
        final var ending = new HashMap<>(moves);
        moves.clear();
        ending.values().forEach(move -> {
            if (failing) {
                move.completeExceptionally(new IllegalStateException("no luck"));
            } else {
                move.complete(ONE);
            }
        });
        loop.advance(Drain.PERIOD);
    }

    private int remainingStations() {
        return subject.draining().get(ONE).size();
    }

    @Test
    void stationsAreMovedAFewAtATimeToTheLeastLoadedWtps() {
        runSecond();
        assertEquals(Map.of(), subject.draining());
        draining = Set.of(ONE);
        runSecond();
        assertEquals(Drain.MAX_CONCURRENT, moves.size());
        assertEquals(STATIONS, remainingStations());
        for (int i = 0; i < 4; i++) {
            runSecond();
        }
        assertEquals(0, remainingStations());
        assertEquals(List.of(ONE), drained, "notified once");
        assertEquals(10, serving.values().stream().filter(TWO::equals).count());
        assertEquals(10, serving.values().stream().filter(THREE::equals).count());
        draining = Set.of();
        runSecond();
        assertEquals(Map.of(), subject.draining());
    }

    @Test
    void stationsMoveToTheWtpWithTheBestSignal() {
        when(signals.signals(any())).thenReturn(Map.of(THREE, new StationSignal(-60, -60, 1, java.time.Duration.ZERO)));
        draining = Set.of(ONE);
        for (int i = 0; i < 5; i++) {
            runSecond();
        }
        assertEquals(Set.of(THREE), Set.copyOf(serving.values()));
    }

    @Test
    void aStationWithoutATargetIsReported() {
        radiators.remove(TWO);
        when(control.sessions()).thenReturn(Set.of(ONE, TWO));
        draining = Set.of(ONE);
        runSecond();
        runSecond();
        assertEquals(STATIONS, remainingStations());
        assertEquals("no other WTP with a session radiates its VAP", subject.draining().get(ONE).get(station(3)));
        assertEquals(Map.of(), moves);
        when(control.sessions()).thenReturn(Set.of(ONE, TWO, THREE));
        runSecond();
        assertEquals(Drain.MAX_CONCURRENT, moves.size(), "as soon as there is a candidate");
    }

    @Test
    void aVirtualStationMovesToNoWtpThatRefusesItsLease() {
        final Mac address = Mac.parse("02:5a:00:01:00:01");
        serving.clear();
        virtual.put(address, new VirtualStation(PORT, Optional.of(ServingWtps.by(ONE, Origin.AUTOMATIC))));
        refusals.add(address, TWO, "full", loop.nanoTime());
        refusals.add(address, THREE, "full", loop.nanoTime());
        draining = Set.of(ONE);
        runSecond();
        assertEquals("no other WTP with a session serves virtual stations and grants its lease",
            subject.draining().get(ONE).get(new VirtualClient(address)));
        refusals.remove(address, THREE);
        runSecond();
        moves.get(new VirtualClient(address)).complete(ONE);
        assertEquals(THREE, serving.get(new VirtualClient(address)));
    }

    @Test
    void noStationMovesToADrainingWtp() {
        draining = Set.of(ONE, TWO);
        for (int i = 0; i < 5; i++) {
            runSecond();
        }
        assertEquals(Set.of(THREE), Set.copyOf(serving.values()));
        assertEquals(Set.of(ONE, TWO), Set.copyOf(drained));
    }

    @Test
    void failedHandoversAreRetriedAtGrowingIntervals() {
        serving.keySet().removeIf(key -> !key.equals(station(0)));
        failing = true;
        draining = Set.of(ONE);
        int tries = 0;
        for (int i = 0; i < 120; i++) {
            runSecond();
            tries += moves.size();
        }
        assertTrue(tries >= 6 && tries <= 10, tries + " tries in two minutes");
        failing = false;
        for (int i = 0; i < 35; i++) {
            runSecond();
        }
        assertEquals(0, remainingStations());
    }

    @Test
    void theReasonOfAFailureIsReported() {
        failing = true;
        draining = Set.of(ONE);
        runSecond();
        runSecond();
        assertTrue(subject.draining().get(ONE).containsValue("no luck"));
        assertTrue(subject.draining().get(ONE).containsValue("it is being handed over"));
    }
}
