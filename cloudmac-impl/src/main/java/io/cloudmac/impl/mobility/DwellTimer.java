// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Keeps the time of each station's last handover, whatever its reason. */
final class DwellTimer {
    /** Shortest time before a failed handover is tried again, also if the configured dwell is shorter. */
    static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /** The longest dwell that can be configured. */
    static final Duration LONGEST = Duration.ofHours(1);

    private record LastMove(long at, boolean failed) {
    }

    private final Map<StationKey, LastMove> lastMoves = new HashMap<>();

    /** Records the end of a handover. */
    void record(final StationKey station, final SteeringResult result, final long now) {
        final boolean failed = result.whyNot() == WhyNot.FAILED;
        if (failed || result.outcome() == Outcome.DONE) {
            lastMoves.put(station, new LastMove(now, failed));
        }
    }

    /** Returns true if the dwell of a station has not passed yet. */
    boolean isDwelling(final StationKey station, final Duration dwell, final long now) {
        final LastMove move = lastMoves.get(station);
        if (move == null) {
            return false;
        }
        final Duration required = move.failed && AFTER_FAILURE.compareTo(dwell) > 0 ? AFTER_FAILURE : dwell;
        return now - move.at < required.toNanos();
    }

    /** Forgets handovers after which no station dwells any more, also those of stations that are gone. */
    void expire(final long now) {
        lastMoves.values().removeIf(move -> now - move.at >= LONGEST.toNanos());
    }

    /** Forgets the last handover of a station. */
    void forget(final StationKey station) {
        lastMoves.remove(station);
    }
}
