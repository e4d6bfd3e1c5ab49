// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The claim of this controller's term, by which a peer refuses orders of the controllers that owned the application
 * before.
 *
 * @param term the term, 1 to 2^53 - 1
 */
record TermClaim(long term) {
    /** The code by which a peer refuses a claim or an order: a controller with a greater term has taken over. */
    static final int OLD_TERM = -32007;

    private static final String METHOD = "session.claim";

    /**
     * Sends the claim.
     *
     * @return completes when the peer has accepted it, or does not know terms; fails as {@link JsonRpcHandler#call}
     *     describes
     */
    CompletionStage<Void> send(final JsonRpcHandler rpc) {
        final ObjectNode params = Json.newObject();
        params.put("term", term);
        return ResultDecoder.<Void>call(rpc, METHOD, params, result -> {
            Json.integer(result, "term", term, term);
            return null;
        }).exceptionallyCompose(thrown -> Failures.unwrap(thrown) instanceof JsonRpcException refusal
            && refusal.code() == JsonRpcException.NO_SUCH_METHOD ? CompletableFuture.completedStage(null)
                : CompletableFuture.failedStage(thrown));
    }

    /**
     * Returns why a peer has refused a claim or an order with {@link #OLD_TERM}.
     *
     * @param error the error of the answer
     * @throws ProtocolException if it names no term
     */
    IOException refusal(final ObjectNode error) throws ProtocolException {
        return new IOException("it obeys a controller with term "
            + Json.integer(Json.object(error, "data"), "term", 1, Long.MAX_VALUE) + "; this one has term " + term);
    }
}
