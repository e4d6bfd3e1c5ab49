// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.steering.Grounds.Thresholds;
import io.cloudmac.impl.wire.Mac;
import java.util.List;

/**
 * All that is to be known for judging a station.
 *
 * @param serving the WTP that serves it
 * @param bound whether the operator has said so
 * @param moving whether it is just being moved
 * @param resting whether it was moved too short a time ago
 * @param candidates the WTPs, the serving one among them
 */
record Situation(Mac serving, boolean bound, boolean moving, boolean resting, List<Candidate> candidates) {
    Situation {
        candidates = List.copyOf(candidates);
    }

    /**
     * Whether the station has been heard of late, and often enough by each WTP
     * that hears it: before that, what keeps it where it is is not worth telling.
     */
    boolean isSettled(final Thresholds thresholds) {
        final List<StationSignal> fresh = candidates.stream()
            .filter(candidate -> candidate.isFresh(thresholds.staleAfter()))
            .map(Candidate::signal).toList();
        return !fresh.isEmpty() && fresh.stream().allMatch(signal -> signal.samples() >= thresholds.samples());
    }
}
