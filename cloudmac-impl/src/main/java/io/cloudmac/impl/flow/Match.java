// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.topology.PortId;
import java.util.HexFormat;

/**
 * The match of a flow rule.
 *
 * @param inPort ingress port; null: any
 * @param source source address; null: any
 * @param destination destination address; null: any
 * @param ethertype ethertype of frames with or without a VLAN tag
 */
public record Match(PortId inPort, MaskedMac source, MaskedMac destination, int ethertype) {
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(80);
        if (inPort != null) {
            text.append("in_port=").append(inPort.number()).append(',');
        }
        if (source != null) {
            text.append("dl_src=").append(source).append(',');
        }
        if (destination != null) {
            text.append("dl_dst=").append(destination).append(',');
        }
        return text.append("dl_type=0x").append(HexFormat.of().toHexDigits((short) ethertype)).toString();
    }
}
