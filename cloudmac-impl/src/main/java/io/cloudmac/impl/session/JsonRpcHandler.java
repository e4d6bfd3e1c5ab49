// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Speaks JSON-RPC 2.0 on one connection. It matches replies to requests, fails requests after a time limit, and closes
 * the connection on a message that is not JSON-RPC, or if the peer obeys a newer controller. It expects lines as
 * strings from the handlers before it.
 *
 * <p>It sends a limited number of requests before it waits for answers. Further requests wait their turn. The time
 * limit of a request begins when it is sent.
 */
public final class JsonRpcHandler extends SimpleChannelInboundHandler<String> {
    /** Greatest number of waiting requests. One more closes the connection: the peer does not keep up. */
    static final int MAX_WAITING = 4_096;

    private final Channel channel;
    private final TermClaim claim;
    private final Map<Long, Sent> unanswered = new HashMap<>();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private final int maxUnanswered;
    private final long timeoutMillis;
    private final RpcListener listener;
    private IOException failure;
    private long nextId = 1;

    /** Receives the events of a connection other than replies, in its event loop. */
    public interface RpcListener {
        /** Handles a message of any kind, which is a sign of life of the peer. */
        void onMessage();

        /**
         * Handles a notification of the peer.
         *
         * @throws ProtocolException if it violates the specification; the connection is then closed
         */
        void onNotification(String method, ObjectNode params) throws ProtocolException;

        /** Handles the end of the connection. */
        void onClosed(IOException reason);
    }

    private record Waiting(String method, ObjectNode params, long limitMillis, CompletableFuture<ObjectNode> reply) {
    }

    private record Sent(String method, CompletableFuture<ObjectNode> reply, ScheduledFuture<?> timeout) {
    }

    JsonRpcHandler(final Channel channel, final TermClaim claim, final int maxUnanswered, final long timeoutMillis,
            final RpcListener listener) {
        this.channel = channel;
        this.claim = claim;
        this.maxUnanswered = maxUnanswered;
        this.timeoutMillis = timeoutMillis;
        this.listener = listener;
    }

    /**
     * Calls a method. Call it in the event loop, on an open connection.
     *
     * @return the result; or {@link JsonRpcException} if the peer refused, {@link TimeoutException}, or
     *         {@link IOException} if the connection was lost before the reply
     */
    public CompletionStage<ObjectNode> call(final String method, final ObjectNode params) {
        return call(method, params, timeoutMillis);
    }

    /** Calls a method as {@link #call(String, ObjectNode)} does, with a time limit of its own, ms. */
    public CompletionStage<ObjectNode> call(final String method, final ObjectNode params, final long limitMillis) {
        if (failure == null && waiting.size() >= MAX_WAITING) {
            close(new IOException("the peer does not keep up: " + MAX_WAITING + " requests wait for its answers"));
        }
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        final CompletableFuture<ObjectNode> reply = new CompletableFuture<>();
        waiting.add(new Waiting(method, params, limitMillis, reply));
        sendWaiting();
        return reply;
    }

    /** Claims the term of this controller. Call it before all methods, and those after its success. */
    CompletionStage<Void> claim() {
        return claim.send(this);
    }

    private void sendWaiting() {
        while (failure == null && unanswered.size() < maxUnanswered && !waiting.isEmpty()) {
            send(waiting.remove());
        }
    }

    private void send(final Waiting next) {
        final long id = nextId++;
        final ObjectNode request = Json.newObject();
        request.put("jsonrpc", "2.0");
        request.put("id", id);
        request.put("method", next.method);
        request.set("params", next.params);
        unanswered.put(id, new Sent(next.method, next.reply, channel.eventLoop().schedule(
            () -> expire(id, next.limitMillis), next.limitMillis, TimeUnit.MILLISECONDS)));
        channel.writeAndFlush(request + "\n");
    }

    /** Closes the connection, and passes the reason to the listener. */
    public void close(final IOException reason) {
        if (failure == null) {
            failure = reason;
        }
        channel.close();
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final String line) throws ProtocolException {
        if (failure != null) {
            return;
        }
        final ObjectNode message = Json.parse(line);
        if (!"2.0".equals(Json.string(message, "jsonrpc"))) {
            throw new ProtocolException("a message that is not JSON-RPC 2.0");
        }
        listener.onMessage();
        if (message.has("method")) {
            listener.onNotification(Json.string(message, "method"),
                message.has("params") ? Json.object(message, "params") : Json.newObject());
        } else {
            onReply(message);
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx) {
        if (failure == null) {
            failure = new IOException("the peer closed the connection");
        }
        final List<CompletableFuture<ObjectNode>> lost = new ArrayList<>();
        unanswered.values().forEach(each -> {
            each.timeout.cancel(false);
            lost.add(each.reply);
        });
        waiting.forEach(each -> lost.add(each.reply));
        unanswered.clear();
        waiting.clear();
        lost.forEach(reply -> reply.completeExceptionally(failure));
        listener.onClosed(failure);
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
        close(cause instanceof ProtocolException ? new IOException("the peer sent " + cause.getMessage(), cause)
            : Failures.asIOException(cause));
    }

    private void onReply(final ObjectNode message) throws ProtocolException {
        if (message.has("error") && message.path("id").isNull()) {
            throw new ProtocolException("an error about a request it could not read: "
                + Json.string(Json.object(message, "error"), "message"));
        }
        final Sent request = unanswered.remove(Json.integer(message, "id", 1, Long.MAX_VALUE));
        if (request == null) {
            return; // the reply to a request that has failed after its time limit
        }
        request.timeout.cancel(false);
        try {
            if (message.has("error")) {
                fail(request, Json.object(message, "error"));
            } else {
                request.reply.complete(Json.object(message, "result"));
            }
        } catch (ProtocolException e) {
            request.reply.completeExceptionally(e);
            throw e;
        }
        sendWaiting();
    }

    /** Fails a request. One that came from an old term fails as if the connection was lost, which it is then. */
    private void fail(final Sent request, final ObjectNode error) throws ProtocolException {
        final JsonRpcException refusal = error(request.method, error);
        if (refusal.code() == TermClaim.OLD_TERM) {
            close(claim.refusal(error));
            request.reply.completeExceptionally(failure);
        } else {
            request.reply.completeExceptionally(refusal);
        }
    }

    private static JsonRpcException error(final String method, final ObjectNode error) throws ProtocolException {
        final JsonNode data = error.path("data");
        final String more = data.isValueNode() && !data.isNull() ? ": " + data.asText() : "";
        return new JsonRpcException((int) Json.integer(error, "code", Integer.MIN_VALUE, Integer.MAX_VALUE), method,
            Json.string(error, "message") + more);
    }

    private void expire(final long id, final long limitMillis) {
        final Sent request = unanswered.remove(id);
        if (request != null) {
            request.reply.completeExceptionally(
                new TimeoutException(request.method + ": no answer within " + limitMillis + " ms"));
            sendWaiting();
        }
    }
}
