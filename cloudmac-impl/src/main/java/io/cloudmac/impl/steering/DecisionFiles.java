// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions in the files of a folder, a line each. A file has the number of its first decision in its name. A restart
 * goes on with the newest file if its last line is whole, else with a new one. The oldest files are deleted. Not
 * thread-safe, except for {@link #lastNumber}.
 */
final class DecisionFiles {
    /**
     * Bounds of the files.
     *
     * @param lines lines of a file
     * @param octets octets of a file
     * @param allLines lines that stay when a file is deleted
     * @param allOctets octets of all files
     * @param files number of files
     */
    record FileBounds(int lines, long octets, long allLines, long allOctets, int files) {
        static final FileBounds USUAL = new FileBounds(5_000, 8 << 20, DecisionMemory.DECISIONS, 128 << 20, 1_000);
    }

    /**
     * A file.
     *
     * @param path its path
     * @param lines number of its lines
     * @param octets number of its octets
     */
    private record DecisionFile(Path path, int lines, long octets) {
    }

    /** Opens a file for appending; tests pass one whose disk is full. */
    @FunctionalInterface
    interface FileOpener {
        /** The file system's own. */
        FileOpener USUAL = Files::newOutputStream;

        /** Opens a file. */
        OutputStream open(Path path, OpenOption... options) throws IOException;
    }

    /** The most octets of a line: a decision has at most 16 inputs of about 100 octets. */
    static final int LONGEST = 1 << 16;

    /** The lines among which the last decision is looked for. */
    private static final int LATEST = 16;
    private static final Logger LOG = LoggerFactory.getLogger(DecisionFiles.class);
    private static final Pattern NAME = Pattern.compile("decisions-(\\d{18})\\.jsonl");

    private final Path folder;
    private final FileBounds bounds;
    private final FileOpener opener;
    /** All files, the oldest first. */
    private final Deque<DecisionFile> files = new ArrayDeque<>();
    private boolean areFilesKnown;
    /** True if the newest file ends with a whole line, so that another one may follow. */
    private boolean isNewestWhole;
    /** The newest file; null if none is open. */
    private OutputStream out;

    DecisionFiles(final Path folder, final FileBounds bounds) {
        this(folder, bounds, FileOpener.USUAL);
    }

    DecisionFiles(final Path folder, final FileBounds bounds, final FileOpener opener) {
        this.folder = folder;
        this.bounds = bounds;
        this.opener = opener;
    }

    private static String name(final long first) {
        return String.format(Locale.ROOT, "decisions-%018d.jsonl", first);
    }

    /** Returns the paths of the files, the oldest first. */
    private List<Path> paths() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> NAME.matcher(path.getFileName().toString()).matches()
                && Files.isRegularFile(path)).sorted().toList();
        } catch (final UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the number of the last decision, 0 if there is none. */
    long lastNumber() throws IOException {
        final List<Path> paths = paths();
        if (paths.isEmpty()) {
            return 0;
        }
        final Path newest = paths.get(paths.size() - 1);
        final Matcher name = NAME.matcher(newest.getFileName().toString());
        final long first = name.matches() ? Long.parseLong(name.group(1)) : 0;
        // Only the last lines are parsed, because the start of the application waits for it.
        final Deque<String> latest = new ArrayDeque<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(newest))) {
            final BoundedLines lines = new BoundedLines(in, LONGEST);
            while (lines.next()) {
                lines.line().ifPresent(latest::addLast);
                if (latest.size() > LATEST) {
                    latest.removeFirst();
                }
            }
        }
        return latest.stream().flatMap(line -> parsed(line).stream()).mapToLong(LoggedDecision::number)
            .reduce(first, Math::max);
    }

    /** Closes the newest file, and passes all decisions to {@code target}, in the order of their numbers. */
    void read(final Consumer<LoggedDecision> target) throws IOException {
        close();
        files.clear();
        final long[] last = {0};
        long foreign = 0;
        isNewestWhole = false;
        for (final Path path : paths()) {
            isNewestWhole = false;
            try {
                final LineCount count = readFile(path, decision -> {
                    // A copied line would have a number twice.
                    final boolean isNext = decision.number() > last[0];
                    if (isNext) {
                        last[0] = decision.number();
                        target.accept(decision);
                    }
                    return isNext;
                });
                foreign += count.foreign();
                isNewestWhole = count.isWhole();
                files.addLast(new DecisionFile(path, count.lines(), Files.size(path)));
            } catch (final IOException e) {
                LOG.warn("Cannot read {}: {}", path, e.toString());
            }
        }
        areFilesKnown = true;
        if (foreign > 0) {
            LOG.warn("Skipped {} lines in {} that are no decisions, or are torn", foreign, folder);
        }
    }

    /**
     * The lines of a file.
     *
     * @param lines number of all lines
     * @param foreign number of those that are no decisions
     * @param isWhole whether the last line has an end
     */
    private record LineCount(int lines, int foreign, boolean isWhole) {
    }

    /** Receives a decision; returns false if it is to count as foreign. */
    private interface Taker {
        boolean take(LoggedDecision decision);
    }

    private static LineCount readFile(final Path path, final Taker target) throws IOException {
        int number = 0;
        int foreign = 0;
        boolean isWhole = true;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            final BoundedLines lines = new BoundedLines(in, LONGEST);
            while (lines.next()) {
                number++;
                isWhole = lines.line().isPresent();
                foreign += lines.line().flatMap(DecisionFiles::parsed).filter(target::take).isPresent() ? 0 : 1;
            }
        }
        return new LineCount(number, foreign, isWhole);
    }

    private static Optional<LoggedDecision> parsed(final String line) {
        try {
            return Optional.of(DecisionJson.read(line));
        } catch (final ProtocolException e) {
            LOG.debug("Skipped a line: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Stores a decision. After an exception, the files are as before. */
    void append(final LoggedDecision decision) throws IOException {
        final byte[] line = DecisionJson.line(decision);
        if (line.length > LONGEST) {
            throw new IOException("decision " + decision.number() + " has " + line.length + " octets, and " + LONGEST
                + " are allowed");
        }
        if (!areFilesKnown) {
            read(earlier -> { });
        }
        if (!isRoomFor(line)) {
            begin(decision.number());
        } else if (out == null) {
            out = opener.open(files.getLast().path(), StandardOpenOption.APPEND);
        }
        try {
            out.write(line);
        } catch (final IOException e) {
            takeBack();
            throw e;
        }
        final DecisionFile newest = files.removeLast();
        files.addLast(new DecisionFile(newest.path(), newest.lines() + 1, newest.octets() + line.length));
    }

    private boolean isRoomFor(final byte[] line) {
        return isNewestWhole && !files.isEmpty() && files.getLast().lines() < bounds.lines()
            && files.getLast().octets() + line.length <= bounds.octets();
    }

    /** Removes what a failed write has left in the newest file, and the file if it has nothing else. */
    private void takeBack() {
        close();
        final DecisionFile newest = files.getLast();
        isNewestWhole = false;
        try {
            if (newest.octets() == 0) {
                Files.deleteIfExists(newest.path());
                files.removeLast();
            } else {
                try (FileChannel channel = FileChannel.open(newest.path(), StandardOpenOption.WRITE)) {
                    channel.truncate(newest.octets());
                }
                isNewestWhole = true;
            }
        } catch (final IOException e) {
            LOG.warn("Cannot repair {}: {}", newest.path(), e.toString());
        }
    }

    private void begin(final long number) throws IOException {
        close();
        // A link to a folder is as good as one.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        final Path path = folder.resolve(name(number));
        out = opener.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        files.addLast(new DecisionFile(path, 0, 0));
        isNewestWhole = true;
        while (isOldestToGo()) {
            final Path oldest = files.removeFirst().path();
            try {
                Files.deleteIfExists(oldest);
            } catch (final IOException e) {
                LOG.warn("Cannot delete {}: {}", oldest, e.toString());
            }
        }
    }

    private boolean isOldestToGo() {
        final long lines = files.stream().mapToLong(DecisionFile::lines).sum();
        final long octets = files.stream().mapToLong(DecisionFile::octets).sum();
        return files.size() > 1 && (lines - files.getFirst().lines() >= bounds.allLines()
            || octets + bounds.octets() > bounds.allOctets() || files.size() > bounds.files());
    }

    /** Closes the newest file. */
    void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (final IOException e) {
            LOG.warn("Cannot close the newest file in {}: {}", folder, e.toString());
        }
        out = null;
    }
}
