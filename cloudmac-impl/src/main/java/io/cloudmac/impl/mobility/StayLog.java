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

/**
 * Logs why stations stay where they are. It skips a verdict that equals the last one on the same station.
 */
final class StayLog {
    private final Map<StationKey, Verdict> lastVerdicts = new HashMap<>();
    private final SteeringLog log;

    StayLog(final SteeringLog log) {
        this.log = log;
    }

    void add(final StationKey station, final Mac serving, final Verdict verdict, final Grounds grounds) {
        if (!verdict.equals(lastVerdicts.put(station, verdict))) {
            log.add(station, serving, verdict.best(), grounds, SteeringResult.not(verdict.whyNot()));
        }
    }

    /** Forgets the last verdict on a station, so that the next one is logged. */
    void clear(final StationKey station) {
        lastVerdicts.remove(station);
    }
}
