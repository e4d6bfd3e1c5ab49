// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditShare;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.DispatcherType;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sends requests through the filter in the server of the distribution. */
final class AuditFilterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T18:00:00Z");

    private final BlockingQueue<AuditEntry> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> logged = new LinkedBlockingQueue<>();
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        server = new FilteredServer(new AuditFilter(told::add,
            (entry, reason) -> logged.add(entry.status().orElse(0) + " " + reason), InstantSource.fixed(NOW)));
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    private AuditEntry entry() throws InterruptedException {
        final AuditEntry entry = told.poll(10, TimeUnit.SECONDS);
        assertNotNull(entry, "nothing was told");
        return entry;
    }

    @Test
    void aChangeIsToldWithItsAccount() throws Exception {
        server.answerWith((request, answer) -> {
            request.setAttribute(AuditFilter.CALLER, Caller.of("o", Set.of("operator")));
            answer.setStatus(204);
        });
        assertEquals(204, server.status("PUT", "/rests/data/a%2Fb?secret=1", FilteredServer.basic("o:secret")));
        final AuditEntry entry = entry();
        assertEquals(new AuditEntry(NOW, AuditShare.OPERATOR, "o", null, entry.source(), "PUT", "/rests/data/a%2Fb",
            OptionalInt.of(204)), entry);
        assertFalse(entry.toString().contains("secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 200, false", "GET, 404, false", "GET, 409, false", "HEAD, 200, false", "OPTIONS, 200, false",
        "GET, 401, true", "GET, 403, true", "GET, 429, true", "HEAD, 401, true", "OPTIONS, 403, true",
        "POST, 200, true", "PUT, 400, true", "PATCH, 409, true", "DELETE, 204, true", "MOVE, 405, true",
        "get, 200, true",
    })
    void changesAndRefusalsAreTold(final String method, final int status, final boolean isLogged) throws Exception {
        server.answerWith((request, answer) -> answer.setStatus(status));
        assertEquals(status, server.status(method, "/x"));
        assertEquals(204, last());
        final AuditEntry first = entry();
        assertEquals(isLogged ? status : 204, first.status().getAsInt());
        assertEquals(isLogged ? method : "DELETE", first.method());
    }

    @ParameterizedTest
    @CsvSource({
        "cloudmac-query:query-stations,  200, false", "cloudmac-query:query-wtps,    200, false",
        "cloudmac-query:query-decisions, 400, false", "cloudmac-nfv:read-events,     200, false",
        "cloudmac-nfv:read-counters,     503, false", "cloudmac-nfv:read-handler,    200, false",
        "cloudmac-nfv:read-ucqm,         200, false", "cloudmac-nfv:read-lqm,        200, false",
        "cloudmac-query:query-stations,  401, true", "cloudmac-nfv:read-handler,    403, true",
        "cloudmac-nfv:read-events,       429, true", "cloudmac-nfv:read-ncqm,       200, true",
        "cloudmac-nfv:write-handler,     200, true", "cloudmac:query-stations,      200, true",
        "cloudmac-nfv:read%2Devents,     200, true", "cloudmac-nfv:read-events/x,   200, true",
    })
    void rpcsThatReadAreLoggedIfRefused(final String rpc, final int status, final boolean isLogged) throws Exception {
        final String path = "/rests/operations/" + rpc;
        server.answerWith((request, answer) -> answer.setStatus(status));
        assertEquals(status, server.status("POST", path));
        assertEquals(204, last());
        assertEquals(isLogged ? path : "/last", entry().path());
    }

    @Test
    void anRpcThatReadsAndFailsIsNotLogged() throws Exception {
        server.answerWith((request, answer) -> {
            throw new IllegalStateException("a fault");
        });
        assertEquals(500, server.status("POST", "/rests/operations/cloudmac-query:query-wtps"));
        assertEquals(204, last());
        assertEquals("/last", entry().path());
    }

    private int last() throws Exception {
        server.answerWith((request, answer) -> answer.setStatus(204));
        return server.status("DELETE", "/last");
    }

    @Test
    void anErrorOfTheServerIsTold() throws Exception {
        server.answerWith((request, answer) -> answer.sendError(405, "no"));
        assertEquals(405, server.status("POST", "/x"));
        assertEquals(405, entry().status().getAsInt());
        server.answerWith((request, answer) -> {
            throw new IllegalStateException("a fault");
        });
        assertEquals(500, server.status("POST", "/x"));
        assertEquals(OptionalInt.empty(), entry().status());
        server.answerWith((request, answer) -> {
            answer.setStatus(201);
            answer.flushBuffer();
            throw new IOException("a fault after the answer");
        });
        assertEquals(201, server.status("POST", "/x"));
        assertEquals(201, entry().status().getAsInt());
    }

    @Test
    void theStatusOfAnAsynchronousAnswerIsTold() throws Exception {
        server.answerWith((request, answer) -> {
            final AsyncContext context = request.startAsync();
            context.start(() -> {
                ((HttpServletResponse) context.getResponse()).setStatus(409);
                context.complete();
            });
        });
        assertEquals(409, server.status("PATCH", "/x"));
        assertEquals(409, entry().status().getAsInt());
        assertTrue(told.isEmpty());
    }

    @Test
    void theStatusOfASecondAsynchronousPhaseIsTold() throws Exception {
        server.answerWith((request, answer) -> {
            final AsyncContext context = request.startAsync();
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                answer.setStatus(202);
                context.complete();
            } else {
                context.dispatch();
            }
        });
        assertEquals(202, server.status("PATCH", "/x"));
        assertEquals(202, entry().status().getAsInt());
        assertTrue(told.isEmpty());
    }

    @Test
    void theStatusOfATimeoutIsTold() throws Exception {
        server.answerWith((request, answer) -> request.startAsync().setTimeout(1));
        final int status = server.status("PATCH", "/x");
        assertEquals(500, status);
        assertEquals(status, entry().status().getAsInt());
    }

    @Test
    void theNameThatWasTriedIsToldWithoutItsPassword() throws Exception {
        server.answerWith((request, answer) -> answer.setStatus(401));
        server.status("GET", "/x", FilteredServer.basic("admin:secret:more"));
        final AuditEntry entry = entry();
        assertEquals(AuditShare.NOBODY, entry.share());
        assertNull(entry.user());
        assertEquals("admin", entry.tried());
        for (final String header : new String[] {"", FilteredServer.basic("secret"), "Authorization: Basic %\r\n",
            "Authorization: Bearer secret\r\n"}) {
            server.status("GET", "/x", header);
            assertNull(entry().tried(), header);
        }
    }

    @Test
    void theLogGetsTheReasonOfAnError() throws Exception {
        server.answerWith((request, answer) -> ErrorAnswer.send(answer, 400, "invalid-value", "say \"please\""));
        final String sent = server.sent("GET", "/x");
        assertTrue(sent.endsWith("say \\\"please\\\"\"}]}}"), sent);
        assertEquals("400 say \"please\"", logged.take());
        server.answerWith((request, answer) -> {
            answer.setStatus(409);
            answer.getOutputStream().print("<errors><error><error-message>of XML</error-message></error></errors>");
        });
        server.sent("GET", "/x");
        assertEquals("409 of XML", logged.take());
        server.answerWith((request, answer) -> answer.sendError(405, "no"));
        server.sent("GET", "/x");
        assertEquals("405 no", logged.take());
        server.answerWith((request, answer) -> answer.getOutputStream().print("\"error-message\":\"data\""));
        server.sent("GET", "/x");
        assertEquals("200 null", logged.take());
    }

    @Test
    void theLogGetsTheReasonOfAnAsynchronousError() throws Exception {
        server.answerWith((request, answer) -> {
            final AsyncContext context = request.startAsync(request, answer);
            context.start(() -> {
                try {
                    ErrorAnswer.send((HttpServletResponse) context.getResponse(), 503, "x", "later");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                context.complete();
            });
        });
        assertEquals(503, server.status("POST", "/x"));
        assertEquals("503 later", logged.take());
    }

    @ParameterizedTest
    @CsvSource({
        "admin, ADMIN", "operator, OPERATOR", "tenant:red, TENANT", "viewer, VIEWER", "user, VIEWER",
    })
    void eachRoleHasItsShare(final String role, final AuditShare share) {
        assertEquals(share, AuditFilter.share(Caller.of("x", List.of(role, "viewer"))));
    }
}
