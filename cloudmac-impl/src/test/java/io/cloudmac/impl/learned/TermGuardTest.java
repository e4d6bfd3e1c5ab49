// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The changes of the stored term that are refused. */
class TermGuardTest {
    private static final long NOW = 1_800_000_000L;

    @Test
    void aTermIncreases() {
        assertEquals(Optional.empty(), TermGuard.violation(0, NOW));
        assertEquals(Optional.empty(), TermGuard.violation(NOW, NOW + 1));
        assertEquals(Optional.empty(), TermGuard.violation(NOW, NOW));
        assertTrue(TermGuard.violation(NOW, NOW - 1).isPresent());
        assertTrue(TermGuard.violation(NOW, 0).isPresent());
    }

    @Test
    void noTermIsSoGreatThatTheNextOwnerHasNone() {
        assertEquals(Optional.empty(), TermGuard.violation(NOW, TermGuard.LIMIT));
        assertTrue(TermGuard.violation(NOW, TermGuard.LIMIT + 1).isPresent());
        assertTrue(TermGuard.violation(NOW, Long.MAX_VALUE).isPresent());
        assertTrue(TermGuard.violation(NOW, -1).isPresent());
        assertEquals(Optional.empty(), TermGuard.violation(TermGuard.LIMIT, TermGuard.LIMIT + 1));
    }
}
