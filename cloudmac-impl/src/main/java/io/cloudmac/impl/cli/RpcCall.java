// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.handover.Handover;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** A blocking RPC call for the commands. */
final class RpcCall {
    /**
     * Limit of RPCs that write the configuration. Longer than the 120 s after which OpenDaylight's datastore fails a
     * request, and the 10 s that a QoS policy waits for links.
     */
    static final Duration WRITE_LIMIT = Duration.ofSeconds(150);
    /** Limit of handovers. */
    static final Duration HANDOVER_LIMIT = Handover.MAX_DURATION.plusSeconds(10);

    private RpcCall() {
    }

    /**
     * Waits for the result of an RPC that writes the configuration.
     *
     * @throws IllegalArgumentException if the RPC failed, with its error texts
     * @throws IllegalStateException if the RPC did not answer
     */
    static <T> T await(final ListenableFuture<RpcResult<T>> future) {
        return await(future, WRITE_LIMIT);
    }

    /**
     * Waits for the result of an RPC, at least as long as the RPC may take.
     *
     * @throws IllegalArgumentException if the RPC failed, with its error texts
     * @throws IllegalStateException if the RPC did not answer
     */
    static <T> T await(final ListenableFuture<RpcResult<T>> future, final Duration limit) {
        final RpcResult<T> result;
        try {
            result = future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the RPC", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the RPC did not answer within " + limit.toSeconds()
                + " s; it may still take effect", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the RPC did not answer: " + e.getMessage(), e);
        }
        if (!result.isSuccessful()) {
            throw new IllegalArgumentException(result.getErrors().stream().map(RpcError::getMessage)
                .collect(Collectors.joining("; ")));
        }
        return result.getResult();
    }
}
