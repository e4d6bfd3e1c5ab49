// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditFilesTest {
    @TempDir
    private Path folder;
    private AuditFiles files;

    @BeforeEach
    void setUp() {
        files = new AuditFiles(folder.resolve("log"), AuditShare.TENANT, 20, 3);
    }

    private static List<byte[]> lines(final String... lines) {
        return Stream.of(lines).map(line -> (line + "\n").getBytes(StandardCharsets.US_ASCII)).toList();
    }

    private String content(final int age) throws IOException {
        return Files.readString(files.path(age));
    }

    @Test
    void linesThatDoNotFitBeginANewFile() throws IOException {
        files.append(lines("123456789", "123456789", "a"));
        assertEquals("a\n", content(0));
        assertEquals("123456789\n123456789\n", content(1));
        files.append(lines("b"));
        assertEquals("a\nb\n", content(0));
        assertEquals("cloudmac-audit-tenant.log.1", files.path(1).getFileName().toString());
    }

    @Test
    void numberAndSizeOfFilesAreBounded() throws IOException {
        final List<String> many = new ArrayList<>();
        for (int line = 0; line < 1000; line++) {
            many.add("line " + line);
        }
        files.append(lines(many.toArray(String[]::new)));
        try (Stream<Path> found = Files.list(folder.resolve("log"))) {
            assertEquals(3, found.count());
        }
        assertEquals("line 998\nline 999\n", content(0));
        assertEquals("line 994\nline 995\n", content(2));
    }

    @Test
    void aLineLongerThanAFileIsWritten() throws IOException {
        files.append(lines("a", "1".repeat(50), "b"));
        assertEquals("1".repeat(50) + "\n", content(1));
    }

    @Test
    void halfALineIsEnded() throws IOException {
        files.append(lines("a"));
        Files.writeString(files.path(0), "a\n{\"num");
        files.append(lines("b"));
        assertEquals("a\n{\"num\nb\n", content(0));
    }

    @Test
    void onlyTheOwnerReads() throws IOException {
        files.append(lines("a"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files.path(0))));
    }

    @Test
    void theFolderMayBeALink() throws IOException {
        Files.createSymbolicLink(folder.resolve("log"), Files.createDirectory(folder.resolve("elsewhere")));
        files.append(lines("a"));
        assertEquals("a\n", Files.readString(folder.resolve("elsewhere").resolve("cloudmac-audit-tenant.log")));
    }

    @Test
    void aDeletedFileIsMadeAgain() throws IOException {
        files.append(lines("a"));
        Files.delete(files.path(0));
        assertFalse(Files.exists(files.path(0)));
        files.append(lines("b"));
        assertEquals("b\n", content(0));
    }
}
