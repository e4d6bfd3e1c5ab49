// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import java.net.ProtocolException;
import java.util.List;

/**
 * One radio as its agent describes it.
 *
 * @param index the radio's number at this WTP
 * @param phy the kernel's name of it
 * @param address its own MAC address
 * @param frequency channel centre, MHz; 0 if not tuned
 * @param powerDbm transmit power, dBm
 * @param maxPowerDbm highest power that the regulatory domain allows on this channel, dBm
 * @param activeMonitor whether it can acknowledge for several BSSIDs at once
 * @param maxLeases how many ACK leases it can hold
 * @param bands "2.4", "5", "6"
 * @param stations whether it serves virtual stations: "off", "pinned" to its channel, or "free"
 */
public record AgentRadio(int index, String phy, String address, int frequency, int powerDbm, int maxPowerDbm,
        boolean activeMonitor, int maxLeases, List<String> bands, String stations) {
    /** The value of {@code stations} of a radio that serves none. An agent without them does not send it. */
    static final String NO_STATIONS = "off";
    /** The value of {@code stations} of a radio whose channel virtual stations determine. It serves no VAP. */
    static final String FREE = "free";

    /**
     * The channel and the power of a radio after a change.
     *
     * @param radio the radio's number
     * @param frequency channel centre, MHz
     * @param powerDbm transmit power, dBm
     */
    public record RadioSettings(int radio, int frequency, int powerDbm) {
        static RadioSettings read(final ObjectNode object) throws ProtocolException {
            return new RadioSettings((int) Json.integer(object, "radio", 0, 255),
                (int) Json.integer(object, "frequency", 0, 65535), (int) Json.integer(object, "power_dbm", -128, 127));
        }
    }

    /** Returns true if it is on a channel and can serve VAPs. */
    public boolean isForVaps() {
        return frequency != 0 && !FREE.equals(stations);
    }

    static AgentRadio read(final ObjectNode object) throws ProtocolException {
        return new AgentRadio((int) Json.integer(object, "index", 0, 255), Json.string(object, "phy"),
            Json.mac(object, "address"), (int) Json.integer(object, "frequency", 0, 65535),
            (int) Json.integer(object, "power_dbm", -128, 127), (int) Json.integer(object, "max_power_dbm", -128, 127),
            Json.bool(object, "active_monitor"), (int) Json.integer(object, "max_leases", 0, 65535),
            Json.strings(object, "bands"), object.has("stations") ? Json.string(object, "stations") : NO_STATIONS);
    }
}
