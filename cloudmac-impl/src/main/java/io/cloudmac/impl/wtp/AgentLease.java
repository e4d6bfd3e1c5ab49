// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.gson.JsonObject;
import java.net.ProtocolException;

/**
 * An ACK lease as the agent reports it.
 *
 * @param key which BSSID on which radio
 * @param remainingMs time left until the radio stops acknowledging, ms
 */
public record AgentLease(LeaseKey key, long remainingMs) {
    static AgentLease read(final JsonObject object) throws ProtocolException {
        return new AgentLease(new LeaseKey(Json.mac(object, "bssid"), (int) Json.integer(object, "radio", 0, 255)),
            Json.integer(object, "remaining_ms", 0, Long.MAX_VALUE));
    }
}
