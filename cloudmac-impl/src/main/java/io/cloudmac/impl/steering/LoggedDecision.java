// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;

/**
 * A decision on where a station is served, with all that it was made of.
 *
 * @param number counted from the start of the controller
 * @param time when
 * @param station whose
 * @param from where it was served; null: nowhere
 * @param to where it was to be served; null: nowhere
 * @param grounds what it was made of
 * @param result what became of it
 */
public record LoggedDecision(long number, Instant time, StationKey station, Mac from, Mac to, Grounds grounds,
        SteeringResult result) {
}
