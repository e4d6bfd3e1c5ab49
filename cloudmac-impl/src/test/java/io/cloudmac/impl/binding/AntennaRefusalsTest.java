// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long a refusal counts, and who is notified. */
class AntennaRefusalsTest {
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac A = Mac.parse("02:5a:00:00:00:0a");
    private static final Mac B = Mac.parse("02:5a:00:00:00:0b");
    private static final long LIFETIME = AntennaRefusals.LIFETIME.toNanos();
    /** Clocks of the event loop may begin anywhere. */
    private static final long START = Long.MAX_VALUE - LIFETIME / 2;

    private final AntennaRefusals refusals = new AntennaRefusals();
    private int notified;

    AntennaRefusalsTest() {
        refusals.listen(() -> notified++);
    }

    @Test
    void aRefusalConcernsOneVirtualStationAtOneWtp() {
        refusals.add(A, WTP1, "full", 0);
        assertTrue(refusals.isRefused(A, WTP1));
        assertFalse(refusals.isRefused(A, WTP2));
        assertFalse(refusals.isRefused(B, WTP1));
        assertEquals(Map.of(WTP1, "full"), refusals.of(A));
        assertEquals(Map.of(), refusals.of(B));
        assertEquals(1, notified);
    }

    @Test
    void aRefusalExpiresUnlessItIsRepeated() {
        refusals.add(A, WTP1, "full", START);
        refusals.expire(START + LIFETIME);
        assertTrue(refusals.isRefused(A, WTP1));
        refusals.add(A, WTP1, "off", START + LIFETIME);
        assertEquals(Map.of(WTP1, "off"), refusals.of(A));
        refusals.expire(START + 2 * LIFETIME);
        assertTrue(refusals.isRefused(A, WTP1));
        assertEquals(1, notified, "a repetition changes nothing");
        refusals.expire(START + 2 * LIFETIME + 1);
        assertFalse(refusals.isRefused(A, WTP1));
        assertEquals(2, notified);
    }

    @Test
    void refusalsAreForgottenOneByOneOrByWtp() {
        refusals.add(A, WTP1, "full", 0);
        refusals.add(B, WTP1, "full", 0);
        refusals.add(A, WTP2, "off", 0);
        refusals.remove(B, WTP1);
        assertEquals(Map.of(), refusals.of(B));
        refusals.removeAllOf(WTP1);
        assertEquals(Map.of(WTP2, "off"), refusals.of(A));
        assertEquals(5, notified);
        refusals.removeAllOf(WTP1);
        refusals.remove(A, WTP1);
        assertEquals(5, notified, "nothing was left to forget");
    }

    @Test
    void theNumberOfRefusalsIsBounded() {
        for (int i = 0; i < AntennaRefusals.MAXIMUM; i++) {
            refusals.add(new Mac(i), WTP1, "full", 0);
        }
        refusals.add(A, WTP1, "full", 0);
        assertFalse(refusals.isRefused(A, WTP1), "it stays at its WTP");
        refusals.add(new Mac(7), WTP1, "off", 0);
        assertEquals(Map.of(WTP1, "off"), refusals.of(new Mac(7)));
        refusals.remove(new Mac(7), WTP1);
        refusals.add(A, WTP1, "full", 0);
        assertTrue(refusals.isRefused(A, WTP1));
    }
}
