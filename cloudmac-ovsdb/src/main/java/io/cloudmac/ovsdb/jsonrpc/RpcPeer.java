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
 * JSON-RPC 1.0 in both directions on one connection, as RFC 7047, section 4, uses it. A peer that sends
 * what is not JSON-RPC, or is silent although probed, is cut off: the picture that we have of it could
 * not be trusted.
 */
final class RpcPeer extends SimpleChannelInboundHandler<ByteBuf> {
    private static final Logger LOG = LoggerFactory.getLogger(RpcPeer.class);
    /** Nothing in OVSDB nests deeper than about ten. */
    private static final int MOST_NESTING = 100;
    /** Calls that may wait for their answers at the same time; we have few at any time. */
    static final int MOST_CALLS = 100;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MOST_NESTING)
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
     * Makes a peer.
     *
     * @param timeout       longest time for an answer
     * @param notifications takes method and parameters of notifications, on the channel's thread
     */
    RpcPeer(final Channel channel, final Duration timeout, final BiConsumer<String, JsonNode> notifications) {
        this.channel = channel;
        this.timeout = timeout;
        this.notifications = notifications;
    }

    /**
     * Calls a method of the peer.
     *
     * @throws IllegalArgumentException if the parameters hold text that is no Unicode
     */
    CompletableFuture<JsonNode> call(final String method, final JsonNode params) {
        if (pending.size() >= MOST_CALLS) {
            return CompletableFuture.failedFuture(
                new OvsdbException(null, MOST_CALLS + " calls wait for their answers already"));
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
                close("no answer to " + method + " within " + timeout.toSeconds() + " s");
            }
        }, timeout.toMillis(), TimeUnit.MILLISECONDS);
        result.whenComplete((value, failure) -> timer.cancel(false));
        if (!channel.isActive()) {
            failPending();
        }
        return result;
    }

    /** Ends the connection. The first reason counts. */
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
            // What came in one piece with the cause of the end is not listened to.
            return;
        }
        probed = false;
        final JsonNode message = MAPPER.readTree(new ByteBufInputStream(frame));
        if (message == null || !message.isObject()) {
            throw new IllegalArgumentException("a message that is not an object");
        }
        final JsonNode id = message.path("id");
        final JsonNode method = message.path("method");
        if (method.isMissingNode() || method.isNull()) {
            answered(id, message);
        } else if (!method.isTextual()) {
            throw new IllegalArgumentException("a method that is not a string");
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
            LOG.debug("{} answers a request that was not made: id {}", channel.remoteAddress(), id);
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
            throw new IllegalArgumentException("a message that cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    /** A peer that does not read what we write is not read from either: memory stays bounded. */
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
            close("silent although probed");
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
        LOG.debug("connection with {} fails", channel.remoteAddress(), cause);
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
