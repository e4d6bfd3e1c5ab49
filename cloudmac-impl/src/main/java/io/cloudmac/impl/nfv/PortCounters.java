// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.OptionalLong;

/**
 * Counters of a port since its LVNF was created.
 *
 * @param port number from 0
 * @param packetsIn packets that came through the gate
 * @param octetsIn octets of these
 * @param packetsOut packets that were sent to the switch
 * @param octetsOut octets of these
 * @param waiting packets that wait in mode stopped; empty if the node cannot tell
 * @param dropped packets dropped in mode stopped, likewise
 */
public record PortCounters(int port, long packetsIn, long octetsIn, long packetsOut, long octetsOut,
        OptionalLong waiting, OptionalLong dropped) {
    static PortCounters read(final ObjectNode object) throws ProtocolException {
        final ObjectNode in = Json.object(object, "in");
        final ObjectNode out = Json.object(object, "out");
        return new PortCounters((int) Json.integer(object, "port", 0, 255), count(in, "packets"), count(in, "octets"),
            count(out, "packets"), count(out, "octets"), optional(object, "waiting", 0xffff_ffffL),
            optional(object, "dropped", Long.MAX_VALUE));
    }

    private static long count(final ObjectNode object, final String member) throws ProtocolException {
        return Json.integer(object, member, 0, Long.MAX_VALUE);
    }

    private static OptionalLong optional(final ObjectNode object, final String member, final long max)
            throws ProtocolException {
        return object.has(member) ? OptionalLong.of(Json.integer(object, member, 0, max)) : OptionalLong.empty();
    }
}
