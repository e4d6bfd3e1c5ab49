// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A BSS whose beacons or probe responses a radio for virtual stations receives.
 *
 * @param bssid the BSS
 * @param radio the radio's number at its WTP
 * @param frequency centre of a channel, MHz: at 2.4 GHz of the channel that its frames name, otherwise of the channel
 *     on which the radio received them
 * @param signal moving average, dBm; empty if the radio reports no signals
 * @param age time since the last of these frames
 */
public record HeardBss(Mac bssid, int radio, int frequency, OptionalInt signal, Duration age) {
    static HeardBss read(final ObjectNode object) throws ProtocolException {
        return new HeardBss(Mac.parse(Json.mac(object, "bssid")), (int) Json.integer(object, "radio", 0, 255),
            (int) Json.integer(object, "frequency", 0, 65535),
            AgentVirtualStation.signal(object),
            Duration.ofMillis(Json.integer(object, "age_ms", 0, Integer.MAX_VALUE)));
    }
}
