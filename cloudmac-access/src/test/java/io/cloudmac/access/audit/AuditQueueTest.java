// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class AuditQueueTest {
    private final AuditQueue queue = new AuditQueue();

    static AuditEntry entry(final AuditShare share, final String path) {
        return new AuditEntry(Instant.EPOCH, share, null, null, "::1", "PUT", path, OptionalInt.of(200));
    }

    @Test
    void entriesComeInTheirOrder() throws InterruptedException {
        final List<AuditEntry> given = List.of(entry(AuditShare.ADMIN, "/1"), entry(AuditShare.NOBODY, "/2"),
            entry(AuditShare.ADMIN, "/3"));
        given.forEach(queue::offer);
        assertEquals(new AuditQueue.Batch(given, Map.of()), queue.take().orElseThrow());
    }

    @Test
    void aFloodOfOneShareLeavesTheOthersTheirRoom() throws InterruptedException {
        for (int sent = 0; sent < 3 * AuditQueue.LONGEST; sent++) {
            queue.offer(entry(AuditShare.NOBODY, "/"));
        }
        queue.offer(entry(AuditShare.ADMIN, "/admin"));
        final AuditQueue.Batch batch = queue.take().orElseThrow();
        assertEquals(AuditQueue.LONGEST + 1, batch.entries().size());
        assertEquals("/admin", batch.entries().get(AuditQueue.LONGEST).path());
        assertEquals(Map.of(AuditShare.NOBODY, 2L * AuditQueue.LONGEST), batch.lost());

        queue.offer(entry(AuditShare.NOBODY, "/"));
        assertEquals(Map.of(), queue.take().orElseThrow().lost());
    }

    @Test
    void aClosedQueueGivesWhatWaitsAndEnds() throws InterruptedException {
        queue.offer(entry(AuditShare.ADMIN, "/"));
        queue.close();
        assertTrue(queue.take().isPresent());
        assertTrue(queue.take().isEmpty());
    }
}
