// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.steering.Grounds.Reason;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** The steps of a handover, their order, and their reversal after a failure. */
class MakeBeforeBreakTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OTHER = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final PortId NEW_PORT = new PortId("openflow:2", 1);

    private final List<String> steps = new ArrayList<>();
    private final Map<String, CompletableFuture<Void>> pendingSteps = new HashMap<>();
    private final Map<String, Runnable> sideEffects = new HashMap<>();
    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final Set<Mac> radiators = new HashSet<>(Set.of(OLD, NEW));
    private final FakeAdmission admission = new FakeAdmission();
    private final Set<Mac> draining = new HashSet<>();
    private final Map<StationKey, Mac> bound = new HashMap<>(Map.of(KEY, OLD, OTHER, OLD));
    private final Map<StationKey, Origin> origins = new HashMap<>();
    private final Map<StationKey, Service> overlaid = new HashMap<>();
    private final Map<StationKey, Lease> heldLeases = new HashMap<>();
    private final Set<Set<StationKey>> confirmedStations = new HashSet<>();
    private Set<String> connected = Set.of("openflow:1", "openflow:2");
    /** The channel of the new WTP's radio, MHz. */
    private int channel = 2412;
    private int frequency = 2412;
    private Runnable channelRequest = () -> { };
    private boolean mayHaveSwitched;
    private String failing = "";

    private CompletionStage<Void> step(final String name) {
        steps.add(name);
        sideEffects.getOrDefault(name, () -> { }).run();
        if (pendingSteps.containsKey(name)) {
            return pendingSteps.get(name);
        }
        return failing.equals(name) ? CompletableFuture.failedFuture(new IllegalStateException("no luck"))
            : CompletableFuture.completedFuture(null);
    }

    private static String name(final Mac wtp) {
        return wtp.equals(OLD) ? "old" : "new";
    }

    /** Returns the assignment as the binder computes it: an overlay applies to bound stations at radiating WTPs. */
    private Assignment assignment() {
        final Map<StationKey, Service> stations = new HashMap<>();
        bound.forEach((key, wtp) -> stations.put(key,
            overlaid.getOrDefault(key, Service.by(wtp, origins.getOrDefault(key, Origin.AUTOMATIC)))));
        stations.values().removeIf(service -> !radiators.contains(service.downlink()));
        return new Assignment(Map.of(OLD, PORT, NEW, NEW_PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, frequency, radiators)), stations, draining);
    }

    private final MakeBeforeBreak subject = new MakeBeforeBreak(loop, new AssignmentSource() {
        @Override
        public Assignment assignment() {
            return MakeBeforeBreakTest.this.assignment();
        }

        @Override
        public Registration listen(final Runnable changed) {
            return () -> { };
        }
    }, new TopologyService() {
        @Override
        public Network network() {
            return new Network(connected, Map.of(), Set.of());
        }

        @Override
        public Registration listenToNetwork(final Runnable changed) {
            return () -> { };
        }
    }, new Overlays() {
        @Override
        public void overlay(final StationKey station, final Service service) {
            final Set<String> uplinks = new TreeSet<>();
            service.uplinks().forEach(wtp -> uplinks.add(name(wtp)));
            if (station.equals(KEY)) {
                steps.add("down " + name(service.downlink()) + ", up " + uplinks);
                service.frequencies().forEach((wtp, mhz) -> assertEquals(wtp.equals(OLD) ? 2412 : 2437, mhz));
                assertEquals(channel == 2412, service.frequencies().isEmpty(), "leases are on each WTP's channel");
            }
            overlaid.put(station, service);
        }

        @Override
        public void clear(final StationKey station) {
            if (station.equals(KEY)) {
                steps.add("clear");
            }
            overlaid.remove(station);
        }
    }, new FlowProgram() {
        @Override
        public List<Confirmation> confirm(final Set<StationKey> stations) {
            confirmedStations.add(Set.copyOf(stations));
            return List.of(new Confirmation(stations, step("confirmed " + steps.get(steps.size() - 1))));
        }

        @Override
        public List<FlowStatus> status() {
            return List.of();
        }

        @Override
        public Collection<MeterCount> meters() {
            return List.of();
        }

        @Override
        public Registration listenToStatus(final Runnable readBack) {
            return () -> { };
        }
    }, new LeaseService() {
        @Override
        public CompletionStage<Void> hold(final Lease lease) {
            throw new AssertionError("who keeps all leases holds it");
        }

        @Override
        public CompletionStage<Integer> channelFor(final Lease lease) {
            channelRequest.run();
            return CompletableFuture.completedFuture(channel);
        }

        @Override
        public CompletionStage<Void> release(final Lease lease) {
            throw new AssertionError("others may need it");
        }

        @Override
        public Registration listenToRefusals(final RefusalListener listener) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public void releaseLeftovers(final Set<Mac> vaps) {
            throw new AssertionError("no handover's business");
        }
    }, new HandoverLeases() {
        @Override
        public CompletionStage<Void> hold(final StationKey station, final Lease lease) {
            heldLeases.put(station, lease);
            return step("hold " + name(lease.wtp()));
        }

        @Override
        public void release(final StationKey station) {
            final Lease lease = heldLeases.remove(station);
            if (lease != null) {
                steps.add("done with " + name(lease.wtp()));
            }
        }
    }, (station, wtp, origin) -> step("store " + (station.equals(KEY) ? "" : "other ") + name(wtp))
        .thenRun(() -> bound.put(station, wtp)), this::change, log, admission, (station, to, grounds) -> {
            steps.add("virtual " + station + " " + name(to));
            return CompletableFuture.completedFuture(OLD);
        });

    private CompletionStage<Void> change(final Mac bssid, final int to) {
        final CompletionStage<Void> done = step("channel " + to);
        if (done.toCompletableFuture().isCompletedExceptionally()) {
            return CompletableFuture.failedFuture(new ChannelSwitchException("the VAP stays", mayHaveSwitched));
        }
        return done.thenRun(() -> frequency = to);
    }

    private CompletableFuture<Mac> startHandover(final StationKey station) {
        final CompletableFuture<Mac> result =
            subject.handOver(station, NEW, Grounds.of(Reason.OPERATOR)).toCompletableFuture();
        loop.run();
        return result;
    }

    private CompletableFuture<Mac> handOver() {
        final CompletableFuture<Mac> result = startHandover(KEY);
        assertTrue(result.isDone(), steps.toString());
        return result;
    }

    private String failureOf(final CompletableFuture<Mac> result) {
        assertTrue(result.isDone(), steps.toString());
        assertTrue(overlaid.isEmpty(), "an overlay is left");
        assertTrue(heldLeases.isEmpty(), "a lease is left");
        return assertThrows(ExecutionException.class, result::get).getCause().getMessage();
    }

    @Test
    void virtualStationsHaveTheirOwnSteps() throws Exception {
        assertEquals(OLD, startHandover(StationKey.virtual(OTHER.station())).get());
        assertEquals(List.of("virtual " + OTHER.station() + " new"), steps);
    }

    @Test
    void eachStepIsConfirmedBeforeTheNext() throws Exception {
        assertEquals(OLD, handOver().get());
        assertEquals(List.of("hold new",
            "down old, up [new, old]", "confirmed down old, up [new, old]",
            "down new, up [new, old]", "confirmed down new, up [new, old]",
            "store new",
            "down new, up [new]", "confirmed down new, up [new]", "clear", "done with new"), steps);
        assertEquals(Outcome.DONE, log.decisions().get(0).result().outcome());
        assertEquals(Set.of(Set.of(KEY)), confirmedStations, "it waits for no rules of other stations");
    }

    @Test
    void aWtpThatIsNotAdmittedIsNoTarget() {
        admission.refuse(NEW);
        assertEquals("WTP " + NEW + " is not admitted: " + FakeAdmission.REASON, failureOf(handOver()));
        assertEquals(List.of(), steps);
        assertEquals(WhyNot.FAILED, log.decisions().get(0).result().whyNot());
    }

    @Test
    void aHandoverIsUndoneIfTheNewWtpLosesItsSession() {
        sideEffects.put("hold new", () -> admission.refuse(NEW));
        assertEquals("uplink by the new WTP: WTP " + NEW + " is not admitted: " + FakeAdmission.REASON,
            failureOf(handOver()));
        assertEquals(OLD, bound.get(KEY));
    }

    @Test
    void theOldWtpNeedsNoSession() throws Exception {
        admission.refuse(OLD);
        assertEquals(OLD, handOver().get());
    }

    @Test
    void onlyTheNewWtpIsAskedForTheLease() throws Exception {
        handOver().get();
        assertTrue(steps.contains("hold new"));
        assertFalse(steps.contains("hold old"), steps.toString());
    }

    @Test
    void aFailedLeaseChangesNoRules() {
        failing = "hold new";
        final var failure = assertThrows(ExecutionException.class, handOver()::get);
        assertEquals("lease at the new WTP: no luck", failure.getCause().getMessage());
        assertEquals(List.of("hold new", "clear", "done with new"), steps, "no binding is restored");
    }

    @Test
    void aFailedStepIsUndone() {
        failing = "confirmed down new, up [new, old]";
        final var failure = assertThrows(ExecutionException.class, handOver()::get);
        assertEquals("downlink by the new WTP: no luck", failure.getCause().getMessage());
        assertEquals(List.of("clear", "done with new"), steps.subList(steps.size() - 2, steps.size()));
        assertEquals(Outcome.UNDONE, log.decisions().get(0).result().outcome());
        assertEquals("downlink by the new WTP: no luck", log.decisions().get(0).result().error());
    }

    @Test
    void aStoredBindingIsRestored() {
        failing = "confirmed down new, up [new]";
        assertEquals("end of the uplink by the old WTP: no luck", failureOf(handOver()));
        assertEquals("store old", steps.get(steps.indexOf("clear") + 1));
        assertEquals(OLD, bound.get(KEY));
    }

    @Test
    void aStepHasATimeLimit() {
        for (final String name : List.of("hold new", "confirmed down old, up [new, old]",
                "confirmed down new, up [new, old]", "store new", "confirmed down new, up [new]")) {
            pendingSteps.clear();
            pendingSteps.put(name, new CompletableFuture<>());
            bound.put(KEY, OLD);
            final CompletableFuture<Mac> result = startHandover(KEY);
            assertFalse(result.isDone(), name);
            loop.advance(MakeBeforeBreak.STEP_LIMIT);
            assertTrue(failureOf(result).endsWith("not done within 10 s"), name);
            assertEquals(OLD, bound.get(KEY));
        }
        pendingSteps.clear();
        assertDoesNotThrow(() -> handOver().get(), "a later handover succeeds");
    }

    @Test
    void anExceptionInAStepFailsTheHandover() {
        sideEffects.put("hold new", () -> {
            throw new IllegalStateException("a bug");
        });
        assertEquals("lease at the new WTP: a bug", failureOf(handOver()));
    }

    @Test
    void anUnbindDuringTheHandoverWins() {
        sideEffects.put("confirmed down new, up [new, old]", () -> bound.remove(KEY));
        assertTrue(failureOf(handOver()).contains("is no longer bound"));
        assertFalse(steps.contains("store new") || steps.contains("store old"), steps.toString());
        assertTrue(steps.contains("done with new"));
    }

    @Test
    void aWtpThatStopsRadiatingFailsTheHandover() {
        sideEffects.put("confirmed down old, up [new, old]", () -> radiators.remove(NEW));
        assertTrue(failureOf(handOver()).contains("does not radiate"));
        assertEquals(OLD, assignment().stations().get(KEY).downlink());
    }

    @Test
    void aDisconnectedSwitchFailsTheHandover() {
        connected = Set.of("openflow:1");
        assertEquals("switch openflow:2 is not connected", failureOf(startHandover(KEY)));
        assertEquals(List.of(), steps);
        connected = Set.of("openflow:1", "openflow:2");
        sideEffects.put("confirmed down new, up [new, old]", () -> connected = Set.of("openflow:1"));
        assertEquals("downlink by the new WTP: switch openflow:2 is not connected", failureOf(handOver()));
        assertEquals(OLD, assignment().stations().get(KEY).downlink());
    }

    @Test
    void oneHandoverAtATime() {
        pendingSteps.put("hold new", new CompletableFuture<>());
        startHandover(KEY);
        final CompletableFuture<Mac> second = startHandover(KEY);
        assertTrue(assertThrows(ExecutionException.class, second::get).getMessage().contains("being handed over"));
        assertEquals(WhyNot.BUSY, log.decisions().get(0).result().whyNot());
    }

    @Test
    void noStationIsHandedOverToADrainingWtp() {
        draining.add(NEW);
        assertEquals("WTP " + NEW + " is draining", failureOf(handOver()));
        assertEquals(List.of(), steps);
    }

    @Test
    void anUnboundStationIsRefused() {
        assertThrows(ExecutionException.class, startHandover(new StationKey(BSSID, NEW))::get);
        assertEquals(List.of(), steps);
    }

    @Test
    void aChannelChangeMovesAllStationsOfTheVap() throws Exception {
        channel = 2437;
        assertEquals(OLD, handOver().get());
        assertEquals(List.of("hold new",
            "down old, up [new, old]", "confirmed down old, up [new, old]",
            "channel 2437",
            "down new, up [new, old]", "confirmed down new, up [new, old]"), steps.subList(0, 6));
        assertTrue(steps.containsAll(List.of("store new", "store other new")), steps.toString());
        assertEquals(List.of("down new, up [new]", "confirmed down new, up [new]", "clear", "done with new"),
            steps.subList(8, steps.size()));
        assertEquals(Map.of(KEY, NEW, OTHER, NEW), bound);
        assertEquals(Set.of(Set.of(KEY, OTHER)), confirmedStations);
        assertTrue(overlaid.isEmpty());
        assertEquals(2, log.decisions().size(), "one for each station");
    }

    @Test
    void aRefusedChannelChangeMovesNoStation() {
        channel = 2437;
        failing = "channel 2437";
        assertEquals("change of the channel: the VAP stays", failureOf(handOver()));
        assertEquals(List.of("channel 2437", "clear", "done with new"), steps.subList(3, steps.size()));
        assertEquals(Map.of(KEY, OLD, OTHER, OLD), bound);
    }

    @Test
    void aVapThatMayHaveSwitchedIsSwitchedBack() {
        channel = 2437;
        failing = "channel 2437";
        mayHaveSwitched = true;
        assertEquals("change of the channel: the VAP stays", failureOf(handOver()));
        assertEquals(List.of("channel 2437", "channel 2412", "clear", "done with new"), steps.subList(3, steps.size()));
    }

    @Test
    void aFailureAfterTheChannelChangeSwitchesBack() {
        channel = 2437;
        failing = "confirmed down new, up [new]";
        assertEquals("end of the uplink by the old WTP: no luck", failureOf(handOver()));
        assertEquals(2412, frequency);
        assertEquals(Map.of(KEY, OLD, OTHER, OLD), bound);
        assertTrue(steps.indexOf("channel 2412") < steps.indexOf("clear"), "the rules depend on the channel");
    }

    @Test
    void aFailedChangeBackIsReported() {
        channel = 2437;
        sideEffects.put("channel 2437", () -> failing = "channel 2412");
        sideEffects.put("confirmed down new, up [new, old]", () -> connected = Set.of("openflow:1"));
        final String why = failureOf(handOver());
        assertEquals("downlink by the new WTP: switch openflow:2 is not connected;"
            + " and change back to the old channel: the VAP stays", why);
    }

    @Test
    void aStationBoundByTheOperatorPreventsAChannelChange() {
        channel = 2437;
        origins.put(OTHER, Origin.OPERATOR);
        final String why = failureOf(handOver());
        assertTrue(why.contains("the operator has bound " + OTHER.station()), why);
        assertFalse(steps.contains("hold new"), steps.toString());
    }

    @Test
    void aStationBoundDuringTheChannelChangeMovesToo() throws Exception {
        channel = 2437;
        final StationKey late = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:03"));
        sideEffects.put("channel 2437", () -> bound.put(late, OLD));
        handOver().get();
        assertEquals(NEW, bound.get(late));
    }

    @Test
    void noOtherHandoverRunsDuringAChannelChange() {
        channel = 2437;
        pendingSteps.put("channel 2437", new CompletableFuture<>());
        startHandover(KEY);
        assertTrue(assertThrows(ExecutionException.class, startHandover(OTHER)::get).getMessage()
            .contains("being handed over"));
        final StationKey late = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:03"));
        bound.put(late, OLD);
        assertTrue(assertThrows(ExecutionException.class, startHandover(late)::get).getMessage()
            .contains("being handed over"));
    }

    @Test
    void aHandoverForSignalDoesNotChangeTheChannel() throws Exception {
        channelRequest = () -> {
            throw new IllegalStateException("a fake error");
        };
        final CompletableFuture<Mac> result =
            subject.handOver(KEY, NEW, Grounds.of(Reason.SIGNAL)).toCompletableFuture();
        loop.run();
        assertEquals(OLD, result.get());
        assertFalse(steps.contains("channel 2437"), steps.toString());
    }
}
