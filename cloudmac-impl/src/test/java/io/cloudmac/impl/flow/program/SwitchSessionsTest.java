// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.topology.Network;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The numbers of sessions while switches come and go. */
class SwitchSessionsTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";

    private final SwitchSessions sessions = new SwitchSessions();

    private static Network with(final String... connected) {
        return new Network(Set.of(connected), Map.of(), Set.of());
    }

    @Test
    void aSwitchThatComesBackHasAnotherSession() {
        assertEquals(Set.of(), sessions.follow(with(A, B)));
        final long first = sessions.number(A);
        final long other = sessions.number(B);
        assertEquals(Set.of(A), sessions.follow(with(B)));
        assertFalse(sessions.isOpen(A, first));
        assertEquals(Set.of(), sessions.follow(with(A, B)));
        assertFalse(sessions.isOpen(A, first));
        assertTrue(sessions.isOpen(A, sessions.number(A)));
        assertTrue(sessions.isOpen(B, other), "it was connected all the time");
    }

    @Test
    void aSessionMayEndWhileTheSwitchSeemsConnected() {
        assertFalse(sessions.end(A));
        sessions.follow(with(A));
        sessions.markRead(A);
        final long first = sessions.number(A);
        assertTrue(sessions.end(A));
        assertFalse(sessions.isOpen(A, first));
        assertTrue(sessions.number(A) > first);
        assertEquals(Set.of(A), sessions.unread());
        assertEquals(Set.of(), sessions.follow(with(A)));
    }

    @Test
    void anUnknownSwitchHasNoSession() {
        assertEquals(SwitchSessions.NONE, sessions.number(A));
        assertFalse(sessions.isOpen(A, SwitchSessions.NONE));
    }

    @Test
    void aSwitchIsUnreadOnceInEachSession() {
        sessions.follow(with(A, B));
        assertEquals(Set.of(A, B), sessions.unread());
        sessions.markRead(A);
        sessions.follow(with(A, B));
        assertEquals(Set.of(B), sessions.unread());
        sessions.follow(with(B));
        sessions.follow(with(A));
        assertEquals(Set.of(A), sessions.unread());
    }

    @Test
    void theSameNetworkIsFollowedOnce() {
        final Network network = with(A);
        sessions.follow(network);
        final long first = sessions.number(A);
        assertEquals(Set.of(), sessions.follow(network));
        assertEquals(first, sessions.number(A));
    }
}
