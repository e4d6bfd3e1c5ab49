// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Forwards messages between a controller and its outgoing switch, and can cut the connection or change replies. */
final class MessageLink implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NEVER = Integer.MAX_VALUE;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress ovsdb;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int cutAt = NEVER;
    private volatile boolean halfWay;
    private volatile UnaryOperator<JsonNode> tampering = UnaryOperator.identity();

    MessageLink(final InetSocketAddress ovsdb) throws IOException {
        this.ovsdb = ovsdb;
        start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Returns the number of messages of both sides since the last {@link #cutAt}. */
    int passed() {
        return passed.get();
    }

    /** Returns the number of connections that it cut. */
    int cuts() {
        return cuts.get();
    }

    /**
     * Cuts the connection once, at the message with this number. The first message has number 1.
     *
     * @param half true to forward the first half of that message
     */
    void cutAt(final int message, final boolean half) {
        halfWay = half;
        passed.set(0);
        cutAt = message;
    }

    /** Applies this function to every message of the switch. */
    void tamper(final UnaryOperator<JsonNode> change) {
        tampering = change;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                final Socket controller = socket.accept();
                final Socket other = new Socket(ovsdb.getAddress(), ovsdb.getPort());
                start(() -> forward(controller, other, false));
                start(() -> forward(other, controller, true));
            } catch (final IOException e) {
                // Either close() ends the loop or the switch does not listen.
                continue;
            }
        }
    }

    private void forward(final Socket from, final Socket to, final boolean fromSwitch) {
        try (from; to; MappingIterator<JsonNode> messages =
                MAPPER.readerFor(JsonNode.class).readValues(from.getInputStream())) {
            while (messages.hasNextValue()) {
                final JsonNode message = messages.nextValue();
                final String text = (fromSwitch ? tampering.apply(message) : message).toString();
                if (text.contains("\"echo\"")) {
                    // Probes depend on time, so they are not counted.
                    write(to, text);
                    continue;
                }
                if (passed.incrementAndGet() == cutAt) {
                    cutAt = NEVER;
                    cuts.incrementAndGet();
                    if (halfWay) {
                        write(to, text.substring(0, text.length() / 2));
                    }
                    return;
                }
                write(to, text);
            }
        } catch (final IOException e) {
            // One side closed its connection, so the other one is closed too.
            return;
        }
    }

    private static void write(final Socket to, final String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        to.getOutputStream().flush();
    }

    private static void start(final Runnable work) {
        final Thread thread = new Thread(work, "message-link");
        thread.setDaemon(true);
        thread.start();
    }
}
