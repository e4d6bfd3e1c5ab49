// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long VAPs were silent, by readings of their beacon counters. */
class BeaconSilenceTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final long MS = 1_000_000;

    private final BeaconSilence silence = new BeaconSilence();

    /** Adds a reading that took from the first to the second time, ms. */
    private void read(final long requested, final long answered, final Map<Mac, Long> counts) {
        silence.observe(counts, requested * MS, answered * MS);
    }

    private long millis() {
        return silence.of(BSSID).toMillis();
    }

    @Test
    void onlyTheTimeBetweenAnAnswerAndALaterRequestIsCertain() {
        read(0, 100, Map.of(BSSID, 7L));
        assertEquals(0, millis());
        read(600, 900, Map.of(BSSID, 7L));
        assertEquals(500, millis(), "a beacon before the first or after the second reading does not show");
        read(1100, 1600, Map.of(BSSID, 7L));
        assertEquals(1000, millis());
    }

    @Test
    void aBeaconEndsTheSilence() {
        read(0, 0, Map.of(BSSID, 7L));
        read(500, 500, Map.of(BSSID, 7L));
        assertFalse(silence.hasMoved(BSSID));
        read(1000, 1000, Map.of(BSSID, 8L));
        assertTrue(silence.hasMoved(BSSID));
        assertEquals(0, millis());
        read(1500, 1500, Map.of(BSSID, 8L));
        assertFalse(silence.hasMoved(BSSID));
        assertEquals(500, millis());
    }

    @Test
    void aMissingReadingIsNoSilence() {
        read(0, 0, Map.of(BSSID, 7L));
        read(500, 500, Map.of());
        read(1000, 1000, Map.of(BSSID, 7L));
        assertEquals(0, millis());
        assertFalse(silence.hasMoved(BSSID));
    }

    @Test
    void overlappingReadingsShowNoSilence() {
        read(0, 900, Map.of(BSSID, 7L));
        read(500, 1000, Map.of(BSSID, 7L));
        assertEquals(Duration.ZERO, silence.of(BSSID));
    }
}
