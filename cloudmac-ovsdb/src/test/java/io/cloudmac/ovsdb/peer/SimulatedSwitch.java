// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Serves a {@link Database} to one controller: an OVSDB server (RFC 7047, with monitor_cond_since). The
 * caller opens the connection.
 */
final class SimulatedSwitch extends SimpleChannelInboundHandler<ByteBuf> {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Database database;
    private final Consumer<Database> changed;
    private final List<MonitorView> monitors = new ArrayList<>();

    /**
     * Creates the server of one connection.
     *
     * @param changed called on the connection's thread after each transaction that changed the database
     */
    SimulatedSwitch(final Database database, final Consumer<Database> changed) {
        this.database = database;
        this.changed = changed;
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx) {
        monitors.clear();
        ctx.fireChannelInactive();
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final ByteBuf frame) throws Exception {
        final JsonNode message = MAPPER.readTree((InputStream) new ByteBufInputStream(frame));
        if (!message.has("method") || message.path("id").isNull()) {
            return;
        }
        final JsonNode params = message.path("params");
        final ObjectNode reply = JSON.objectNode();
        reply.set("id", message.get("id"));
        final JsonNode result = switch (message.get("method").asText()) {
            case "echo" -> params;
            case "get_schema" -> database.schema().json();
            case "transact" -> transact(ctx, params);
            case "monitor_cond_since" -> monitor(params);
            default -> null;
        };
        if (result == null) {
            reply.put("error", "unknown method");
        } else {
            reply.set("result", result);
            reply.putNull("error");
        }
        send(ctx, reply);
    }

    private JsonNode transact(final ChannelHandlerContext ctx, final JsonNode params)
            throws JsonProcessingException {
        final List<JsonNode> operations = new ArrayList<>();
        params.forEach(operations::add);
        final Database.Content before = database.content();
        final ArrayNode result = database.transact(operations.subList(1, operations.size()));
        if (before != database.content()) {
            for (final MonitorView monitor : monitors) {
                final ObjectNode updates = monitor.difference(before, database.content());
                if (!updates.isEmpty()) {
                    final ObjectNode notification = JSON.objectNode().put("method", "update3").putNull("id");
                    notification.putArray("params").add(monitor.id()).add(database.version().toString()).add(updates);
                    send(ctx, notification);
                }
            }
            changed.accept(database);
        }
        return result;
    }

    private JsonNode monitor(final JsonNode params) {
        final MonitorView monitor = new MonitorView(database.schema(), params.get(1), params.get(2));
        monitors.add(monitor);
        final boolean found = database.version().toString().equals(params.path(3).asText());
        final JsonNode initial = found ? JSON.objectNode()
            : monitor.initial(database.content());
        return JSON.arrayNode().add(found).add(database.version().toString()).add(initial);
    }

    private static void send(final ChannelHandlerContext ctx, final JsonNode message)
            throws JsonProcessingException {
        ctx.writeAndFlush(Unpooled.wrappedBuffer(MAPPER.writeValueAsBytes(message)));
    }
}
