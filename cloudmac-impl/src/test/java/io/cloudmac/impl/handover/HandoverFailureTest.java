// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;

/** Tests how long a handover takes at most, and why it failed. */
class HandoverFailureTest extends MakeBeforeBreakFixture {
    private FailureKind kindOf(final CompletableFuture<Mac> result) {
        assertTrue(result.isDone(), steps.toString());
        return assertInstanceOf(HandoverException.class,
            assertThrows(ExecutionException.class, result::get).getCause()).kind();
    }

    private FailureKind kindIfItFails(final String step, final Throwable failure) {
        final CompletableFuture<Void> late = new CompletableFuture<>();
        pendingSteps.clear();
        pendingSteps.put(step, late);
        final CompletableFuture<Mac> result = startHandover(KEY);
        assertFalse(result.isDone());
        late.completeExceptionally(failure);
        loop.run();
        return kindOf(result);
    }

    /** Lets a step take nearly its time limit. */
    private void delay(final String step) {
        final CompletableFuture<Void> late = new CompletableFuture<>();
        pendingSteps.put(step, late);
        sideEffects.put(step, () -> loop.schedule(MakeBeforeBreak.STEP_LIMIT.minusMillis(1),
            () -> late.complete(null)));
    }

    @Test
    void theLongestHandoverEndsInTime() {
        channel = 2437;
        List.of("hold new", "confirmed down old, up [new, old]", "channel 2437", "confirmed down new, up [new, old]")
            .forEach(this::delay);
        pendingSteps.put("store new", new CompletableFuture<>());
        pendingSteps.put("channel 2412", new CompletableFuture<>());
        hasChains = true;
        sideEffects.put("store new", () ->
            pendingSteps.put("chains back old", new CompletableFuture<>()));
        final CompletableFuture<Mac> result = startHandover(KEY);
        loop.advance(Handover.MAX_DURATION.minusSeconds(1));
        assertFalse(result.isDone());
        loop.advance(Duration.ofSeconds(1));
        assertEquals(FailureKind.UNANSWERED, kindOf(result));
    }

    @Test
    void aStationThatIsNotBoundIsUnknown() {
        assertEquals(FailureKind.UNKNOWN_STATION, kindOf(startHandover(new StationKey(BSSID, NEW))));
    }

    @Test
    void aSecondHandoverFindsTheStationBusy() {
        pendingSteps.put("hold new", new CompletableFuture<>());
        startHandover(KEY);
        assertEquals(FailureKind.BUSY, kindOf(startHandover(KEY)));
    }

    @Test
    void theStateOfTheNetworkRefuses() {
        draining.add(NEW);
        assertEquals(FailureKind.REFUSED, kindOf(handOver()));
        draining.clear();
        radiators.remove(NEW);
        assertEquals(FailureKind.REFUSED, kindOf(handOver()));
        radiators.add(NEW);
        admission.refuse(NEW);
        assertEquals(FailureKind.REFUSED, kindOf(handOver()));
    }

    @Test
    void aStationThatIsUnboundMeanwhileIsNoBadValue() {
        sideEffects.put("hold new", () -> bound.remove(KEY));
        assertEquals(FailureKind.REFUSED, kindOf(handOver()));
    }

    @Test
    void aStepWithoutAnAnswerIsUnanswered() {
        pendingSteps.put("hold new", new CompletableFuture<>());
        final CompletableFuture<Mac> result = startHandover(KEY);
        loop.advance(MakeBeforeBreak.STEP_LIMIT);
        assertEquals(FailureKind.UNANSWERED, kindOf(result));
    }

    @Test
    void theFailureOfAStepTellsWhy() {
        assertEquals(FailureKind.UNANSWERED,
            kindIfItFails("hold new", new TimeoutException("ack.lease: no answer within 3000 ms")));
        assertEquals(FailureKind.UNANSWERED, kindIfItFails("hold new", new IOException("no session with WTP")));
        assertEquals(FailureKind.REFUSED,
            kindIfItFails("hold new", new JsonRpcException(-32002, "ack.lease", "lease limit")));
        assertEquals(FailureKind.INTERNAL, kindIfItFails("store new", new IllegalStateException("a bug")));
        assertEquals(FailureKind.INTERNAL,
            kindIfItFails("store new", new TransactionCommitFailedException("the datastore has no leader")));
        assertEquals(FailureKind.REFUSED,
            kindIfItFails("store new", new TransactionCommitFailedException("unknown WTP", RpcResultBuilder.newError(
                ErrorType.APPLICATION, ErrorTag.INVALID_VALUE, "unknown WTP"))));
    }

    @Test
    void aVapThatKeepsItsChannelRefuses() {
        channel = 2437;
        failing = "channel 2437";
        assertEquals(FailureKind.REFUSED, kindOf(handOver()));
        mayHaveSwitched = true;
        assertEquals(FailureKind.UNANSWERED, kindOf(handOver()));
    }
}
