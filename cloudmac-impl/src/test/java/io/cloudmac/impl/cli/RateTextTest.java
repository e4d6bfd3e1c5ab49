// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the vectors that the command cloudmac reads too. */
final class RateTextTest {
    private static final Path VECTORS = Path.of("..", "cloudmac-api", "vectors", "rates.txt");
    private static final String REFUSED = "-";

    private static Stream<List<String>> vectors() throws IOException {
        final List<String> lines = Files.readAllLines(VECTORS).stream().filter(line -> !line.startsWith("#")).toList();
        assertTrue(lines.size() > 30, "vectors are missing: " + lines.size());
        return Stream.concat(lines.stream().map(line -> List.of(line.split("\t"))),
            Stream.of(List.of("100M\n", REFUSED)));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void operatorsWriteRates(final List<String> vector) {
        final String text = vector.get(0);
        if (vector.get(1).equals(REFUSED)) {
            final String reason =
                assertThrows(IllegalArgumentException.class, () -> RateText.of(text)).getMessage();
            assertTrue(reason.startsWith("rate " + text + " is refused: ") && reason.contains("100M, 1.5G"), reason);
        } else {
            assertEquals(Long.parseLong(vector.get(1)), RateText.of(text).getValue().longValue());
        }
    }
}
