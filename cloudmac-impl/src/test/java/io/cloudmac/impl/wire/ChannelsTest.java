// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Channel numbers and frequencies of three bands. */
class ChannelsTest {
    @ParameterizedTest
    @CsvSource({ "1, 2412", "13, 2472", "14, 2484", "36, 5180", "177, 5885" })
    void below6GhzANumberIsOneFrequency(final int number, final int frequency) {
        assertEquals(frequency, Channels.frequency(number));
        assertEquals(number, Channels.number(frequency));
    }

    @ParameterizedTest
    @CsvSource({ "1, 5955", "2, 5935", "5, 5975", "233, 7115" })
    void theNumbersOf6GhzBeginAgain(final int number, final int frequency) {
        assertEquals(frequency, Channels.frequencyOf6Ghz(number));
        assertEquals(number, Channels.number(frequency));
        assertTrue(Channels.isOf6Ghz(frequency));
    }

    @Test
    void everyOtherValueIsNoChannel() {
        for (final int number : new int[] { -1, 0, 15, 35, 178, 255 }) {
            assertEquals(0, Channels.frequency(number));
        }
        for (final int number : new int[] { -1, 0, 234, 255 }) {
            assertEquals(0, Channels.frequencyOf6Ghz(number));
        }
        for (final int frequency : new int[] { -5, 0, 1, 5, 2407, 2413, 2477, 2485, 5175, 5181, 5890, 5930, 5936, 5950,
            7120, 65535 }) {
            assertEquals(0, Channels.number(frequency), frequency + " MHz");
        }
    }
}
