// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Reads the lines of one share, newest first. Has one file in memory at a time, and skips what is no line. */
final class LinesBackwards {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final AuditFiles files;
    private final Instant since;
    private byte[] content = new byte[0];
    private int end;
    private int age = -1;
    /** A file that gets its next number while it is read comes a second time. */
    private long last = Long.MAX_VALUE;

    /**
     * Creates a reader.
     *
     * @param files the files
     * @param since files that were last written before this time are not read
     */
    LinesBackwards(final AuditFiles files, final Instant since) {
        this.files = files;
        this.since = since;
    }

    /** Returns the next older line; empty if there is none. */
    Optional<ObjectNode> next() throws IOException {
        while (true) {
            while (end > 0) {
                final Optional<ObjectNode> line = parsed(lineBefore()).filter(one -> one.get("number").asLong() < last);
                if (line.isPresent()) {
                    last = line.orElseThrow().get("number").asLong();
                    return line;
                }
            }
            age++;
            if (age >= files.count() || !open(files.path(age))) {
                content = new byte[0];
                return Optional.empty();
            }
        }
    }

    private boolean open(final Path path) throws IOException {
        try {
            if (Files.getLastModifiedTime(path).toInstant().isBefore(since)) {
                return false;
            }
            content = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            // A moment ago, the newest file may have become an older one.
            content = new byte[0];
        }
        end = content.length;
        return true;
    }

    private String lineBefore() {
        int stop = end;
        if (content[stop - 1] == '\n') {
            stop--;
        }
        int start = stop;
        while (start > 0 && content[start - 1] != '\n') {
            start--;
        }
        end = start;
        return new String(content, start, stop - start, StandardCharsets.US_ASCII);
    }

    private static Optional<ObjectNode> parsed(final String line) {
        try {
            final JsonNode read = MAPPER.readTree(line);
            return read instanceof ObjectNode object && object.path("number").isIntegralNumber()
                && object.path("time").isTextual() ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
