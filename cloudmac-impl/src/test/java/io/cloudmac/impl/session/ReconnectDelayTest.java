// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The delays between attempts to connect. */
class ReconnectDelayTest {
    @Test
    void theDelayDoublesUpToTheMaximumWithJitter() {
        final ReconnectDelay backoff = new ReconnectDelay(100, 1_000, new Random(1));
        for (final long ceiling : new long[] {100, 200, 400, 800, 1_000, 1_000}) {
            final long wait = backoff.next();
            assertTrue(wait <= ceiling && wait >= ceiling / 2, wait + " of " + ceiling);
        }
        backoff.reset();
        assertTrue(backoff.next() <= 100);
    }

    @Test
    void twoAgentsHaveDifferentDelays() {
        assertNotEquals(new ReconnectDelay(10_000, 10_000, new Random(1)).next(),
            new ReconnectDelay(10_000, 10_000, new Random(2)).next());
    }

    @Test
    void invalidTimesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ReconnectDelay(0, 10, new Random(1)));
        assertThrows(IllegalArgumentException.class, () -> new ReconnectDelay(10, 9, new Random(1)));
    }

    @Test
    void aMessageIsNewOnceUntilTheNextSuccess() {
        final RepeatedMessageFilter log = new RepeatedMessageFilter();
        assertEquals(true, log.isNew("wrong certificate"));
        assertEquals(false, log.isNew("wrong certificate"));
        assertEquals(true, log.isNew("connection refused"));
        assertEquals(false, log.isNew("wrong certificate"));
        log.reset();
        assertEquals(true, log.isNew("wrong certificate"));
    }
}
