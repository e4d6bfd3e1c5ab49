// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.Judge.Verdict;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Enters why stations stay where they are, but not again and again: only where
 * the reason is another one than before, or another WTP is the best.
 */
final class StayLog {
    private final Map<StationKey, Verdict> said = new HashMap<>();
    private final SteeringLog log;

    StayLog(final SteeringLog log) {
        this.log = log;
    }

    void add(final StationKey station, final Mac serving, final Verdict verdict, final Grounds grounds) {
        if (!verdict.equals(said.put(station, verdict))) {
            log.add(station, serving, verdict.best(), grounds, SteeringResult.not(verdict.whyNot()));
        }
    }

    /** What is said next of a station is news. */
    void clear(final StationKey station) {
        said.remove(station);
    }

    void retain(final Set<StationKey> stations) {
        said.keySet().retainAll(stations);
    }
}
