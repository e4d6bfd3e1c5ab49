// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.SessionState;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.Optional;

/**
 * What the operator sees of a packet node.
 *
 * @param address the configured address
 * @param state the state of the session
 * @param text why the session is not up; empty if it is
 * @param info what the node last said of itself; empty before the first session
 */
public record PacketNodeDetails(InetSocketAddress address, SessionState state, String text,
        Optional<PacketNodeInfo> info) {
    /**
     * What a node says of itself.
     *
     * @param version version of the daemon
     * @param bridge bridge of the LVNFs' ports; empty if there is none
     * @param lvnfs number of its LVNFs
     * @param maximumLvnfs greatest number of LVNFs
     */
    public record PacketNodeInfo(String version, String bridge, long lvnfs, long maximumLvnfs) {
        static PacketNodeInfo read(final ObjectNode result) throws ProtocolException {
            return new PacketNodeInfo(Json.shortText(result, "version"), Json.shortText(result, "bridge"),
                Json.integer(result, "lvnfs", 0, Integer.MAX_VALUE),
                Json.integer(result, "lvnfs_max", 0, Integer.MAX_VALUE));
        }
    }
}
