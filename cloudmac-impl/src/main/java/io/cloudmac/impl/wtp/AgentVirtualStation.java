// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.util.OptionalInt;

/**
 * A virtual station as the agent that is its antenna reports it.
 *
 * @param station its address
 * @param radio the radio that holds its lease
 * @param frequency centre of the channel that its last hello named, MHz; 0: none, or no hello within its lifetime
 * @param isOnChannel whether the radio is on this channel
 * @param signal signal of its BSS at the radio, dBm; empty if the radio received none
 */
public record AgentVirtualStation(Mac station, int radio, int frequency, boolean isOnChannel, OptionalInt signal) {
    static AgentVirtualStation read(final ObjectNode object) throws ProtocolException {
        return new AgentVirtualStation(Mac.parse(Json.mac(object, "station")),
            (int) Json.integer(object, "radio", 0, 255), (int) Json.integer(object, "frequency", 0, 65535),
            Json.bool(object, "on_channel"), signal(object));
    }

    /** Reads the average signal of a BSS, which may be absent. */
    static OptionalInt signal(final ObjectNode object) throws ProtocolException {
        return object.has("signal_dbm")
            ? OptionalInt.of((int) Math.round(Json.number(object, "signal_dbm", -128, 127))) : OptionalInt.empty();
    }
}
