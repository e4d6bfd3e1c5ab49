// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Sends transactions to a switch's local socket, as an administrator of the switch would.
 * It keeps its connection for tests with thousands of transactions.
 */
final class LocalClient implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path socket;
    private SocketChannel channel;
    private MappingIterator<JsonNode> messages;
    private int lastId;

    LocalClient(final Path socket) {
        this.socket = socket;
    }

    /** Executes operations (JSON, separated by commas) in one transaction and returns the result. */
    synchronized JsonNode transact(final String operations) throws IOException {
        final JsonNode params = MAPPER.readTree("[\"Open_vSwitch\"," + operations + "]");
        try {
            return call(params);
        } catch (final IOException e) {
            // The server may have restarted since the last call.
            close();
            return call(params);
        }
    }

    private JsonNode call(final JsonNode params) throws IOException {
        if (channel == null) {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            messages = null;
        }
        final int id = ++lastId;
        final ObjectNode request = MAPPER.createObjectNode().put("id", id).put("method", "transact");
        request.set("params", params);
        send(request);
        if (messages == null) {
            // Creating the iterator blocks until data arrives, since it detects the encoding.
            messages = MAPPER.readerFor(JsonNode.class).readValues(Channels.newInputStream(channel));
        }
        while (messages.hasNextValue()) {
            final JsonNode message = messages.nextValue();
            if (message.path("method").asText().equals("echo")) {
                final ObjectNode reply = MAPPER.createObjectNode().putNull("error");
                reply.set("id", message.path("id"));
                reply.set("result", message.path("params"));
                send(reply);
            } else if (message.path("id").asInt() == id) {
                if (!message.path("error").isNull()) {
                    throw new IllegalArgumentException(message.toString());
                }
                return message.path("result");
            }
        }
        throw new IOException("ovsdb-server closed the connection");
    }

    private void send(final JsonNode message) throws IOException {
        final ByteBuffer bytes = StandardCharsets.UTF_8.encode(message.toString());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
