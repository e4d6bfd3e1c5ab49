// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import io.cloudmac.impl.wtp.HeardBss;
import io.cloudmac.impl.wtp.WtpControl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/** The handovers of virtual stations that the signals of their access points cause, in virtual time. */
class VirtualStationMobilityTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac BSS = Mac.parse("00:11:22:33:44:55");
    private static final VirtualClient KEY = new VirtualClient(STATION);
    private static final PortId PORT = new PortId("openflow:1", 1);
    /** Enough for the smallest number of samples and one verdict. */
    private static final Duration LONG = Duration.ofSeconds(6);

    private final ManualLoop loop = new ManualLoop();
    private final WtpControl control = mock(WtpControl.class);
    private final VirtualStationStatus status = mock(VirtualStationStatus.class);
    private final List<Mac> moves = new ArrayList<>();
    private final Map<Mac, List<HeardBss>> heard = new HashMap<>();
    private final Set<Mac> antennas = new HashSet<>(Set.of(ONE, TWO));
    private final Set<Mac> draining = new HashSet<>();
    private final AntennaRefusals refusals = new AntennaRefusals();
    private boolean isEnabled = true;
    private ServingWtps service = ServingWtps.by(ONE, Origin.AUTOMATIC);
    private Mobility subject;
    private Runnable assigned;
    private Runnable configured;

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> new Assignment(Map.of(ONE, PORT, TWO, PORT), Map.of(),
            Map.of(), draining).withAntennas(antennas).withVirtualStations(
                Map.of(STATION, new VirtualStation(PORT, Optional.of(service)))));
        when(assignments.listen(any())).thenAnswer(call -> {
            assigned = call.getArgument(0);
            return (Registration) () -> { };
        });
        final FakeConfiguration configuration = new FakeConfiguration(() -> new CloudmacBuilder().setMobility(
            new MobilityBuilder().setEnabled(isEnabled).setObserveOnly(false).build()).build());
        configured = configuration::runListeners;
        when(control.sessions()).thenReturn(Set.of(ONE, TWO));
        when(control.heardNetworks(any())).thenAnswer(call -> CompletableFuture.completedFuture(
            heard.getOrDefault(call.<Mac>getArgument(0), List.of())));
        hello(StationHello.ASSOCIATED, 2412);
        final Handover handover = (station, to, trigger) -> {
            assertEquals(KEY, station);
            moves.add(to);
            return CompletableFuture.completedFuture(ONE);
        };
        subject = new Mobility(loop, configuration, assignments, control, listener -> () -> { },
            listener -> () -> { }, handover, new SteeringLog(), status, refusals);
        configured.run();
        assigned.run();
    }

    private void hello(final int flags, final int frequency) {
        when(status.hello(STATION)).thenReturn(
            Optional.of(new StationHello(STATION, flags, frequency, BSS, RawSsid.NONE)));
    }

    private void hears(final Mac wtp, final int frequency, final int signal) {
        heard.put(wtp, List.of(new HeardBss(BSS, 0, frequency, OptionalInt.of(signal), Duration.ofMillis(50))));
    }

    @Test
    void aWtpThatReceivesItsAccessPointBetterServesItNext() {
        hears(ONE, 2412, -70);
        hears(TWO, 2412, -50);
        loop.advance(LONG);
        assertEquals(TWO, moves.get(0));
    }

    @Test
    void withinTheHysteresisItStays() {
        hears(ONE, 2412, -55);
        hears(TWO, 2412, -50);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
        assertEquals(-50.0, subject.signals(KEY).get(TWO).average());
    }

    @Test
    void aWtpOnAnotherChannelIsNoCandidate() {
        hears(ONE, 2412, -80);
        hears(TWO, 2437, -30);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
    }

    @Test
    void aDrainingWtpOrOneThatLostItsRadioIsNoCandidate() {
        hears(ONE, 2412, -80);
        hears(TWO, 2412, -30);
        draining.add(TWO);
        loop.advance(Duration.ofMinutes(1));
        draining.clear();
        antennas.remove(TWO);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
    }

    @Test
    void aWtpThatRefusesItsLeaseIsNoCandidate() {
        hears(ONE, 2412, -80);
        hears(TWO, 2412, -30);
        refusals.add(STATION, TWO, "full", loop.nanoTime());
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
        refusals.remove(STATION, TWO);
        loop.advance(LONG);
        assertEquals(TWO, moves.get(0));
    }

    @Test
    void theOperatorsBindingStays() {
        service = ServingWtps.by(ONE, Origin.OPERATOR);
        hears(ONE, 2412, -80);
        hears(TWO, 2412, -30);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
    }

    @Test
    void disabledMobilityShowsTheSignalsAndMovesNobody() {
        isEnabled = false;
        configured.run();
        hears(ONE, 2412, -80);
        hears(TWO, 2412, -30);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
        assertEquals(Set.of(ONE, TWO), subject.signals(KEY).keySet());
    }

    @Test
    void nobodyIsAskedWithoutAnAssociatedVirtualStation() {
        hello(0, 2412);
        loop.advance(Duration.ofMinutes(1));
        verify(control, never()).heardNetworks(any());
    }

    @Test
    void aWtpThatDoesNotAnswerIsNoCandidate() {
        hears(ONE, 2412, -80);
        when(control.heardNetworks(TWO)).thenReturn(CompletableFuture.failedFuture(new IOException("no session")));
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
        assertEquals(Set.of(ONE), subject.signals(KEY).keySet());
    }
}
