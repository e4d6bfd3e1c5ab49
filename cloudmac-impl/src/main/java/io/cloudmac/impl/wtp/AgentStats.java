// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent's counters since its start.
 *
 * @param up frames from radio to wire
 * @param down frames from wire to radio
 * @param txStatus number of TX status frames sent
 * @param announcements number of announcements sent
 * @param drops frames not forwarded, by reason
 */
public record AgentStats(Counter up, Counter down, long txStatus, long announcements, Map<String, Long> drops) {

    /**
     * Frames and octets of one direction.
     *
     * @param frames number of frames
     * @param bytes octets in them
     */
    public record Counter(long frames, long bytes) {
        static Counter read(final ObjectNode object) throws ProtocolException {
            return new Counter(Json.integer(object, "frames", 0, Long.MAX_VALUE),
                Json.integer(object, "bytes", 0, Long.MAX_VALUE));
        }
    }

    static AgentStats read(final ObjectNode object) throws ProtocolException {
        final ObjectNode reasons = Json.object(object, "drops");
        final Map<String, Long> drops = new TreeMap<>();
        for (final Iterator<String> names = reasons.fieldNames(); names.hasNext();) {
            final String reason = names.next();
            drops.put(reason, Json.integer(reasons, reason, 0, Long.MAX_VALUE));
        }
        return new AgentStats(Counter.read(Json.object(object, "up")), Counter.read(Json.object(object, "down")),
            Json.integer(object, "tx_status", 0, Long.MAX_VALUE),
            Json.integer(object, "announcements", 0, Long.MAX_VALUE), Map.copyOf(drops));
    }
}
