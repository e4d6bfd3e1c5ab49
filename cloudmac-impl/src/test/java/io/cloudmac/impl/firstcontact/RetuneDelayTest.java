// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests when a WTP may retune a radio. */
class RetuneDelayTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");

    private final RetuneDelay delay = new RetuneDelay();

    private void admit(final int seconds, final Mac... wtps) {
        delay.setAdmitted(Set.of(wtps), Duration.ofSeconds(seconds).toNanos());
    }

    private boolean mayRetune(final Mac wtp, final int interval, final int seconds) {
        return delay.mayRetune(new Announcement(wtp, Duration.ofSeconds(interval), "wtp", List.of(), List.of()),
            Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aWtpMayRetuneTenSecondsAfterItsAdmission() {
        admit(100, ONE);
        admit(105, ONE, TWO);
        assertFalse(mayRetune(ONE, 1, 109));
        assertTrue(mayRetune(ONE, 1, 110));
        assertFalse(mayRetune(TWO, 1, 110));
        assertTrue(mayRetune(TWO, 1, 115));
    }

    @Test
    void aLongIntervalOfAnnouncementsTakesLonger() {
        admit(100, ONE);
        assertFalse(mayRetune(ONE, 60, 219));
        assertTrue(mayRetune(ONE, 60, 220));
    }

    @Test
    void theDelayBeginsAgainWithANewAdmission() {
        admit(100, ONE);
        admit(105);
        admit(109, ONE);
        assertFalse(mayRetune(ONE, 1, 118));
        assertTrue(mayRetune(ONE, 1, 119));
    }
}
