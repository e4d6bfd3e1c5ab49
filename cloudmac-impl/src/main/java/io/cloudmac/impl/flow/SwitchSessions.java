// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Numbers the sessions of switches, so that an answer of an earlier session can be recognised and ignored. Pure. */
final class SwitchSessions {
    /** The number of a switch that has no session. */
    static final long NONE = 0;

    /** The numbers of the sessions that are open, by node id. */
    private final Map<String, Long> open = new HashMap<>();
    private long last = NONE;

    /** Records which switches are connected. Returns the node ids of those whose sessions have ended. */
    Set<String> follow(final Set<String> connected) {
        final Set<String> ended = new HashSet<>(open.keySet());
        ended.removeAll(connected);
        open.keySet().removeAll(ended);
        connected.forEach(node -> open.computeIfAbsent(node, fresh -> ++last));
        return ended;
    }

    /** Records that the session of a switch has ended. Returns false if it had none. */
    boolean end(final String node) {
        return open.remove(node) != null;
    }

    /** Returns the number of the present session of a switch; {@link #NONE} if it has none. */
    long number(final String node) {
        return open.getOrDefault(node, NONE);
    }

    /** Returns true if a session of a switch is still open. */
    boolean isOpen(final String node, final long number) {
        return number != NONE && number(node) == number;
    }
}
