// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditLog;
import io.cloudmac.access.audit.AuditShare;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChangesServletTest {
    @TempDir
    private Path folder;
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        final AuditLog log = new AuditLog(folder);
        for (int number = 1; number <= 3; number++) {
            log.add(new AuditEntry(Instant.ofEpochSecond(number), AuditShare.OPERATOR, number == 2 ? "p" : "o\n", null,
                "::1", "PUT", "/é", OptionalInt.of(204)));
        }
        log.close();
        server = new FilteredServer();
        final ChangesServlet servlet = new ChangesServlet(log);
        server.answerWith(servlet::service);
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    private String body(final String query) throws Exception {
        final String answer = server.sent("GET", "/audit/query-changes" + query);
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void aPageHasTheCursorOfTheNext() throws Exception {
        assertEquals("{\"changes\":[{\"number\":2,\"time\":\"1970-01-01T00:00:02Z\",\"share\":\"operator\","
            + "\"user\":\"p\",\"source\":\"::1\",\"method\":\"PUT\",\"path\":\"/\\u00E9\",\"status\":204}]}",
            body("?user=p"));
        assertTrue(body("?limit=2").endsWith("],\"next-cursor\":2}"));
        assertTrue(body("?limit=2&cursor=2").startsWith("{\"changes\":[{\"number\":1,"));
        assertEquals("{\"changes\":[]}", body("?since=1970-01-01T00:00:04Z"));
        assertTrue(body("?user=o%0A&limit=1").startsWith("{\"changes\":[{\"number\":3,"));
    }

    @Test
    void sharesThatCannotBeReadAreNamed() throws Exception {
        Files.createDirectory(folder.resolve("cloudmac-audit-nobody.log"));
        Files.createDirectory(folder.resolve("cloudmac-audit-admin.log"));
        final String body = body("?limit=1");
        assertTrue(body.startsWith("{\"changes\":[{\"number\":3,"), body);
        assertTrue(body.endsWith("],\"next-cursor\":3,\"unread\":[\"admin\",\"nobody\"]}"), body);
    }

    @Test
    void wrongRequestsGetTheirReason() throws Exception {
        assertEquals(400, server.status("GET", "/audit/query-changes?limit=0"));
        assertTrue(body("?limit=%22").contains("\"error-message\":\"parameter 'limit' is '\\\"': allowed is"));
        assertEquals(405, server.status("POST", "/audit/query-changes"));
        assertTrue(server.sent("DELETE", "/audit/query-changes").contains("Allow: GET, HEAD\r\n"));
        assertEquals(200, server.status("HEAD", "/audit/query-changes"));
    }
}
