// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import java.net.ProtocolException;

/**
 * An ACK lease as the agent reports it.
 *
 * @param key the BSSID and the radio
 * @param remainingMillis time left until the radio stops acknowledging, ms
 */
public record AgentLease(LeaseKey key, long remainingMillis) {
    /**
     * The key of an ACK lease.
     *
     * @param bssid the BSSID for which the radio acknowledges
     * @param radio the radio's number at its WTP
     */
    public record LeaseKey(String bssid, int radio) {
        @Override
        public String toString() {
            return bssid + " on radio " + radio;
        }
    }

    /** The remaining time that an agent reports for a lease without end from its own configuration. */
    private static final long FOREVER_MILLIS = 3_600_000;

    boolean isEndless() {
        return remainingMillis >= FOREVER_MILLIS;
    }

    /** Returns true if it is for an address that WTPs probe each other with. It keeps a radio on no channel. */
    boolean isProbe() {
        return NeighbourProbe.isProbe(Mac.parse(key.bssid()));
    }

    static AgentLease read(final ObjectNode object) throws ProtocolException {
        return new AgentLease(new LeaseKey(Json.mac(object, "bssid"), (int) Json.integer(object, "radio", 0, 255)),
            Json.integer(object, "remaining_ms", 0, Long.MAX_VALUE));
    }
}
