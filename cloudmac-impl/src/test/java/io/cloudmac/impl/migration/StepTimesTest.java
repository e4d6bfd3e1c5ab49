// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the log tells about the steps of a migration. */
class StepTimesTest {
    private static long at(final int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void onlyStepsThatHaveEndedHaveATime() {
        final StepTimes times = new StepTimes();
        times.begin(MoveStep.PREPARE, at(1000));
        times.begin(MoveStep.LAY, at(1080));
        times.begin(MoveStep.COPY, at(1105));
        assertEquals("prepare 80, lay 25 ms", times.text());
    }
}
