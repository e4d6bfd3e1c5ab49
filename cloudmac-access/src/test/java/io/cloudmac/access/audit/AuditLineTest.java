// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class AuditLineTest {
    private static final Instant TIME = Instant.parse("2026-11-30T18:00:00.123456Z");

    private static String line(final String user, final String tried, final String path) {
        return new String(AuditLine.of(7, new AuditEntry(TIME, AuditShare.OPERATOR, user, tried, "192.0.2.9", "PUT",
            path, OptionalInt.of(204))), StandardCharsets.UTF_8);
    }

    @Test
    void aLineHasTheFieldsThatAreKnown() {
        assertEquals("""
            {"number":7,"time":"2026-11-30T18:00:00.123Z","share":"operator","user":"o","source":"192.0.2.9",\
            "method":"PUT","path":"/rests/data/x","status":204}
            """, line("o", null, "/rests/data/x"));
        assertEquals("""
            {"number":8,"time":"2026-11-30T18:00:00.123Z","share":"nobody","source":"::1","method":"GET"}
            """, new String(AuditLine.of(8, new AuditEntry(TIME, AuditShare.NOBODY, null, null, "::1", "GET", null,
                OptionalInt.empty())), StandardCharsets.UTF_8));
        assertEquals("""
            {"number":9,"time":"2026-11-30T18:00:00.123Z","share":"viewer","lost":12}
            """, new String(AuditLine.ofLost(9, TIME, AuditShare.VIEWER, 12), StandardCharsets.UTF_8));
    }

    @Test
    void aNameCannotForgeALineOrColourATerminal() {
        final String controls = new String(new char[] {0x1b, '[', '3', '1', 'm', 0x7f, 0x85, 0x202e, 0xd800, 0});
        final String line = line(null, "a\",\"user\":\"admin\n{" + controls, "/x\r\ny");
        assertEquals(line.length() - 1, line.indexOf('\n'));
        assertTrue(line.chars().limit(line.length() - 1L).allMatch(one -> one >= 0x20 && one < 0x7f), line);
        assertTrue(line.contains("\"tried\":\"a\\\",\\\"user\\\":\\\"admin\\n{\\u001B[31m?\\u0085\\u202E\\uD800"),
            line);
    }

    @Test
    void longTextsAreCut() {
        assertTrue(line("n".repeat(65), null, "/").contains("\"" + "n".repeat(61) + "...\""));
        assertTrue(line("n".repeat(64), null, "/").contains("\"" + "n".repeat(64) + "\""));
        assertTrue(line(null, "\1".repeat(100_000), "\1".repeat(100_000)).length() < 8000);
    }

    @Test
    void aSessionIsNotWritten() {
        assertTrue(line("o", null, "/rests;jsessionid=node0secret/data;JSESSIONID=secret")
            .contains("\"/rests;jsessionid=.../data;JSESSIONID=...\""));
        assertTrue(line("o", null, "/" + "x".repeat(1010) + ";jsessionid=node0secret").indexOf("secret") < 0);
    }
}
