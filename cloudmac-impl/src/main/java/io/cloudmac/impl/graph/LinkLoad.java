// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Optional;
import java.util.Set;

/**
 * A link, seen from one end, and what has passed it.
 *
 * @param end the end
 * @param counters the counters of its port; empty if the switch has not told them
 */
public record LinkLoad(LinkEnd end, Optional<SwitchPortCounters> counters) {
    /** What is behind a port. */
    public enum LinkKind {
        WTP, VAP, SWITCH, OTHER
    }

    /**
     * One end of a link.
     *
     * @param port the port
     * @param kind what is behind it
     * @param addresses WTPs or BSSIDs behind it
     * @param peer port of the other switch
     */
    public record LinkEnd(PortId port, LinkKind kind, Set<Mac> addresses, Optional<PortId> peer) {
    }

    /**
     * The counters of a switch port.
     *
     * @param portMicros how long the port has existed, by the switch's clock
     * @param packetsIn packets that the switch received
     * @param octetsIn octets that the switch received
     * @param packetsOut packets that the switch sent
     * @param octetsOut octets that the switch sent
     * @param droppedIn received packets that were dropped
     * @param droppedOut packets that were dropped instead of sent
     */
    public record SwitchPortCounters(long portMicros, long packetsIn, long octetsIn, long packetsOut, long octetsOut,
            long droppedIn, long droppedOut) {
    }
}
