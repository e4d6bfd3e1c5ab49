// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import com.google.common.util.concurrent.ListenableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.yang.common.RpcError;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** A blocking RPC call for the commands. */
final class RpcCall {
    private static final long TIMEOUT_S = 30;

    private RpcCall() {
    }

    /**
     * Waits up to 30 s for the result.
     *
     * @throws IllegalArgumentException if the RPC failed, with its error texts
     * @throws IllegalStateException if the RPC did not answer
     */
    static <T> T await(final ListenableFuture<RpcResult<T>> future) {
        final RpcResult<T> result;
        try {
            result = future.get(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the RPC", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the RPC did not answer: " + e.getMessage(), e);
        }
        if (!result.isSuccessful()) {
            throw new IllegalArgumentException(result.getErrors().stream().map(RpcError::getMessage)
                .collect(Collectors.joining("; ")));
        }
        return result.getResult();
    }
}
