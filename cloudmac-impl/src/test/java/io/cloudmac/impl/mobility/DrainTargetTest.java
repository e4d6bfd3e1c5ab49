// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The choice of the WTP for a station of a draining WTP. */
class DrainTargetTest {
    private static final Mac FROM = new Mac(1);
    private static final Mac NEAR = new Mac(2);
    private static final Mac FAR = new Mac(3);
    private static final Duration STALE = Duration.ofSeconds(3);

    private static StationSignal signal(final int dbm, final int ageMillis) {
        return new StationSignal(dbm, dbm, 1, Duration.ofMillis(ageMillis));
    }

    private static Candidate candidate(final Mac wtp, final StationSignal signal, final int load) {
        return new Candidate(wtp, true, signal, load);
    }

    private static Optional<Mac> target(final Candidate... candidates) {
        return DrainTarget.target(FROM, List.of(candidates), STALE);
    }

    @Test
    void theBestSignalIsChosen() {
        assertEquals(Optional.of(NEAR), target(candidate(FROM, signal(-30, 0), 1),
            candidate(NEAR, signal(-70, 0), 100), candidate(FAR, signal(-80, 0), 0)));
    }

    @Test
    void aFreshSignalHasPrecedence() {
        assertEquals(Optional.of(FAR), target(candidate(NEAR, signal(-50, 3_001), 0),
            candidate(FAR, signal(-90, 2_999), 9)));
    }

    @Test
    void withoutSignalsTheLeastLoadedWtpIsChosen() {
        assertEquals(Optional.of(FAR), target(candidate(NEAR, null, 2), candidate(FAR, null, 1)));
        assertEquals(Optional.of(NEAR), target(candidate(NEAR, null, 1), candidate(FAR, null, 1)));
    }

    @Test
    void aWtpThatMayNotServeIsNotChosen() {
        assertEquals(Optional.empty(), target(candidate(FROM, signal(-30, 0), 1),
            new Candidate(NEAR, false, signal(-40, 0), 0)));
    }
}
