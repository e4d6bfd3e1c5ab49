// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RateTextTest {
    @ParameterizedTest
    @CsvSource({
        "8000, 8000", "8k, 8000", "95000000, 95000000", "100M, 100000000", "1.5G, 1500000000", "0.5M, 500000",
        "12.345678M, 12345678", "1T, 1000000000000", "1000G, 1000000000000", "100Mbit/s, 100000000",
        "9000bit/s, 9000", "000100M, 100000000",
    })
    void operatorsWriteRates(final String text, final long rate) {
        assertEquals(rate, RateText.of(text).getValue().longValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "M", "fast", "100m", "100K", "100 M", "100MB", "-1M", "+1M", "1e9", "1,5G", "1.G",
        ".5G", "0", "7999", "7.9k", "1.1T", "1001G", "8000.5", "1.0000000001G", "0x8000", "99999999999999999999",
        "999999999999999T", "100M\n"})
    void otherTextsAreRefusedWithWhatIsAllowed(final String text) {
        final String reason = assertThrows(IllegalArgumentException.class, () -> RateText.of(text)).getMessage();
        assertTrue(reason.startsWith("rate " + text + " is refused: ") && reason.contains("100M, 1.5G"), reason);
    }
}
