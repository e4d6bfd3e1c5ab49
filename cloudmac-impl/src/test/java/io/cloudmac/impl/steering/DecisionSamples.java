// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Decisions for tests. */
public final class DecisionSamples {
    public static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    public static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    public static final StationKey KEY =
        new StationKey(Mac.parse("02:00:00:00:12:34"), Mac.parse("02:5a:00:00:00:01"));
    /** The time of decision 0; each one follows a second later. */
    public static final Instant START = Instant.parse("2026-11-30T12:00:00.125Z");

    private DecisionSamples() {
    }

    /** Returns a decision with all its values. */
    public static LoggedDecision decision(final long number) {
        final Thresholds thresholds =
            new Thresholds(6, Duration.ofSeconds(5), 3, 4, Duration.ofMillis(2500));
        return new LoggedDecision(number, START.plusSeconds(number), KEY, WTP, OTHER,
            new SteeringTrigger(Reason.SIGNAL, List.of(new SignalInput(WTP, -70, -71, 9, Duration.ofMillis(30), 2),
                new SignalInput(OTHER, -50, RadioTag.LEVEL_UNKNOWN, 8, null, -1)), thresholds),
            SteeringResult.undone("step 2: no answer \"at all\"\n"));
    }
}
