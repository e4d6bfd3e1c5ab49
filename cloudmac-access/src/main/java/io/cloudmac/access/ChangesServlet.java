// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.access.audit.AuditLog;
import io.cloudmac.access.audit.AuditShare;
import io.cloudmac.access.audit.ChangesPage;
import io.cloudmac.access.audit.ChangesQuery;
import java.io.IOException;
import javax.servlet.Servlet;
import javax.servlet.ServletConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Shows the newest lines of the audit. {@link AccessFilter} lets administrators pass, and nobody else. */
final class ChangesServlet implements Servlet {
    /** No name or path may colour a terminal or turn its text around. */
    private static final JsonMapper MAPPER =
        JsonMapper.builder(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build()).build();

    private final AuditLog audit;
    private volatile ServletConfig config;

    ChangesServlet(final AuditLog audit) {
        this.audit = audit;
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
        return "query-changes";
    }

    @Override
    public void destroy() {
        // Nothing to end.
    }

    @Override
    public void service(final ServletRequest request, final ServletResponse response)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        if (!http.getMethod().equals("GET") && !http.getMethod().equals("HEAD")) {
            answer.setHeader("Allow", "GET, HEAD");
            ErrorAnswer.send(answer, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "operation-not-supported",
                "query-changes is read by GET");
            return;
        }
        final ChangesQuery query;
        try {
            query = ChangesQuery.of(http.getParameterMap());
        } catch (IllegalArgumentException e) {
            ErrorAnswer.send(answer, HttpServletResponse.SC_BAD_REQUEST, "invalid-value", e.getMessage());
            return;
        }
        send(answer, audit.read(query));
    }

    private static void send(final HttpServletResponse answer, final ChangesPage page) throws IOException {
        final ObjectNode body = MAPPER.createObjectNode();
        body.putArray("changes").addAll(page.changes());
        page.nextCursor().ifPresent(cursor -> body.put("next-cursor", cursor));
        if (!page.unread().isEmpty()) {
            final ArrayNode unread = body.putArray("unread");
            page.unread().stream().sorted().map(AuditShare::label).forEach(unread::add);
        }
        answer.setContentType("application/json");
        answer.setHeader("Cache-Control", "no-store");
        answer.getOutputStream().write(MAPPER.writeValueAsBytes(body));
    }
}
