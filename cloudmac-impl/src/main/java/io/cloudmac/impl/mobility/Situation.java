// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.wire.Mac;
import java.util.List;

/**
 * The situation of a station before a verdict.
 *
 * @param serving the WTP that serves the station
 * @param boundByOperator whether the operator has bound it
 * @param moving whether it is being handed over
 * @param dwelling whether its dwell has not passed yet
 * @param candidates the WTPs, including the serving one
 */
record Situation(Mac serving, boolean boundByOperator, boolean moving, boolean dwelling, List<Candidate> candidates) {
    Situation {
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns true if the station has fresh signals with enough samples each. Before that, a verdict is not worth a
     * log entry.
     */
    boolean isSettled(final Thresholds thresholds) {
        final List<StationSignal> fresh = candidates.stream()
            .filter(candidate -> candidate.isFresh(thresholds.staleAfter()))
            .map(Candidate::signal).toList();
        return !fresh.isEmpty() && fresh.stream().allMatch(signal -> signal.samples() >= thresholds.samples());
    }
}
