// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
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

    private record LastMove(long atNanos, boolean failed) {
    }

    private final Map<Client, LastMove> lastMoves = new HashMap<>();

    /** Records the end of a handover. */
    void record(final Client client, final SteeringResult result, final long nowNanos) {
        final boolean failed = result.whyNot() == WhyNot.FAILED;
        if (failed || result.outcome() == Outcome.DONE) {
            lastMoves.put(client, new LastMove(nowNanos, failed));
        }
    }

    /** Returns true if the dwell of a station has not passed yet. */
    boolean isDwelling(final Client client, final Duration dwell, final long nowNanos) {
        final LastMove move = lastMoves.get(client);
        if (move == null) {
            return false;
        }
        final Duration required = move.failed && AFTER_FAILURE.compareTo(dwell) > 0 ? AFTER_FAILURE : dwell;
        return nowNanos - move.atNanos < required.toNanos();
    }

    /** Forgets handovers after which no station dwells any more, also those of stations that are gone. */
    void expire(final long nowNanos) {
        lastMoves.values().removeIf(move -> nowNanos - move.atNanos >= LONGEST.toNanos());
    }

    /** Forgets the last handover of a station. */
    void forget(final Client client) {
        lastMoves.remove(client);
    }
}
