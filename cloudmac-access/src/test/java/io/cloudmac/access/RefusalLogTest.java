// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.access.audit.AuditEntry;
import io.cloudmac.access.audit.AuditShare;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RefusalLogTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final RefusalLog log = new RefusalLog(now::get);

    private static AuditEntry entry(final AuditShare share, final String user, final String tried, final String path,
            final OptionalInt status) {
        return new AuditEntry(Instant.EPOCH, share, user, tried, "192.0.2.7", "PUT", path, status);
    }

    private Optional<String> line(final AuditShare share) {
        return log.line(entry(share, "eve", null, "/x", OptionalInt.of(403)), "why");
    }

    @Test
    void aLineHasUserMethodPathAndReason() {
        assertEquals("PUT /x of account eve from 192.0.2.7: 403, why", line(AuditShare.VIEWER).orElseThrow());
        assertEquals("PUT /x of nobody, tried as eve from 192.0.2.7: 401, no", log.line(
            entry(AuditShare.NOBODY, null, "eve", "/x", OptionalInt.of(401)), "no").orElseThrow());
        assertEquals("PUT /x of nobody from 192.0.2.7: no status", log.line(
            entry(AuditShare.NOBODY, null, null, "/x", OptionalInt.empty()), null).orElseThrow());
    }

    @Test
    void noClientForgesALine() {
        final String line = log.line(entry(AuditShare.NOBODY, null, "eve\n2026-11-30 INFO all is well",
            "/a\33[2J;jsessionid=secret/b", OptionalInt.of(401)), "a\r\nb").orElseThrow();
        assertEquals("PUT /a|u001b[2J;jsessionid=.../b of nobody, tried as eve|u000a2026-11-30 INFO all is well"
            + " from 192.0.2.7: 401, a|u000d|u000ab", line.replace('\\', '|'));
        assertTrue(log.line(entry(AuditShare.NOBODY, null, "n".repeat(9999), "/" + "p".repeat(9999),
            OptionalInt.of(401)), "r".repeat(9999)).orElseThrow().length() < 800);
    }

    @Test
    void aFloodHasFewLinesAndHidesNoOtherRole() {
        int lines = 0;
        for (int request = 0; request < 10_000; request++) {
            lines += line(AuditShare.NOBODY).isPresent() ? 1 : 0;
        }
        assertEquals(RefusalLog.BURST, lines);
        assertTrue(line(AuditShare.OPERATOR).isPresent());
        now.addAndGet((long) (SECOND_NS / RefusalLog.PER_SECOND));
        assertTrue(line(AuditShare.NOBODY).orElseThrow()
            .endsWith("(before it, " + (10_000 - RefusalLog.BURST) + " more of nobody had no line)"));
        assertTrue(line(AuditShare.NOBODY).isEmpty());
        now.addAndGet(3600 * SECOND_NS);
        for (lines = 0; line(AuditShare.NOBODY).isPresent(); lines++) {
            assertTrue(lines <= RefusalLog.BURST);
        }
        assertEquals(RefusalLog.BURST, lines);
    }
}
