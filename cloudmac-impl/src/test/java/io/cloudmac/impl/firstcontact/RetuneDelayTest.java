// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetuneDelayTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:00:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:00:00:02");

    private final RetuneDelay delay = new RetuneDelay();

    private boolean mayRetune(final Mac bssid, final int seconds) {
        return delay.mayRetune(bssid, Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aRadioIsRetunedOnlyAfterTheDelay() {
        assertFalse(mayRetune(ONE, 100));
        assertFalse(mayRetune(ONE, 109));
        assertFalse(mayRetune(TWO, 109));
        assertTrue(mayRetune(ONE, 110));
        assertTrue(mayRetune(ONE, 111));
    }

    @Test
    void aWtpOnTheChannelEndsTheWait() {
        assertFalse(mayRetune(ONE, 100));
        delay.onChannelServed(ONE);
        assertFalse(mayRetune(ONE, 110));
        assertTrue(mayRetune(ONE, 120));
    }

    @Test
    void aLongPauseStartsTheDelayAgain() {
        assertFalse(mayRetune(ONE, 100));
        assertTrue(mayRetune(ONE, 160));
        assertFalse(mayRetune(ONE, 221));
    }

    @Test
    void aVapThatIsGoneIsForgotten() {
        assertFalse(mayRetune(ONE, 100));
        delay.retain(Set.of(TWO));
        assertFalse(mayRetune(ONE, 110));
    }
}
