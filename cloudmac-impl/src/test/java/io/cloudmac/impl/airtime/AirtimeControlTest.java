// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AirtimeChange;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import io.cloudmac.impl.wtp.WtpControl;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.AirtimeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The requests to two WTPs with fake agents, in virtual time. */
class AirtimeControlTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final ManualLoop loop = new ManualLoop();
    private final WtpControl control = mock(WtpControl.class);
    private final Map<Mac, Map<Mac, Integer>> agents = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private final Set<Mac> sessions = new TreeSet<>(List.of(ONE, TWO));
    private final AirtimeBuilder configured = new AirtimeBuilder();
    private Assignment assignment = served(ServingWtps.by(ONE, Origin.AUTOMATIC));
    private CompletableFuture<Void> held;
    private IOException failure;
    private Runnable configurationChanged;
    private Runnable assignmentChanged;
    private Consumer<Mac> sessionOpened;
    private AirtimeControl subject;

    private static Assignment served(final ServingWtps service) {
        return new Assignment(Map.of(ONE, PORT, TWO, PORT), Map.of(), Map.of(new StationKey(VAP, STATION), service));
    }

    @BeforeEach
    void start() {
        final FakeConfiguration configuration = new FakeConfiguration(
            () -> new CloudmacBuilder().setAirtime(configured.build()).build());
        configurationChanged = configuration::runListeners;
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> {
            assignmentChanged = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(control.sessions()).thenAnswer(call -> Set.copyOf(sessions));
        when(control.listenToSessions(any())).thenAnswer(call -> {
            sessionOpened = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(control.airtime(any())).thenAnswer(call -> CompletableFuture.completedFuture(List.of(new AgentAirtime(0,
            AirtimeSettings.DEFAULT, agents.getOrDefault(call.<Mac>getArgument(0), Map.of()), List.of()))));
        when(control.setAirtime(any(), any())).thenAnswer(
            call -> set(call.getArgument(0), call.getArgument(1)));
        subject = new AirtimeControl(loop, configuration, assignments, control);
        sessions.forEach(sessionOpened);
        loop.run();
    }

    private CompletableFuture<Void> set(final Mac wtp, final AirtimeChange change) {
        final AirtimeWeight weight = (AirtimeWeight) change;
        requests.add((wtp.equals(ONE) ? "one " : "two ") + (weight.address().equals(VAP) ? "vap " : "station ")
            + weight.weight());
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        final Map<Mac, Integer> weights = agents.computeIfAbsent(wtp, first -> new HashMap<>());
        if (weight.weight() == AirtimeWeight.DEFAULT) {
            weights.remove(weight.address());
        } else {
            weights.put(weight.address(), weight.weight());
        }
        return held != null ? held : CompletableFuture.completedFuture(null);
    }

    private List<String> requests() {
        loop.run();
        final List<String> made = List.copyOf(requests);
        requests.clear();
        return made;
    }

    private void weightVap(final int weight) {
        configured.setVap(BindingMap.of(new VapBuilder().setBssid(new Bssid(VAP.toString())).setWeight(model(weight))
            .build()));
        configurationChanged.run();
    }

    private void weightStation(final int weight) {
        configured.setStation(BindingMap.of(new StationBuilder().setStation(new UnicastMac(STATION.toString()))
            .setWeight(model(weight)).build()));
        configurationChanged.run();
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight model(final int weight) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight(Uint16.valueOf(weight));
    }

    @Test
    void aChangedWeightIsSentToTheServingWtpOnly() {
        weightVap(512);
        assertEquals(List.of("one vap 512"), requests());
        configurationChanged.run();
        loop.advance(AirtimeControl.PERIOD.multipliedBy(3));
        assertEquals(List.of(), requests(), "nothing has changed");
        configured.setVap(Map.of());
        configurationChanged.run();
        assertEquals(List.of("one vap 256"), requests());
    }

    @Test
    void weightsFollowAStationThroughAHandover() {
        weightVap(512);
        weightStation(128);
        requests();
        assignment = served(new ServingWtps(ONE, Set.of(ONE, TWO), Origin.AUTOMATIC));
        assignmentChanged.run();
        assertEquals(List.of("two vap 512", "two station 128"), requests(), "before the downlink moves");
        assignment = served(new ServingWtps(TWO, Set.of(ONE, TWO), Origin.AUTOMATIC));
        assignmentChanged.run();
        assertEquals(List.of(), requests());
        assignment = served(ServingWtps.by(TWO, Origin.AUTOMATIC));
        assignmentChanged.run();
        assertEquals(List.of("one vap 256", "one station 256"), requests());
    }

    @Test
    void anAgentThatRestartedGetsTheWeightsWhenItsSessionOpens() {
        weightVap(512);
        requests();
        agents.clear();
        sessionOpened.accept(ONE);
        assertEquals(List.of("one vap 512"), requests());
    }

    @Test
    void aSessionThatOpensDuringARequestIsReadAfterwards() {
        held = new CompletableFuture<>();
        weightVap(512);
        assertEquals(List.of("one vap 512"), requests());
        weightVap(600);
        assertEquals(List.of(), requests(), "one request at a time");
        agents.clear();
        sessionOpened.accept(ONE);
        loop.run();
        final CompletableFuture<Void> first = held;
        held = null;
        first.completeExceptionally(new IOException("the agent closed the connection"));
        assertEquals(List.of("one vap 600"), requests());
        assertEquals("", subject.airtime().get(ONE).problem());
    }

    @Test
    void aWeightThatTheAgentLostIsSentAgain() {
        weightVap(512);
        requests();
        agents.get(ONE).clear();
        loop.advance(AirtimeControl.PERIOD);
        assertEquals(List.of("one vap 512"), requests());
    }

    @Test
    void aRefusalIsReportedAndTriedAgain() {
        failure = new IOException("no room");
        weightVap(512);
        assertEquals(List.of("one vap 512"), requests());
        assertEquals("no room", subject.airtime().get(ONE).problem());
        loop.advance(AirtimeControl.PERIOD);
        assertEquals(List.of("one vap 512"), requests());
        assertEquals("no room", subject.airtime().get(ONE).problem());
        failure = null;
        loop.advance(AirtimeControl.PERIOD);
        assertEquals(List.of("one vap 512"), requests());
        assertEquals("", subject.airtime().get(ONE).problem());
    }

    @Test
    void aFailureWithoutAMessageIsReportedByItsType() {
        failure = new ClosedChannelException();
        weightVap(512);
        requests();
        assertEquals("ClosedChannelException", subject.airtime().get(ONE).problem());
    }

    @Test
    void aClosedControlSendsNothingMore() {
        held = new CompletableFuture<>();
        weightVap(512);
        weightStation(128);
        assertEquals(List.of("one vap 512"), requests());
        subject.close();
        held.complete(null);
        assertEquals(List.of(), requests());
    }

    @Test
    void aWtpWithoutASessionHasNoState() {
        assertEquals(Set.of(ONE, TWO), subject.airtime().keySet());
        sessions.remove(ONE);
        loop.advance(AirtimeControl.PERIOD);
        assertEquals(Set.of(TWO), subject.airtime().keySet());
        weightVap(512);
        assertEquals(List.of(), requests());
        sessions.add(ONE);
        sessionOpened.accept(ONE);
        assertEquals(List.of("one vap 512"), requests());
    }
}
