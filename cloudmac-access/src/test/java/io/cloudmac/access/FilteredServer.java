// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.session.DefaultSessionIdManager;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** The web server of the distribution with filters, in memory. A test says what is behind the filters. */
final class FilteredServer implements AutoCloseable {
    /** What is behind the filters. */
    interface Answering {
        void answer(HttpServletRequest request, HttpServletResponse answer) throws IOException, ServletException;
    }

    /** Takes the id of a new session from the request, as Pax Web does. */
    private static final class AdoptedIds extends DefaultSessionIdManager {
        AdoptedIds(final Server server) {
            super(server);
        }

        @Override
        public String newSessionId(final HttpServletRequest request, final long created) {
            final String requested = request == null ? null : request.getRequestedSessionId();
            return requested == null ? super.newSessionId(created) : getId(requested);
        }
    }

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private volatile Answering answering;

    FilteredServer(final Filter... filters) throws Exception {
        final ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        server.setSessionIdManager(new AdoptedIds(server));
        for (final Filter filter : filters) {
            final FilterHolder holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        final ServletHolder servlet = new ServletHolder(new HttpServlet() {
            @Override
            protected void service(final HttpServletRequest request, final HttpServletResponse answer)
                    throws ServletException, IOException {
                answering.answer(request, answer);
            }
        });
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/*");
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    void answerWith(final Answering now) {
        answering = now;
    }

    /** Returns the answer to a request, with its headers. */
    String sent(final String method, final String path, final String... headers) throws Exception {
        return connector.getResponse(method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + String.join("", headers)
            + "Connection: close\r\n\r\n");
    }

    /** Returns the answer to a request with a body. */
    String sentWithBody(final String method, final String path, final String body, final String... headers)
            throws Exception {
        return connector.getResponse(method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + String.join("", headers)
            + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n"
            + body);
    }

    /** Returns the answer to a request with a body in one chunk; a header says so. */
    String sentChunked(final String method, final String path, final String body, final String headers)
            throws Exception {
        return connector.getResponse(method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + headers
            + "Connection: close\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
    }

    /** Returns the status of the answer to a request. */
    int status(final String method, final String path, final String... headers) throws Exception {
        return Integer.parseInt(sent(method, path, headers).split(" ")[1]);
    }

    /** Returns the header of basic authentication for a name and its password. */
    static String basic(final String account) {
        return "Authorization: Basic "
            + Base64.getEncoder().encodeToString(account.getBytes(StandardCharsets.UTF_8)) + "\r\n";
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
