// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The interval of renewals. */
class SessionContextTest {
    private static long interval(final long ttlMs) {
        return new SessionContext(null, null, null, null, null, () -> ttlMs, null, null, null, null,
            null, null).renewIntervalMillis();
    }

    @Test
    void leasesAreRenewedAfterAThirdOfTheirTime() {
        assertEquals(10_000, interval(30_000));
    }

    @Test
    void longLeasesAreRenewedEveryTwentySeconds() {
        assertEquals(20_000, interval(LeaseTime.DEFAULT_MILLIS));
        assertEquals(20_000, interval(3_600_000));
    }
}
