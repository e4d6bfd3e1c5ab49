// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditLogTest {
    @TempDir
    private Path folder;

    @Test
    void whatWaitsIsWrittenAtTheEnd() {
        final AuditLog log = new AuditLog(folder);
        for (int sent = 0; sent < 500; sent++) {
            log.add(AuditQueueTest.entry(AuditShare.ADMIN, "/" + sent));
        }
        log.close();
        assertEquals(500, log.read(ChangesQuery.of(Map.of("limit", new String[] {"1000"}))).changes().size());
    }
}
