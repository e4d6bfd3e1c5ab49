// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of a stream; "-" is one that is too long or torn. */
class BoundedLinesTest {
    private static List<String> lines(final String text) throws IOException {
        final BoundedLines lines =
            new BoundedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 4);
        final List<String> found = new ArrayList<>();
        while (lines.next()) {
            found.add(lines.line().orElse("-"));
        }
        return found;
    }

    @Test
    void onlyWholeLinesOfTheirLengthAreRead() throws Exception {
        assertEquals(List.of(), lines(""));
        assertEquals(List.of("a", "", "abcd", "-", "é"), lines("a\n\nabcd\nabcde\né\n"));
        assertEquals(List.of("a", "-"), lines("a\nb"));
        assertEquals(List.of("-"), lines("abcdefgh"));
    }
}
