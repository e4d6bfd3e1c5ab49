// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSON-RPC 1.0 in both directions on one connection (RFC 7047, section 4).
 *
 * <p>It closes the connection of a peer that violates JSON-RPC or does not answer a probe: the snapshot of
 * such a peer can be wrong.
 */
final class RpcPeer extends SimpleChannelInboundHandler<ByteBuf> {
    private static final Logger LOG = LoggerFactory.getLogger(RpcPeer.class);
    /** Nesting limit; OVSDB messages nest about ten levels deep. */
    private static final int MAX_NESTING = 100;
    /** Limit of calls without an answer. The southbound has few at any time. */
    static final int MAX_CALLS = 100;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING)
                .maxStringLength(Integer.MAX_VALUE).build())
            .build())
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Map<Long, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final Duration timeout;
    private final BiConsumer<String, JsonNode> notifications;
    private final Channel channel;
    private final AtomicReference<String> closeReason = new AtomicReference<>();
    private boolean probed;

    /**
     * Creates a peer.
     *
     * @param timeout       longest time for an answer
     * @param notifications receives method and parameters of notifications, on the channel's thread
     */
    RpcPeer(final Channel channel, final Duration timeout, final BiConsumer<String, JsonNode> notifications) {
        this.channel = channel;
        this.timeout = timeout;
        this.notifications = notifications;
    }

    /**
     * Calls a method of the peer.
     *
     * @throws IllegalArgumentException if the parameters hold text that is not valid Unicode
     */
    CompletableFuture<JsonNode> call(final String method, final JsonNode params) {
        return call(method, params, timeout);
    }

    /** Calls a method of the peer with a limit of its own on the time for the answer. */
    CompletableFuture<JsonNode> call(final String method, final JsonNode params, final Duration limit) {
        if (pending.size() >= MAX_CALLS) {
            return CompletableFuture.failedFuture(
                new OvsdbException(null, MAX_CALLS + " calls are unanswered already"));
        }
        final long id = lastId.incrementAndGet();
        final ObjectNode request = JSON.objectNode().put("id", id).put("method", method);
        request.set("params", params);
        final byte[] message = write(request);
        final CompletableFuture<JsonNode> result = new CompletableFuture<>();
        pending.put(id, result);
        channel.writeAndFlush(Unpooled.wrappedBuffer(message));
        final var timer = channel.eventLoop().schedule(() -> {
            if (pending.containsKey(id)) {
                close("no answer to " + method + " within " + limit.toSeconds() + " s");
            }
        }, limit.toMillis(), TimeUnit.MILLISECONDS);
        result.whenComplete((value, failure) -> timer.cancel(false));
        if (!channel.isActive()) {
            failPending();
        }
        return result;
    }

    /** Closes the connection. The first reason is kept. */
    void close(final String reason) {
        closeReason.compareAndSet(null, reason);
        channel.close();
    }

    String closeReason() {
        final String reason = closeReason.get();
        return reason == null ? "closed by the peer" : reason;
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final ByteBuf frame) throws Exception {
        if (closeReason.get() != null) {
            // Ignores the rest of a buffer whose first part closed the connection.
            return;
        }
        probed = false;
        final JsonNode message = MAPPER.readTree(new ByteBufInputStream(frame));
        if (message == null || !message.isObject()) {
            throw new IllegalArgumentException("the message is not a JSON object");
        }
        final JsonNode id = message.path("id");
        final JsonNode method = message.path("method");
        if (method.isMissingNode() || method.isNull()) {
            answered(id, message);
        } else if (!method.isTextual()) {
            throw new IllegalArgumentException("the method is not a string");
        } else if (id.isMissingNode() || id.isNull()) {
            notifications.accept(method.textValue(), message.path("params"));
        } else {
            serve(id, message);
        }
    }

    private void answered(final JsonNode id, final JsonNode message) {
        final CompletableFuture<JsonNode> request = id.isIntegralNumber() && id.canConvertToLong()
            ? pending.remove(id.asLong()) : null;
        if (request == null) {
            LOG.debug("Ignoring an answer from {} to an unknown request: id {}", channel.remoteAddress(), id);
            return;
        }
        final JsonNode error = message.path("error");
        if (error.isMissingNode() || error.isNull()) {
            request.complete(message.path("result"));
        } else {
            request.completeExceptionally(new OvsdbException(
                error.isTextual() ? error.asText() : error.path("error").asText("error"),
                error.isTextual() ? error.asText() : error.path("details").asText(error.toString())));
        }
    }

    private void serve(final JsonNode id, final JsonNode message) {
        final ObjectNode reply = JSON.objectNode();
        reply.set("id", id);
        if ("echo".equals(message.path("method").asText())) {
            reply.set("result", message.path("params"));
            reply.putNull("error");
        } else {
            reply.putNull("result");
            reply.put("error", "unknown method");
        }
        send(reply);
    }

    private void send(final JsonNode message) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(write(message)));
    }

    private static byte[] write(final JsonNode message) {
        try {
            return MAPPER.writeValueAsBytes(message);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("the message cannot be encoded: " + e.getOriginalMessage(), e);
        }
    }

    /** Stops reading from a peer that does not read, so that memory stays bounded. */
    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext ctx) {
        channel.config().setAutoRead(channel.isWritable());
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext ctx, final Object event) {
        if (!(event instanceof IdleStateEvent)) {
            ctx.fireUserEventTriggered(event);
        } else if (probed) {
            close("no answer to a probe");
        } else {
            probed = true;
            send(JSON.objectNode().put("id", "echo").put("method", "echo").set("params", JSON.arrayNode()));
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx) {
        failPending();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
        LOG.debug("Connection to {} failed", channel.remoteAddress(), cause);
        close(String.valueOf(cause.getMessage()));
    }

    private void failPending() {
        for (final Long id : List.copyOf(pending.keySet())) {
            final CompletableFuture<JsonNode> request = pending.remove(id);
            if (request != null) {
                request.completeExceptionally(new OvsdbException(null, "connection lost: " + closeReason()));
            }
        }
    }
}
