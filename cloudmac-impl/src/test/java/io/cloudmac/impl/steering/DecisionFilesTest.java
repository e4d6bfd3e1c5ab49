// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.steering.DecisionFiles.FileBounds;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of decisions. */
class DecisionFilesTest {
    private static final FileBounds SMALL = new FileBounds(3, 100_000, 6, 1_000_000, 100);

    @TempDir
    private Path parent;

    private Path folder() {
        return parent.resolve("cloudmac/decisions");
    }

    private DecisionFiles opened(final FileBounds bounds) {
        return new DecisionFiles(folder(), bounds);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static void append(final DecisionFiles files, final long from, final long to) throws IOException {
        for (long number = from; number <= to; number++) {
            files.append(DecisionSamples.decision(number));
        }
    }

    private static List<Long> numbers(final DecisionFiles files) throws IOException {
        final List<Long> found = new ArrayList<>();
        files.read(decision -> found.add(decision.number()));
        return found;
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void aRestartFindsThemAgain() throws Exception {
        assertEquals(0, opened(SMALL).lastNumber());
        append(opened(SMALL), 1, 4);
        assertEquals(4, opened(SMALL).lastNumber());
        final List<LoggedDecision> found = new ArrayList<>();
        opened(SMALL).read(found::add);
        assertEquals(LongStream.rangeClosed(1, 4).mapToObj(DecisionSamples::decision).toList(), found);
    }

    @Test
    void theOldestFileIsDeletedIfEnoughLinesStay() throws Exception {
        final DecisionFiles files = opened(SMALL);
        append(files, 1, 9);
        assertEquals(range(1, 9), numbers(opened(SMALL)));
        append(files, 10, 10);
        assertEquals(range(4, 10), numbers(opened(SMALL)));
        append(files, 11, 100);
        assertEquals(range(94, 100), numbers(opened(SMALL)));
        assertEquals(3, names().size());
    }

    @Test
    void manyRestartsLoseNothing() throws Exception {
        for (long number = 1; number <= 20; number++) {
            append(opened(SMALL), number, number);
        }
        assertEquals(range(13, 20), numbers(opened(SMALL)));
        append(opened(new FileBounds(3, 100_000, 6, 1_000_000, 2)), 21, 22);
        assertEquals(2, names().size(), "the number of files is bounded");
    }

    @Test
    void restartsGoOnWithTheNewestFile() throws Exception {
        append(opened(SMALL), 1, 1);
        append(opened(SMALL), 2, 2);
        assertEquals(1, names().size());
        final Path newest = folder().resolve(names().get(0));
        Files.writeString(newest, "{\"num", StandardOpenOption.APPEND);
        append(opened(SMALL), 3, 3);
        assertEquals(2, names().size(), "behind a torn line, a new file begins");
        assertEquals(range(1, 3), numbers(opened(SMALL)));
    }

    /** Writes the first octets of a line, as a disk does that is full then. */
    private static OutputStream full(final Path path, final int room, final OpenOption... options)
            throws IOException {
        return new FilterOutputStream(Files.newOutputStream(path, options)) {
            @Override
            public void write(final byte[] octets) throws IOException {
                out.write(octets, 0, room);
                throw new IOException("No space left on device");
            }
        };
    }

    @Test
    void aFullDiskChangesNoFile() throws Exception {
        append(opened(SMALL), 1, 3);
        final AtomicInteger room = new AtomicInteger(-1);
        final DecisionFiles files = new DecisionFiles(folder(), SMALL, (path, options) -> room.get() < 0
            ? Files.newOutputStream(path, options) : full(path, room.get(), options));
        for (int number = 4; number < 200; number++) {
            room.set(number % 3);
            final LoggedDecision decision = DecisionSamples.decision(number);
            assertThrows(IOException.class, () -> files.append(decision));
        }
        assertEquals(1, names().size());
        room.set(-1);
        append(files, 200, 200);
        final DecisionFiles again = new DecisionFiles(folder(), SMALL, (path, options) -> full(path, 7, options));
        assertThrows(IOException.class, () -> again.append(DecisionSamples.decision(202)));
        append(opened(SMALL), 203, 203);
        assertEquals(List.of(1L, 2L, 3L, 200L, 203L), numbers(opened(SMALL)));
        assertEquals(2, names().size());
    }

    @Test
    void aLinkToAFolderIsAFolder() throws Exception {
        Files.createDirectories(parent.resolve("elsewhere"));
        Files.createDirectories(folder().getParent());
        Files.createSymbolicLink(folder(), parent.resolve("elsewhere"));
        append(opened(SMALL), 1, 1);
        assertEquals(range(1, 1), numbers(opened(SMALL)));
    }

    @Test
    void octetsAreBounded() throws Exception {
        final int line = DecisionJson.line(DecisionSamples.decision(10)).length;
        final FileBounds bounds = new FileBounds(1000, 2L * line, 1000, 6L * line, 100);
        append(opened(bounds), 10, 49);
        assertEquals(range(44, 49), numbers(opened(bounds)));
        for (final String name : names()) {
            assertTrue(Files.size(folder().resolve(name)) <= 2L * line, name);
        }
    }

    @Test
    void tornAndForeignLinesAreSkipped() throws Exception {
        append(opened(SMALL), 1, 2);
        final Path first = folder().resolve(names().get(0));
        Files.writeString(first, "\n{}\n[\nnull\n" + "x".repeat(200_000) + "\n\u0000\u0001\n"
            + Files.readString(first) + "{\"number\":3,\"ti", StandardOpenOption.APPEND);
        Files.writeString(folder().resolve("decisions-1.jsonl"), "of somebody else");
        Files.createDirectory(folder().resolve("decisions-000000000000000009.jsonl"));
        assertEquals(range(1, 2), numbers(opened(SMALL)), "a copied line counts once");
        assertEquals(2, opened(SMALL).lastNumber());
        final DecisionFiles again = opened(SMALL);
        append(again, 3, 3);
        assertEquals(range(1, 3), numbers(again), "the torn line swallows nothing");
    }

    @Test
    void aFileWithoutADecisionHasANumberToo() throws Exception {
        append(opened(SMALL), 1, 1);
        Files.writeString(folder().resolve("decisions-000000000000000002.jsonl"), "{\"num");
        final DecisionFiles files = opened(SMALL);
        assertEquals(2, files.lastNumber());
        append(files, 3, 3);
        assertEquals(List.of(1L, 3L), numbers(files));
    }

    @Test
    void afterAnErrorTheNextOneIsStored() throws Exception {
        Files.createDirectories(folder());
        final Path obstacle = folder().resolve("decisions-000000000000000001.jsonl");
        final DecisionFiles files = opened(SMALL);
        assertEquals(List.of(), numbers(files));
        Files.writeString(obstacle, "");
        assertThrows(IOException.class, () -> files.append(DecisionSamples.decision(1)));
        final LoggedDecision giant = new LoggedDecision(2, DecisionSamples.START, DecisionSamples.KEY, null, null,
            SteeringTrigger.of(Reason.SIGNAL), SteeringResult.undone("x".repeat(DecisionFiles.LONGEST)));
        assertThrows(IOException.class, () -> files.append(giant));
        append(files, 3, 4);
        assertEquals(range(3, 4), numbers(files));
    }
}
