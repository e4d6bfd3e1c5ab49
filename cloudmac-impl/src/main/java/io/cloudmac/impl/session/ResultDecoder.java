// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.ProtocolException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decodes the result of a method.
 *
 * @param <T> the decoded result
 */
@FunctionalInterface
public interface ResultDecoder<T> {
    /**
     * Decodes a result.
     *
     * @throws ProtocolException if it violates the specification
     */
    T decode(ObjectNode result) throws ProtocolException;

    /**
     * Calls a method.
     *
     * @return the decoded result; fails as {@link JsonRpcHandler#call} describes, and with a {@link ProtocolException}
     *     that names the method if the result violates the specification
     */
    static <T> CompletionStage<T> call(final JsonRpcHandler rpc, final String method, final ObjectNode params,
            final ResultDecoder<T> decoder) {
        return decodeAnswer(method, rpc.call(method, params), decoder);
    }

    /** Decodes the answer to a call of a method as {@link #call} does. */
    static <T> CompletionStage<T> decodeAnswer(final String method, final CompletionStage<ObjectNode> answer,
            final ResultDecoder<T> decoder) {
        return answer.thenCompose(result -> {
            try {
                return CompletableFuture.completedStage(decoder.decode(result));
            } catch (ProtocolException e) {
                return CompletableFuture.failedStage(new ProtocolException(method + ": " + e.getMessage()));
            }
        });
    }
}
