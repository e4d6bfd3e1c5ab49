// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnauthorizedFilterTest {
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        server = new FilteredServer(new UnauthorizedFilter());
        server.answerWith((request, answer) -> {
            answer.setStatus(401);
            answer.setHeader("WWW-Authenticate", "BASIC realm=\"application\"");
        });
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    @Test
    void anEmpty401GetsItsReason() throws Exception {
        final String without = server.sent("GET", "/x");
        assertTrue(without.startsWith("HTTP/1.1 401 "), without);
        assertTrue(without.contains("WWW-Authenticate: BASIC realm"), without);
        assertTrue(without.endsWith("{\"errors\":{\"error\":[{\"error-type\":\"protocol\","
            + "\"error-tag\":\"access-denied\",\"error-message\":\"this request has neither a user name and password"
            + " nor a session: send basic authentication\"}]}}"), without);
        final String wrong = server.sent("GET", "/x", FilteredServer.basic("admin:secret"));
        assertTrue(wrong.contains("\"not authenticated: user name or password is wrong, or this member of a"
            + " cluster has no majority\""), wrong);
        assertFalse(wrong.contains("secret"), wrong);
    }

    @Test
    void aPageWithItsOwnLogInIsNotAskedByTheBrowser() throws Exception {
        final String answer = server.sent("GET", "/x", "X-Requested-With: cloudmac\r\n");
        assertTrue(answer.contains("WWW-Authenticate: Session realm=\"cloudmac\""), answer);
        assertFalse(answer.contains("BASIC"), answer);
        assertTrue(answer.contains("neither a user name and password nor a session"), answer);
        assertTrue(server.sent("GET", "/x", "X-Requested-With: other\r\n").contains("BASIC"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer token", "Digest username=a", "Basically", ""})
    void anotherSchemeGetsItsReason(final String header) throws Exception {
        final String answer = server.sent("GET", "/x", "Authorization: " + header + "\r\n");
        assertTrue(answer.contains("\"not authenticated: send basic authentication\""), answer);
    }

    @Test
    void anotherAnswerStays() throws Exception {
        server.answerWith((request, answer) -> answer.setStatus(403));
        assertTrue(server.sent("GET", "/x").endsWith("\r\n\r\n"));
        server.answerWith((request, answer) -> {
            answer.setStatus(401);
            answer.setContentType("text/plain");
            answer.getWriter().write("mine");
        });
        assertTrue(server.sent("GET", "/x").endsWith("mine"));
        server.answerWith((request, answer) -> answer.sendError(401));
        assertFalse(server.sent("GET", "/x").contains("access-denied"));
    }
}
