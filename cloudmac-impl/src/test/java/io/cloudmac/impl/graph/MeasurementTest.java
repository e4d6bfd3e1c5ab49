// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long a measurement goes on. */
class MeasurementTest {
    private static final Duration LISTEN = Duration.ofMillis(500);

    private final Measurement subject = new Measurement();

    private static Question every(final int millis) {
        return new Question(Optional.of(Duration.ofMillis(millis)), LISTEN);
    }

    private static long at(final int millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void aSingleQuestionEndsWithItsAnswer() {
        assertEquals(Optional.empty(), subject.period(0));
        assertEquals(LISTEN, subject.ask(new Question(Optional.empty(), LISTEN), 0));
        assertEquals(Optional.of(Measurement.SINGLE), subject.period(at(499)));
        assertEquals(Optional.of(Duration.ofMillis(1)), subject.next(at(499)));
        assertEquals(Optional.empty(), subject.period(at(500)));
    }

    @Test
    void aReaderThatAsksNoMoreIsGone() {
        subject.ask(every(1000), 0);
        assertEquals(Duration.ZERO, subject.ask(every(1000), at(1500)), "the measurement has run long enough");
        assertEquals(Optional.of(Duration.ofMillis(1000)), subject.period(at(1500 + 3999)));
        assertEquals(Optional.empty(), subject.period(at(1500 + 4000)));
    }

    @Test
    void theShortestPeriodOfThePresentReadersCounts() {
        subject.ask(every(2000), 0);
        subject.ask(every(100), 0);
        assertEquals(Optional.of(Duration.ofMillis(100)), subject.period(at(1700)));
        assertEquals(Optional.of(Duration.ofMillis(2000)), subject.period(at(1800)));
        assertEquals(Optional.empty(), subject.next(at(7500)));
    }

    @Test
    void aMeasurementThatHasEndedBeginsAnew() {
        subject.ask(every(100), 0);
        assertEquals(LISTEN, subject.ask(every(100), at(10_000)));
    }
}
