// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.List;

/**
 * The description that an agent returns of itself.
 *
 * @param wtp the WTP id
 * @param name the operator's name for it
 * @param version the agent's version
 * @param protocol version of the control protocol, 1
 * @param uptimeMillis time since the agent's start, ms
 * @param wired its wired interfaces
 * @param radios its radios
 * @param leases the ACK leases that it holds now, also those of other controllers
 */
public record AgentInfo(String wtp, String name, String version, int protocol, long uptimeMillis, List<Wired> wired,
        List<AgentRadio> radios, List<AgentLease> leases) {

    /**
     * A wired interface.
     *
     * @param ifname the kernel's name
     * @param address MAC address
     * @param mtu largest payload, octets
     */
    public record Wired(String ifname, String address, int mtu) {
        static Wired read(final ObjectNode object) throws ProtocolException {
            return new Wired(Json.string(object, "ifname"), Json.mac(object, "address"),
                (int) Json.integer(object, "mtu", 0, Integer.MAX_VALUE));
        }
    }

    static AgentInfo read(final ObjectNode object) throws ProtocolException {
        return new AgentInfo(Json.mac(object, "wtp"), Json.string(object, "name"), Json.string(object, "version"),
            (int) Json.integer(object, "protocol", 0, Integer.MAX_VALUE),
            Json.integer(object, "uptime_ms", 0, Long.MAX_VALUE), Json.list(object, "wired", Wired::read),
            Json.list(object, "radios", AgentRadio::read), Json.list(object, "leases", AgentLease::read));
    }
}
