// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.handover.FailureKind;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Mac;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The handover of a station or a virtual station as an RPC. */
final class HandoverRpc {
    /** The tag for which OpenDaylight's RESTCONF answers 503 ({@code ErrorTags}). No tag leads to 504. */
    static final ErrorTag UNANSWERED = new ErrorTag("resource-denied-transport");

    private final Handover handover;
    private final WtpCheck wtps;

    HandoverRpc(final Handover handover, final WtpCheck wtps) {
        this.handover = handover;
        this.wtps = wtps;
    }

    /**
     * Hands a station over.
     *
     * @param station reads the station from the input; throws {@link NoSuchElementException} if it is missing
     * @param to reads the new WTP from the input, likewise
     * @param output makes the output from the old WTP and the duration, ms
     */
    <T> ListenableFuture<RpcResult<T>> call(final Supplier<Client> station, final Supplier<WtpId> to,
            final BiFunction<WtpId, Uint32, T> output) {
        final long startedNanos = System.nanoTime();
        final Client client;
        final Mac wtp;
        try {
            client = station.get();
            wtp = wtps.existing(to.get());
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        } catch (final NoSuchElementException e) {
            return ConfigurationWriter.refusal(ErrorTag.MISSING_ELEMENT, e);
        }
        final SteeringTrigger trigger = SteeringTrigger.of(Reason.OPERATOR).by(RequestUser.current().orElse(null));
        final SettableFuture<RpcResult<T>> result = SettableFuture.create();
        handover.handOver(client, wtp, trigger).whenComplete((from, failure) ->
            result.set(failure == null ? RpcResultBuilder.success(output.apply(new WtpId(from.toString()),
                    Uint32.valueOf((System.nanoTime() - startedNanos) / 1_000_000))).build()
                : RpcResultBuilder.<T>failed().withError(ErrorType.APPLICATION, tag(failure), failure.getMessage())
                    .build()));
        return result;
    }

    /** Returns the error tag, which determines the status of RESTCONF's answer: 400, 409, 503 or 500. */
    static ErrorTag tag(final Throwable failure) {
        final FailureKind kind = failure instanceof HandoverException e ? e.kind() : FailureKind.INTERNAL;
        return switch (kind) {
            case UNKNOWN_STATION -> ErrorTag.INVALID_VALUE;
            case BUSY -> ErrorTag.IN_USE;
            case REFUSED -> ErrorTag.RESOURCE_DENIED;
            case UNANSWERED -> UNANSWERED;
            case INTERNAL -> ErrorTag.OPERATION_FAILED;
        };
    }
}
