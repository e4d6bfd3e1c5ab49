// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.topology.Network;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Numbers the sessions of switches, so that an answer of an earlier session can be recognised and ignored, and knows
 * which switches have not been read since they connected. Pure.
 */
final class SwitchSessions {
    /** The number of a switch that has no session. */
    static final long NONE = 0;

    /** The numbers of the sessions that are open, by node id. */
    private final Map<String, Long> open = new HashMap<>();
    private final Set<String> unread = new HashSet<>();
    private Network followed = Network.EMPTY;
    private long last = NONE;

    /**
     * Records which switches of a network are connected. Without a change of the network this costs nothing.
     *
     * @return the node ids of the switches whose sessions have ended
     */
    Set<String> follow(final Network now) {
        if (now == followed) {
            return Set.of();
        }
        followed = now;
        final Set<String> ended = new HashSet<>(open.keySet());
        ended.removeAll(now.connected());
        open.keySet().removeAll(ended);
        unread.removeAll(ended);
        now.connected().stream().filter(node -> !open.containsKey(node)).forEach(this::begin);
        return ended;
    }

    private void begin(final String node) {
        last++;
        open.put(node, last);
        unread.add(node);
    }

    /**
     * Ends the session of a switch. If the network shows it as connected, another session begins: the switch came back
     * before the network showed its absence. Returns false if the switch had no session.
     */
    boolean end(final String node) {
        if (open.remove(node) == null) {
            return false;
        }
        unread.remove(node);
        if (followed.connected().contains(node)) {
            begin(node);
        }
        return true;
    }

    /** Returns a copy of the node ids of the connected switches that were not read in their present session. */
    Set<String> unread() {
        return Set.copyOf(unread);
    }

    /** Records that the rules of a switch were read. */
    void markRead(final String node) {
        unread.remove(node);
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
