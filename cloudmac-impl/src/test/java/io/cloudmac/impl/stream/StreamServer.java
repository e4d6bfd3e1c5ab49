// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.access.caller.RequestUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** The web server of the distribution with the servlet of the streams. The account is in header {@code User}. */
final class StreamServer implements AutoCloseable {
    /** How long a client waits for a line, ms; only a failing test waits that long. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    StreamServer(final StreamServlet servlet) throws Exception {
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        final ServletContextHandler context = new ServletContextHandler();
        context.setContextPath("/events");
        final ServletHolder holder = new ServletHolder(new HttpServlet() {
            @Override
            protected void service(final HttpServletRequest request, final HttpServletResponse answer)
                    throws ServletException, IOException {
                RequestUser.<IOException, ServletException>serve(
                    Optional.ofNullable(request.getHeader("User")).orElse("anna"),
                    () -> servlet.service(request, answer));
            }
        });
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/stream");
        server.setHandler(context);
        server.start();
    }

    /** Sends a request. */
    Client send(final String method, final String query, final String... headers) throws IOException {
        return new Client(method, query, headers);
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    /** The client of one request. */
    final class Client implements AutoCloseable {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        private final BufferedReader reader;
        private final int status;
        private final Map<String, String> headers = new HashMap<>();

        Client(final String method, final String query, final String... more) throws IOException {
            socket.setSoTimeout(PATIENCE_MILLIS);
            // HTTP 1.0 has no chunks.
            socket.getOutputStream().write((method + " /events/stream" + query + " HTTP/1.0\r\n"
                + String.join("", more) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            status = Integer.parseInt(reader.readLine().split(" ")[1]);
            for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
                headers.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
            }
        }

        int status() {
            return status;
        }

        String header(final String name) {
            return headers.get(name);
        }

        /** Returns all that is left to read. */
        String rest() throws IOException {
            final StringBuilder text = new StringBuilder();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                text.append(line).append('\n');
            }
            return text.toString();
        }

        /** Returns the fields of the next event; empty at the end of the stream. */
        Map<String, String> event() throws IOException {
            final Map<String, String> fields = new HashMap<>();
            final long begunNanos = System.nanoTime();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                // Signs of life come for ever.
                assertTrue(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos) < PATIENCE_MILLIS, "no event");
                if (line.isEmpty() && fields.containsKey("data")) {
                    return fields;
                }
                if (line.contains(": ")) {
                    fields.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
                }
            }
            return Map.of();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
