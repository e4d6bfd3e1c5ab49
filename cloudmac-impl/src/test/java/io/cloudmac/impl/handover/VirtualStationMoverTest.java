// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.HandoverOverrides;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The steps that hand a virtual station over, their order, and what remains after a failure. */
class VirtualStationMoverTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final StationHello HELLO = new StationHello(STATION, 3, 2412, OLD, RawSsid.NONE);
    private static final String BOTH = "down old, up [new, old]";
    private static final String TURNED = "down new, up [new, old]";
    private static final String DONE = "down new, up [new]";
    private static final String UNDONE = "down old, up [old]";
    private static final List<String> MOVED = List.of("lease", BOTH, "confirmed", "hello", "channel", TURNED,
        "confirmed", DONE, "confirmed", "clear", "release");

    private final List<String> steps = new ArrayList<>();
    private final Map<String, CompletionStage<Void>> pending = new HashMap<>();
    private final Map<String, Runnable> sideEffects = new HashMap<>();
    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final FakeAdmission admission = new FakeAdmission();
    private final Set<Mac> antennas = new HashSet<>(Set.of(OLD, NEW));
    private final Set<Mac> draining = new HashSet<>();
    private Set<String> connected = Set.of("openflow:1");
    private ServingWtps service = ServingWtps.by(OLD, Origin.AUTOMATIC);
    private Mac bound;
    private boolean exists = true;
    private String failing = "";
    private VirtualStationMover subject;

    private static String name(final Mac wtp) {
        return wtp.equals(OLD) ? "old" : "new";
    }

    private CompletionStage<Void> step(final String name) {
        steps.add(name);
        sideEffects.getOrDefault(name, () -> { }).run();
        if (pending.containsKey(name)) {
            return pending.get(name);
        }
        return failing.equals(name) ? CompletableFuture.failedFuture(new IllegalStateException("no luck"))
            : CompletableFuture.completedFuture(null);
    }

    private Assignment assignment() {
        return new Assignment(Map.of(OLD, PORT, NEW, PORT), Map.of(), Map.of(), draining).withAntennas(antennas)
            .withVirtualStations(exists
                ? Map.of(STATION, new VirtualStation(PORT, Optional.ofNullable(service))) : Map.of());
    }

    @BeforeEach
    void start() {
        final FakeConfiguration configuration = new FakeConfiguration(() -> new CloudmacBuilder().setBindings(
            new BindingsBuilder().setVirtualStation(bound == null ? Map.of() : BindingMap.of(
                new VirtualStationBuilder().setStation(new UnicastMac(STATION.toString()))
                    .setWtp(new WtpId(bound.toString())).build())).build()).build());
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment());
        final VirtualStationStatus status = mock(VirtualStationStatus.class);
        when(status.nextHello(any())).thenAnswer(call -> step("hello").thenApply(done -> HELLO));
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> new Network(connected, Map.of(), Set.of()));
        final FlowProgram flows = mock(FlowProgram.class);
        when(flows.confirm(any())).thenAnswer(call ->
            List.of(new Confirmation<>(call.getArgument(0), step("confirmed"))));
        subject = new VirtualStationMover(loop, configuration, assignments, status, topology, admission,
            new HandoverLeases() {
                @Override
                public CompletionStage<Void> hold(final Client client, final Lease lease) {
                    assertEquals(Lease.ofVirtualStation(NEW, STATION), lease);
                    return step("lease");
                }

                @Override
                public void release(final Client client) {
                    steps.add("release");
                }
            }, (wtp, hello) -> {
                assertEquals(NEW, wtp);
                assertEquals(HELLO, hello);
                return step("channel");
            }, (client, wtp, origin) -> {
                assertEquals(Origin.OPERATOR, origin);
                return step("store " + name(wtp)).thenRun(() -> bound = wtp);
            }, new HandoverOverrides() {
                @Override
                public void override(final Client client, final ServingWtps now) {
                    assertEquals(new VirtualClient(STATION), client);
                    final Set<String> uplinks = new TreeSet<>();
                    now.uplinks().forEach(wtp -> uplinks.add(name(wtp)));
                    steps.add("down " + name(now.downlink()) + ", up " + uplinks);
                    service = now;
                }

                @Override
                public void clear(final Client client) {
                    steps.add("clear");
                    service = ServingWtps.by(service.downlink(), service.origin());
                }

                @Override
                public void clearWhenStored(final Client client, final Mac wtp) {
                    clear(client);
                }
            }, flows, log);
    }

    private CompletableFuture<Mac> handOver() {
        final CompletableFuture<Mac> result =
            subject.handOver(new VirtualClient(STATION), NEW, SteeringTrigger.of(Reason.OPERATOR))
                .toCompletableFuture();
        loop.run();
        return result;
    }

    private HandoverException exception() {
        final CompletableFuture<Mac> result = handOver();
        assertTrue(result.isDone(), steps.toString());
        return (HandoverException) assertThrows(ExecutionException.class, result::get).getCause();
    }

    private String failure() {
        return exception().getMessage();
    }

    private FailureKind kind() {
        return exception().kind();
    }

    @Test
    void theNewWtpIsOnTheChannelBeforeItServes() throws Exception {
        assertEquals(OLD, handOver().get());
        assertEquals(MOVED, steps);
        assertEquals(NEW, service.downlink());
        assertEquals(Outcome.DONE, log.decisions().get(0).result().outcome());
        assertEquals(OLD, log.decisions().get(0).from());
        assertEquals(NEW, handOver().get(), "it is there already");
        assertEquals(MOVED, steps);
    }

    @Test
    void afterAFailedStepTheOldWtpGoesOnAlone() {
        final Map<String, List<String>> before = Map.of(
            "lease", List.of("lease"),
            "hello", List.of("lease", BOTH, "confirmed", "hello"),
            "channel", List.of("lease", BOTH, "confirmed", "hello", "channel"));
        before.forEach((failed, done) -> {
            steps.clear();
            failing = failed;
            assertTrue(failure().contains("no luck"), failed);
            final List<String> all = new ArrayList<>(done);
            all.addAll(List.of(UNDONE, "clear", "release"));
            assertEquals(all, steps);
            assertEquals(ServingWtps.by(OLD, Origin.AUTOMATIC), service);
        });
        assertTrue(log.decisions().stream().allMatch(each -> each.result().outcome() == Outcome.UNDONE));
    }

    @Test
    void rulesThatAreNotConfirmedAreUndone() {
        sideEffects.put(TURNED, () -> failing = "confirmed");
        sideEffects.put("channel", () -> pending.put("confirmed", new CompletableFuture<>()));
        final CompletableFuture<Mac> result = handOver();
        loop.advance(MakeBeforeBreak.STEP_LIMIT.minus(Duration.ofSeconds(1)));
        assertTrue(!result.isDone());
        loop.advance(Duration.ofSeconds(2));
        assertEquals("frames to the new WTP: not done within 10 s",
            assertThrows(ExecutionException.class, result::get).getCause().getMessage());
        assertEquals(OLD, service.downlink());
        assertEquals(List.of(TURNED, "confirmed", UNDONE, "clear", "release"),
            steps.subList(steps.size() - 5, steps.size()));
    }

    @Test
    void theOperatorsBindingMovesToo() throws Exception {
        bound = OLD;
        handOver().get();
        assertEquals(NEW, bound);
        assertTrue(steps.indexOf("store new") > steps.indexOf(TURNED) && steps.indexOf("store new")
            < steps.indexOf(DONE), steps.toString());
    }

    @Test
    void aFailureAfterTheBindingWasStoredRestoresIt() {
        bound = OLD;
        sideEffects.put("store new", () -> failing = "confirmed");
        assertTrue(failure().startsWith("end of the old WTP"));
        assertEquals(OLD, bound);
        assertEquals(OLD, service.downlink());
    }

    @Test
    void anotherBindingOfTheOperatorWins() {
        bound = OLD;
        final Mac third = Mac.parse("02:c1:0d:aa:00:03");
        sideEffects.put("channel", () -> bound = third);
        assertEquals("storing the binding: the operator has changed its binding", failure());
        assertEquals(third, bound);
        assertEquals(OLD, service.downlink());
    }

    @Test
    void whatIsImpossibleIsRefusedAndChangesNothing() {
        draining.add(NEW);
        assertEquals("WTP " + NEW + " is draining", failure());
        draining.clear();
        antennas.remove(NEW);
        assertEquals("WTP " + NEW + " has no radio for virtual stations", failure());
        antennas.add(NEW);
        connected = Set.of();
        assertEquals("switch openflow:1 is not connected", failure());
        connected = Set.of("openflow:1");
        exists = false;
        assertEquals("no WTP serves virtual station " + STATION, failure());
        assertEquals(List.of(), steps);
    }

    @Test
    void aKnownVirtualStationWithoutAWtpIsNoBadValue() {
        exists = false;
        assertEquals(FailureKind.UNKNOWN_STATION, kind());
        exists = true;
        service = null;
        assertEquals(FailureKind.REFUSED, kind());
    }

    @Test
    void aWtpThatIsLostDuringTheHandoverEndsIt() {
        sideEffects.put("hello", () -> antennas.remove(NEW));
        assertTrue(failure().contains("has no radio for virtual stations"));
        assertEquals(OLD, service.downlink());
    }

    @Test
    void aSecondHandoverAtTheSameTimeIsRefused() {
        pending.put("hello", new CompletableFuture<>());
        assertTrue(!handOver().isDone());
        assertEquals("virtual station " + STATION + " is being handed over", failure());
        assertEquals(WhyNot.BUSY, log.decisions().get(0).result().whyNot());
    }
}
