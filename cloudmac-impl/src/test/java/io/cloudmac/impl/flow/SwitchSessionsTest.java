// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The numbers of sessions while switches come and go. */
class SwitchSessionsTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";

    private final SwitchSessions sessions = new SwitchSessions();

    @Test
    void aSwitchThatComesBackHasAnotherSession() {
        assertEquals(Set.of(), sessions.follow(Set.of(A, B)));
        final long first = sessions.number(A);
        final long other = sessions.number(B);
        assertEquals(Set.of(A), sessions.follow(Set.of(B)));
        assertFalse(sessions.isOpen(A, first));
        assertEquals(Set.of(), sessions.follow(Set.of(A, B)));
        assertFalse(sessions.isOpen(A, first));
        assertTrue(sessions.isOpen(A, sessions.number(A)));
        assertTrue(sessions.isOpen(B, other), "it was connected all the time");
    }

    @Test
    void aSessionMayEndWhileTheSwitchSeemsConnected() {
        sessions.follow(Set.of(A));
        final long first = sessions.number(A);
        assertTrue(sessions.end(A));
        assertFalse(sessions.end(A));
        assertFalse(sessions.isOpen(A, first));
        assertEquals(Set.of(), sessions.follow(Set.of(A)));
        assertTrue(sessions.number(A) > first);
    }

    @Test
    void anUnknownSwitchHasNoSession() {
        assertEquals(SwitchSessions.NONE, sessions.number(A));
        assertFalse(sessions.isOpen(A, SwitchSessions.NONE));
    }
}
