// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.mobility.Judge.Verdict;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;

/**
 * Logs why stations stay where they are. It skips a verdict that equals the last one on the same station.
 */
final class StayLog {
    private final Map<Client, Verdict> lastVerdicts = new HashMap<>();
    private final SteeringLog log;

    StayLog(final SteeringLog log) {
        this.log = log;
    }

    void add(final Client client, final Mac serving, final Verdict verdict, final SteeringTrigger trigger) {
        if (!verdict.equals(lastVerdicts.put(client, verdict))) {
            log.add(client, serving, verdict.best(), trigger, SteeringResult.not(verdict.whyNot()));
        }
    }

    /** Forgets the last verdict on a station, so that the next one is logged. */
    void clear(final Client client) {
        lastVerdicts.remove(client);
    }
}
