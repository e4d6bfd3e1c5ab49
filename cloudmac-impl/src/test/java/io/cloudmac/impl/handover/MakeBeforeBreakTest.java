// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The steps of a handover, their order, and their reversal after a failure. */
class MakeBeforeBreakTest extends MakeBeforeBreakFixture {
    @Test
    void virtualStationsHaveTheirOwnSteps() throws Exception {
        assertEquals(OLD, startHandover(new VirtualClient(OTHER.station())).get());
        assertEquals(List.of("virtual " + OTHER.station() + " new"), steps);
    }

    @Test
    void eachStepIsConfirmedBeforeTheNext() throws Exception {
        assertEquals(OLD, handOver().get());
        assertEquals(List.of("hold new",
            "down old, up [new, old]", "confirmed down old, up [new, old]",
            "down new, up [new, old]", "confirmed down new, up [new, old]",
            "store new", "clear", "done with new"), steps);
        assertEquals(Outcome.DONE, log.decisions().get(0).result().outcome());
        assertEquals(Set.of(Set.of(KEY)), confirmedStations, "it waits for no rules of other stations");
    }

    @Test
    void chainsFollowBeforeTheUplinkAndAfterTheDownlink() throws Exception {
        hasChains = true;
        assertEquals(OLD, handOver().get());
        assertEquals(List.of("hold new", "chains back old",
            "down old, up [new, old]", "confirmed down old, up [new, old]",
            "down new, up [new, old]", "confirmed down new, up [new, old]", "chains back new",
            "store new", "clear", "release chains", "done with new"), steps);
    }

    @Test
    void chainsLeadBackBeforeTheUplinkOfTheNewWtpEnds() {
        hasChains = true;
        failing = "store new";
        failureOf(handOver());
        assertEquals(List.of("chains back new", "store new", "chains back old", "clear", "release chains"),
            steps.subList(steps.indexOf("chains back new"), steps.indexOf("release chains") + 1));
    }

    @Test
    void aHandoverWaitsForTheChains() {
        hasChains = true;
        pendingSteps.put("chains back old", new CompletableFuture<>());
        final var result = startHandover(KEY);
        assertEquals(List.of("hold new", "chains back old"), steps);
        pendingSteps.remove("chains back old").complete(null);
        loop.run();
        assertTrue(result.isDone());
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
        failing = "store new";
        assertEquals("storing the binding: no luck", failureOf(handOver()));
        assertEquals("store old", steps.get(steps.indexOf("clear") + 1));
        assertEquals(OLD, bound.get(KEY));
    }

    @Test
    void aStepHasATimeLimit() {
        for (final String name : List.of("hold new", "confirmed down old, up [new, old]",
                "confirmed down new, up [new, old]", "store new")) {
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
        assertEquals(List.of("clear", "done with new"), steps.subList(8, steps.size()));
        assertEquals(Map.of(KEY, NEW, OTHER, NEW), bound);
        assertEquals(Set.of(Set.of(KEY, OTHER)), confirmedStations);
        assertTrue(overridden.isEmpty());
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
        failing = "store new";
        assertEquals("storing the binding: no luck", failureOf(handOver()));
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
            subject.handOver(KEY, NEW, SteeringTrigger.of(Reason.SIGNAL)).toCompletableFuture();
        loop.run();
        assertEquals(OLD, result.get());
        assertFalse(steps.contains("channel 2437"), steps.toString());
    }
}
