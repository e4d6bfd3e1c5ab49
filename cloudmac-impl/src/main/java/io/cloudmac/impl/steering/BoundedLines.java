// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines one by one, and skips lines that are too long. Not thread-safe. */
final class BoundedLines {
    private static final int END = -1;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final InputStream in;
    private final int longest;
    private boolean isWhole;

    /**
     * Creates a reader.
     *
     * @param in a buffered stream
     * @param longest the most octets of a line, without its end
     */
    BoundedLines(final InputStream in, final int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Goes to the next line; returns false if there is none. */
    boolean next() throws IOException {
        line.reset();
        isWhole = false;
        long octets = 0;
        for (int octet = in.read(); octet != END; octet = in.read()) {
            if (octet == '\n') {
                isWhole = octets <= longest;
                return true;
            }
            if (++octets <= longest) {
                line.write(octet);
            }
        }
        return octets > 0;
    }

    /** Returns the line; empty if it is too long, or torn: the last one, without an end. */
    Optional<String> line() {
        return isWhole ? Optional.of(line.toString(StandardCharsets.UTF_8)) : Optional.empty();
    }
}
