// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditWriterTest {
    private static final int FILE_SIZE = 2000;

    @TempDir
    private Path folder;
    private final Map<AuditShare, AuditFiles> files = new EnumMap<>(AuditShare.class);

    @BeforeEach
    void setUp() {
        for (final AuditShare share : AuditShare.values()) {
            files.put(share, new AuditFiles(folder.resolve("log"), share, FILE_SIZE, 3));
        }
    }

    private void write(final AuditEntry... entries) {
        final AuditQueue queue = new AuditQueue();
        for (final AuditEntry entry : entries) {
            queue.offer(entry);
        }
        queue.close();
        new AuditWriter(queue, files, InstantSource.fixed(Instant.EPOCH)).run();
    }

    private List<String> told(final AuditShare share) throws IOException {
        final LinesBackwards lines = new LinesBackwards(files.get(share), Instant.MIN);
        final List<String> told = new ArrayList<>();
        for (Optional<ObjectNode> line = lines.next(); line.isPresent(); line = lines.next()) {
            final ObjectNode object = line.orElseThrow();
            told.add(object.get("number") + " " + object.path("path").asText() + object.path("lost").asText());
        }
        return told;
    }

    @Test
    void numbersGoOnAfterARestart() throws IOException {
        write(AuditQueueTest.entry(AuditShare.ADMIN, "/a"), AuditQueueTest.entry(AuditShare.NOBODY, "/b"));
        write(AuditQueueTest.entry(AuditShare.ADMIN, "/c"));
        assertEquals(List.of("3 /c", "1 /a"), told(AuditShare.ADMIN));
        assertEquals(List.of("2 /b"), told(AuditShare.NOBODY));
    }

    @Test
    void aFloodOfNobodyPushesOutOnlyItsOwnLines() throws IOException {
        write(AuditQueueTest.entry(AuditShare.ADMIN, "/a"), AuditQueueTest.entry(AuditShare.OPERATOR, "/o"));
        final AuditEntry[] flood = new AuditEntry[2 * AuditQueue.LONGEST];
        for (int sent = 0; sent < flood.length; sent++) {
            flood[sent] = AuditQueueTest.entry(sent % 2 == 0 ? AuditShare.NOBODY : AuditShare.VIEWER, "/" + sent);
        }
        for (int round = 0; round < 3; round++) {
            write(flood);
        }
        assertEquals(List.of("1 /a"), told(AuditShare.ADMIN));
        assertEquals(List.of("2 /o"), told(AuditShare.OPERATOR));
        assertEquals("6002 /1999", told(AuditShare.VIEWER).get(0));
        long size = 0;
        for (int age = 0; age < 3; age++) {
            size += Files.size(files.get(AuditShare.NOBODY).path(age));
        }
        assertTrue(size <= 3 * FILE_SIZE, size + " octets");
    }

    @Test
    void lostEntriesAreTold() throws IOException {
        final AuditEntry[] flood = new AuditEntry[AuditQueue.LONGEST + 5];
        Arrays.fill(flood, AuditQueueTest.entry(AuditShare.NOBODY, "/x"));
        write(flood);
        assertEquals(AuditQueue.LONGEST + 1 + " 5", told(AuditShare.NOBODY).get(0));
    }

    @Test
    void whatTheDiskRefusedIsToldLater() throws IOException {
        final AuditWriter writer = new AuditWriter(new AuditQueue(), files, InstantSource.fixed(Instant.EPOCH));
        // A file where the folder belongs.
        Files.writeString(folder.resolve("log"), "");
        writer.write(new AuditQueue.Batch(List.of(AuditQueueTest.entry(AuditShare.ADMIN, "/a")), Map.of()));
        Files.delete(folder.resolve("log"));
        writer.write(new AuditQueue.Batch(List.of(AuditQueueTest.entry(AuditShare.ADMIN, "/b")), Map.of()));
        assertEquals(List.of("3 1", "2 /b"), told(AuditShare.ADMIN));
    }
}
