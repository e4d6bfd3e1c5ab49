// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Counters of the ports of an LVNF.
 *
 * @param nodeMicros when its node has read them, on the node's clock, µs; empty if the node does not tell
 * @param ports the ports
 */
public record LvnfCounters(OptionalLong nodeMicros, List<PortCounters> ports) {
    private static final String TIME = "now_us";

    /** Creates counters. */
    public LvnfCounters {
        ports = List.copyOf(ports);
    }

    static LvnfCounters read(final ObjectNode result) throws ProtocolException {
        return new LvnfCounters(result.has(TIME)
            ? OptionalLong.of(Json.integer(result, TIME, 0, Long.MAX_VALUE)) : OptionalLong.empty(),
            Json.list(result, "ports", PortCounters::read));
    }
}
