// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The moving average of a station's signal at one WTP. */
/** The moving average of a station's signal at one WTP. */
class SignalTrackTest {
    private static final Duration STALE = Duration.ofSeconds(3);
    private static final long MS = 1_000_000;
    private final SignalTrack track = new SignalTrack();

    @Test
    void theFirstSampleIsTheAverage() {
        track.sample(-60, 0, STALE);
        assertEquals(new StationSignal(-60, -60, 1, Duration.ZERO), track.signal(0),
            "regression: an earlier controller weighted the first sample");
    }

    @Test
    void eachLaterSampleHasAWeightOfAnEighth() {
        track.sample(-60, 0, STALE);
        track.sample(-68, MS, STALE);
        assertEquals(new StationSignal(-61, -68, 2, Duration.ofMillis(4)), track.signal(5 * MS));
    }

    @Test
    void theAgentsAverageIsUsed() {
        track.report(-60, -60.0, 1, 0, STALE);
        track.report(-70, -64.5, 9, 100 * MS, STALE);
        assertEquals(new StationSignal(-64.5, -70, 2, Duration.ZERO), track.signal(100 * MS));
    }

    @Test
    void framesBeforeASilenceDoNotCount() {
        track.report(-50, -50.0, 1000, 0, STALE);
        final long back = Duration.ofSeconds(60).toNanos();
        track.report(-90, -55.0, 1001, back, STALE);
        assertEquals(new StationSignal(-90, -90, 1, Duration.ZERO), track.signal(back),
            "the count of samples starts again");
        // The agent's average is -55 + (-90 + 55) / 8 = -59.4 dBm.
        track.report(-90, -59.375, 1002, back + 100 * MS, STALE);
        assertEquals(-90, track.signal(back).average(), 0.01);
        track.report(-80, -79.0, 1050, back + 200 * MS, STALE);
        assertEquals(-79, track.signal(back).average(), 0.1, "the agent has discarded its average as well");
    }

    @Test
    void theAverageOfARestartedAgentIsUsed() {
        track.report(-50, -50.0, 1000, 0, STALE);
        track.report(-80, -80.0, 3, 100 * MS, STALE);
        assertEquals(-80, track.signal(0).average());
    }

    @Test
    void samplesAndReportsMayAlternate() {
        track.report(-60, -60.0, 10, 0, STALE);
        track.sample(-60, 10 * MS, STALE);
        track.report(-60, -60.0, 20, 100 * MS, STALE);
        assertEquals(new StationSignal(-60, -60, 3, Duration.ZERO), track.signal(100 * MS));
        assertTrue(track.atNanos() == 100 * MS);
    }
}
