// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The encoding of steering decisions. */
class SteeringCodecTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final StationKey KEY =
        new StationKey(Mac.parse("02:00:00:00:12:34"), Mac.parse("02:5a:00:00:00:01"));

    private static long encodedAge(final Duration age) {
        final LoggedDecision decision = new LoggedDecision(1, Instant.EPOCH, KEY, null, WTP,
            new SteeringTrigger(Reason.SIGNAL, List.of(new SignalInput(WTP, -50, -50, 1, age, 0)), null),
            SteeringResult.DONE);
        return SteeringCodec.decision(decision).nonnullInput().values().iterator().next().getAge().toJava();
    }

    @Test
    void anAgeIsLimitedToTheModelsMaximum() {
        assertEquals(1500, encodedAge(Duration.ofMillis(1500)));
        assertEquals(4_294_967_295L, encodedAge(Duration.ofMillis(4_294_967_295L)));
        assertEquals(4_294_967_295L, encodedAge(Duration.ofDays(50)));
    }
}
