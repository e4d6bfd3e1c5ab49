// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.session.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.servlet.AsyncContext;
import javax.servlet.Servlet;
import javax.servlet.ServletConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletOutputStream;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Opens a stream of events for a GET. */
final class StreamServlet implements Servlet {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int LONGEST_SHOWN = 40;

    private final EventStreams streams;
    private volatile ServletConfig config;

    StreamServlet(final EventStreams streams) {
        this.streams = streams;
    }

    @Override
    public void init(final ServletConfig given) {
        config = given;
    }

    @Override
    public ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "events";
    }

    @Override
    public void destroy() {
        // The owner of the streams ends them.
    }

    @Override
    public void service(final ServletRequest request, final ServletResponse response)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        if (!http.getMethod().equals("GET") && !http.getMethod().equals("HEAD")) {
            answer.setHeader("Allow", "GET, HEAD");
            refuse(answer, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "operation-not-supported",
                "events are read by GET");
            return;
        }
        final String known = known(http);
        final Optional<EventId> after = known == null ? Optional.empty() : EventId.parse(known);
        if (known != null && after.isEmpty()) {
            refuse(answer, HttpServletResponse.SC_BAD_REQUEST, "invalid-value", "'" + printable(known) + "' is no id of"
                + " an event: send EPOCH-NUMBER in 'after' or Last-Event-ID, or leave it out to begin with new events");
            return;
        }
        if (http.getMethod().equals("HEAD")) {
            describe(answer);
            return;
        }
        final String user = RequestUser.current().orElse("");
        final Optional<EventStreams.StreamRefusal> refusal = streams.reserve(user);
        if (refusal.isPresent()) {
            refuse(answer, refusal.orElseThrow());
            return;
        }
        open(http, answer, user, after);
    }

    private void open(final HttpServletRequest http, final HttpServletResponse answer, final String user,
            final Optional<EventId> after) throws IOException {
        final AsyncContext context;
        final ServletOutputStream out;
        try {
            describe(answer);
            context = http.startAsync();
            context.setTimeout(0);
            out = context.getResponse().getOutputStream();
        } catch (final IOException | IllegalStateException e) {
            streams.release(user);
            throw e;
        }
        streams.open(context, out, user, after);
    }

    /** Returns the last known event: a browser that reconnects repeats the first request, and adds the header. */
    private static String known(final HttpServletRequest http) {
        final String last = http.getHeader("Last-Event-ID");
        return last != null && !last.isEmpty() ? last : http.getParameter("after");
    }

    private static void describe(final HttpServletResponse answer) {
        answer.setContentType("text/event-stream");
        answer.setCharacterEncoding("utf-8");
        answer.setHeader("Cache-Control", "no-store");
        // Proxies that collect answers would delay events.
        answer.setHeader("X-Accel-Buffering", "no");
    }

    private static void refuse(final HttpServletResponse answer, final EventStreams.StreamRefusal refusal)
            throws IOException {
        answer.setHeader("Retry-After", "5");
        refuse(answer, refusal == EventStreams.StreamRefusal.TOO_MANY_OF_USER ? TOO_MANY_REQUESTS
            : HttpServletResponse.SC_SERVICE_UNAVAILABLE, "resource-denied", switch (refusal) {
                case NO_JOURNAL -> "this controller does not run the application: it is starting, or another member of"
                    + " the cluster runs it and has the events";
                case TOO_MANY_OF_USER -> "your account has " + EventStreams.MAX_STREAMS_OF_USER
                    + " streams of events: close one";
                case TOO_MANY -> "the controller has " + EventStreams.MAX_STREAMS + " streams of events: close one, or"
                    + " call the RPC events-since";
            });
    }

    /** Answers with an error as RFC 8040 wants it. */
    private static void refuse(final HttpServletResponse answer, final int status, final String tag,
            final String message) throws IOException {
        answer.setStatus(status);
        answer.setContentType("application/yang-data+json");
        final ObjectNode errors = Json.newObject();
        errors.putObject("errors").putArray("error").addObject().put("error-type", "protocol").put("error-tag", tag)
            .put("error-message", message);
        answer.getOutputStream().write(errors.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String printable(final String text) {
        final String shown = text.replaceAll("[^\\x21-\\x7e]", "?");
        return shown.length() <= LONGEST_SHOWN ? shown : shown.substring(0, LONGEST_SHOWN) + "...";
    }
}
