// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.ProtocolException;

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
