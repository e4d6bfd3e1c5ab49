// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How long a refusal counts, and who is notified. */
class AntennaRefusalsTest {
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac A = Mac.parse("02:5a:00:00:00:0a");
    private static final Mac B = Mac.parse("02:5a:00:00:00:0b");
    private static final long LIFETIME = AntennaRefusals.FIRST_LIFETIME.toNanos();
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
    void aWtpThatRefusesAgainCountsTwiceAsLong() {
        long now = START;
        final long longest = AntennaRefusals.LONGEST_LIFETIME.toNanos();
        for (long lifetime = LIFETIME; lifetime < 4 * longest; lifetime *= 2) {
            refusals.add(A, WTP1, "full", now);
            now += Math.min(lifetime, longest);
            refusals.expire(now);
            assertTrue(refusals.isRefused(A, WTP1));
            refusals.expire(++now);
            assertFalse(refusals.isRefused(A, WTP1));
            assertEquals(Map.of(), refusals.of(A));
        }
    }

    @Test
    void anOldOrARemovedRefusalDoesNotCountLonger() {
        refusals.add(A, WTP1, "full", 0);
        refusals.expire(LIFETIME + 1);
        final long later = LIFETIME + AntennaRefusals.LONGEST_LIFETIME.toNanos() + 1;
        refusals.expire(later);
        refusals.add(A, WTP1, "full", later);
        refusals.expire(later + LIFETIME + 1);
        assertFalse(refusals.isRefused(A, WTP1));
        assertEquals(4, notified);
        refusals.remove(A, WTP1);
        assertEquals(4, notified, "it had lapsed");
        refusals.add(A, WTP1, "full", later);
        refusals.expire(later + LIFETIME + 1);
        assertFalse(refusals.isRefused(A, WTP1));
    }

    @Test
    void theNumberOfRefusalsOfAVirtualStationIsBounded() {
        for (int i = 0; i < AntennaRefusals.MAXIMUM_OF_STATION; i++) {
            refusals.add(A, new Mac(i), "full", i);
        }
        assertEquals(16, notified);
        refusals.add(A, WTP1, "full", LIFETIME);
        assertFalse(refusals.isRefused(A, WTP1), "it stays at its WTP");
        assertEquals(16, notified);
        refusals.add(B, WTP1, "full", LIFETIME);
        assertTrue(refusals.isRefused(B, WTP1), "others have room");
        refusals.add(A, new Mac(7), "off", LIFETIME);
        assertEquals("off", refusals.of(A).get(new Mac(7)));
        refusals.expire(LIFETIME + 2);
        refusals.add(A, WTP1, "full", LIFETIME + 2);
        assertTrue(refusals.isRefused(A, WTP1), "it replaces one that lapsed");
        assertEquals(15, refusals.of(A).size());
    }

    @Test
    void theRefusalsOfVirtualStationsThatAreGoneAreForgotten() {
        refusals.add(A, WTP1, "full", 0);
        refusals.add(B, WTP1, "full", 0);
        refusals.retainAll(Set.of(B));
        assertFalse(refusals.isRefused(A, WTP1));
        assertTrue(refusals.isRefused(B, WTP1));
        assertEquals(3, notified);
    }
}
