// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.time.Duration;
import org.junit.Test;

/** Checks the delays between attempts to connect. */
public class BackoffTest {
    private static final Backoff.Limits LIMITS = new Backoff.Limits(Duration.ofSeconds(1), Duration.ofSeconds(30));

    @Test
    public void delaysDoubleUpToTheLimit() {
        final Backoff backoff = new Backoff(LIMITS, () -> 0);
        for (final int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            assertEquals(Duration.ofSeconds(seconds), backoff.failed());
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(Duration.ofSeconds(30), backoff.failed());
        }
        assertEquals(107, backoff.failures());
    }

    @Test
    public void successResetsTheDelay() {
        final Backoff backoff = new Backoff(LIMITS, () -> 0);
        backoff.failed();
        backoff.failed();
        backoff.succeeded();
        assertEquals(0, backoff.failures());
        assertEquals(Duration.ofSeconds(1), backoff.lost());
        assertEquals("the loss of a connection is no failure to connect", 0, backoff.failures());
        assertEquals(Duration.ofSeconds(1), backoff.failed());
    }

    @Test
    public void jitterShortensDelaysByAtMostAQuarter() {
        final Backoff backoff = new Backoff(LIMITS, () -> 1);
        assertEquals(Duration.ofMillis(750), backoff.failed());
        assertEquals(Duration.ofMillis(1500), backoff.failed());
    }

    @Test
    public void invalidLimitsAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Backoff.Limits(Duration.ZERO, Duration.ofSeconds(1)));
        assertThrows(IllegalArgumentException.class,
            () -> new Backoff.Limits(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }
}
