// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChangesReaderTest {
    private static final int LINES = 40;

    @TempDir
    private Path folder;
    private AuditFiles admins;
    private ChangesReader reader;

    @BeforeEach
    void setUp() throws IOException {
        admins = new AuditFiles(folder, AuditShare.ADMIN, 1000, 9);
        final AuditFiles nobody = new AuditFiles(folder, AuditShare.NOBODY, 1000, 9);
        reader = new ChangesReader(List.of(admins, nobody, new AuditFiles(folder, AuditShare.VIEWER, 1000, 9)));
        for (int number = 1; number <= LINES; number++) {
            final boolean isAdmin = number % 2 == 0;
            final AuditEntry entry = new AuditEntry(Instant.ofEpochSecond(number),
                isAdmin ? AuditShare.ADMIN : AuditShare.NOBODY, isAdmin ? "admin" : null,
                number % 10 == 5 ? "guess" : null, "::1", "PUT", "/", OptionalInt.of(200));
            (isAdmin ? admins : nobody).append(List.of(AuditLine.of(number, entry)));
        }
    }

    private static ChangesQuery query(final String user, final Instant since, final long before, final int limit) {
        return new ChangesQuery(Optional.ofNullable(user), since, before, limit);
    }

    private static List<Long> numbers(final ChangesPage page) {
        return page.changes().stream().map(line -> line.get("number").asLong()).toList();
    }

    @Test
    void pagesOfAllSharesComeNewestFirstAndOnce() {
        final List<Long> found = new ArrayList<>();
        long cursor = Long.MAX_VALUE;
        int pages = 0;
        for (OptionalLong next = OptionalLong.of(cursor); next.isPresent(); pages++) {
            cursor = next.getAsLong();
            final ChangesPage page = reader.read(query(null, Instant.MIN, cursor, 10));
            found.addAll(numbers(page));
            next = page.nextCursor();
        }
        assertEquals(4, pages);
        assertEquals(LINES, found.size());
        for (int at = 0; at < LINES; at++) {
            assertEquals(LINES - at, found.get(at));
        }
    }

    @Test
    void linesOfAUserAndSinceATime() {
        assertEquals(List.of(35L, 25L, 15L, 5L), numbers(reader.read(query("guess", Instant.MIN, 40, 10))));
        assertEquals(List.of(40L, 38L), numbers(reader.read(query("admin", Instant.ofEpochSecond(37), 99, 10))));
        assertTrue(numbers(reader.read(query("nobody", Instant.MIN, 99, 10))).isEmpty());
    }

    @Test
    void filesThatWereLastWrittenBeforeTheTimeAreNotRead() throws IOException {
        for (int age = 1; Files.exists(admins.path(age)); age++) {
            Files.setLastModifiedTime(admins.path(age), FileTime.from(Instant.ofEpochSecond(1)));
        }
        final long inNewest = Files.readString(admins.path(0)).lines().count();
        assertTrue(inNewest < LINES / 2);
        assertEquals(inNewest, reader.read(query("admin", Instant.ofEpochSecond(2), 99, 99)).changes().size());
    }

    @Test
    void aFileThatIsRenamedMeanwhileComesOnce() throws IOException {
        final LinesBackwards lines = new LinesBackwards(admins, Instant.MIN);
        assertEquals(LINES, lines.next().orElseThrow().get("number").asLong());
        for (int age = 7; age >= 0; age--) {
            if (Files.exists(admins.path(age))) {
                Files.move(admins.path(age), admins.path(age + 1));
            }
        }
        long expected = LINES - 2;
        for (Optional<?> line = lines.next(); line.isPresent(); line = lines.next()) {
            assertTrue(line.toString().contains("\"number\":" + expected + ","), line + " is not " + expected);
            expected -= 2;
        }
        assertEquals(0, expected);
    }

    @Test
    void whatIsNoLineIsSkipped() throws IOException {
        Files.writeString(admins.path(0), "\n\nx\n{}\n[1]\n{\"number\":\"1\"}\n{\"number\":1.5,\"time\":\"\"}\n"
            + "{\"number\":50,\"time\":\"x\"}\n{\"num");
        assertEquals(50, numbers(reader.read(query(null, Instant.MIN, 99, 1))).get(0));
        assertEquals(39, numbers(reader.read(query(null, Instant.EPOCH, 99, 1))).get(0));
    }

    @Test
    void aShareThatCannotBeReadIsNamed() throws IOException {
        Files.delete(admins.path(0));
        // Reading a folder as a file fails for every account, also for root.
        Files.createDirectory(admins.path(0));
        final ChangesPage page = reader.read(query(null, Instant.MIN, 99, 3));
        assertEquals(List.of(39L, 37L, 35L), numbers(page));
        assertEquals(OptionalLong.of(35), page.nextCursor());
        assertEquals(Set.of(AuditShare.ADMIN), page.unread());
    }

    @Test
    void aShareThatCannotBeReadIsLoggedOnce() throws IOException {
        Files.delete(admins.path(0));
        Files.createDirectory(admins.path(0));
        final PrintStream usual = System.err;
        final ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            for (int queries = 0; queries < 3; queries++) {
                reader.read(query(null, Instant.MIN, 99, 1));
            }
        } finally {
            System.setErr(usual);
        }
        assertEquals(2, log.toString(StandardCharsets.UTF_8).split("files of share admin", -1).length);
    }

    @Test
    void linesBeforeAFileThatCannotBeReadAreFound() throws IOException {
        Files.delete(admins.path(1));
        Files.createDirectory(admins.path(1));
        final ChangesPage page = reader.read(query("admin", Instant.MIN, 99, 99));
        assertEquals(Files.readString(admins.path(0)).lines().count(), page.changes().size());
        assertEquals(LINES, numbers(page).get(0));
        assertEquals(Set.of(AuditShare.ADMIN), page.unread());
        assertEquals(Set.of(), reader.read(query("admin", Instant.MIN, 99, 1)).unread());
    }

    @Test
    void noFilesAreNoLines() {
        final ChangesReader none = new ChangesReader(List.of(
            new AuditFiles(folder.resolve("missing"), AuditShare.ADMIN, 1000, 9)));
        assertTrue(numbers(none.read(query(null, Instant.MIN, 99, 1))).isEmpty());
    }
}
