// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RequestRateTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void anAccountHasABurstAndThenItsRate() {
        final RequestRate rate = new RequestRate();
        int passed = 0;
        for (int sent = 0; sent < 100_000; sent++) {
            passed += rate.isWithin("red", sent * SECOND_NS / 10_000) ? 1 : 0;
        }
        assertEquals(RequestRate.BURST + 10 * RequestRate.PER_SECOND, passed, 2);
        assertTrue(rate.isWithin("blue", 10 * SECOND_NS));
    }
}
