// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.handover.FailureKind;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** The answers of handover RPCs. The handover ends after the call. */
class HandoverRpcTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final WtpId NEW = new WtpId("02:c1:0d:aa:00:02");
    private static final StationKey STATION =
        new StationKey(Mac.parse("02:c1:0d:00:a0:01"), Mac.parse("02:5a:00:00:00:01"));

    private final Handover handover = mock(Handover.class);
    private final CompletableFuture<Mac> handedOver = new CompletableFuture<>();
    private final KnownWtps known = mock(KnownWtps.class);
    private final FakeConfiguration configuration = new FakeConfiguration();

    @BeforeEach
    void knowTheWtp() {
        when(known.knownWtps()).thenReturn(Set.of(Mac.parse(NEW.getValue())));
        when(handover.handOver(any(), any(), any())).thenReturn(handedOver);
    }

    private ListenableFuture<RpcResult<String>> call(final Supplier<Client> client) {
        return new HandoverRpc(handover, new WtpCheck(configuration, known))
            .call(client, () -> NEW, (from, duration) -> "from " + from.getValue());
    }

    private RpcError errorOf(final ListenableFuture<RpcResult<String>> answer) throws Exception {
        return answer.get(1, TimeUnit.SECONDS).getErrors().iterator().next();
    }

    @Test
    void theOldWtpIsTheResult() throws Exception {
        final ListenableFuture<RpcResult<String>> answer = call(() -> STATION);
        assertFalse(answer.isDone());
        handedOver.complete(OLD);
        assertEquals("from " + OLD, answer.get(1, TimeUnit.SECONDS).getResult());
    }

    @Test
    void theDecisionNamesTheUserOfTheRequest() {
        RequestUser.serve("eve", () -> call(() -> STATION));
        verify(handover).handOver(STATION, Mac.parse(NEW.getValue()), SteeringTrigger.of(Reason.OPERATOR).by("eve"));
        call(() -> STATION);
        verify(handover).handOver(STATION, Mac.parse(NEW.getValue()), SteeringTrigger.of(Reason.OPERATOR));
    }

    @Test
    void onlyABadValueIsReportedAsOne() throws Exception {
        final Map<FailureKind, String> tags = Map.of(
            FailureKind.UNKNOWN_STATION, "invalid-value", // RESTCONF answers 400
            FailureKind.BUSY, "in-use", // 409
            FailureKind.REFUSED, "resource-denied", // 409
            FailureKind.UNANSWERED, "resource-denied-transport", // 503
            FailureKind.INTERNAL, "operation-failed"); // 500
        for (final FailureKind kind : FailureKind.values()) {
            assertEquals(new ErrorTag(tags.get(kind)), HandoverRpc.tag(new HandoverException(kind, "why")));
        }
        assertEquals(ErrorTag.OPERATION_FAILED, HandoverRpc.tag(new IllegalStateException("a bug")));
        final ListenableFuture<RpcResult<String>> answer = call(() -> STATION);
        handedOver.completeExceptionally(new HandoverException(FailureKind.BUSY, "it is being handed over"));
        assertEquals(ErrorTag.IN_USE, errorOf(answer).getTag());
        assertEquals("it is being handed over", errorOf(answer).getMessage());
    }

    @Test
    void anUnknownWtpIsABadValue() throws Exception {
        when(known.knownWtps()).thenReturn(Set.of(OLD));
        final RpcError error = errorOf(call(() -> STATION));
        assertEquals(ErrorTag.INVALID_VALUE, error.getTag());
        assertEquals("unknown WTP " + NEW.getValue() + ": it is not configured and was never admitted",
            error.getMessage());
        verify(handover, never()).handOver(any(), any(), any());
    }

    @Test
    void aMissingLeafIsReported() throws Exception {
        assertEquals(ErrorTag.MISSING_ELEMENT, errorOf(call(() -> {
            throw new NoSuchElementException("bssid");
        })).getTag());
    }
}
