// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import io.cloudmac.impl.topology.PortId;
import java.util.HexFormat;

/**
 * The match of a flow rule.
 *
 * @param inPort ingress port; null: any
 * @param source source address; null: any
 * @param destination destination address; null: any
 * @param ethertype ethertype of frames with or without a VLAN tag; {@link PacketFields#ANY}: any
 * @param packet VLAN tag, and headers of the network and transport layers
 * @param metadata the metadata that a rule has set, 0 before; {@link PacketFields#ANY}: any
 */
public record Match(PortId inPort, MaskedMac source, MaskedMac destination, int ethertype, PacketFields packet,
        int metadata) {
    /** Creates a match of the port and the Ethernet header. */
    public Match(final PortId inPort, final MaskedMac source, final MaskedMac destination, final int ethertype) {
        this(inPort, source, destination, ethertype, PacketFields.NONE, PacketFields.ANY);
    }

    /** Returns the text in the syntax of {@code ovs-ofctl}; empty if all frames match. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(80);
        if (inPort != null) {
            text.append(",in_port=").append(inPort.number());
        }
        if (source != null) {
            text.append(",dl_src=").append(source);
        }
        if (destination != null) {
            text.append(",dl_dst=").append(destination);
        }
        if (ethertype != PacketFields.ANY) {
            text.append(",dl_type=0x").append(HexFormat.of().toHexDigits((short) ethertype));
        }
        packet.append(text);
        if (metadata != PacketFields.ANY) {
            text.append(",metadata=").append(metadata);
        }
        return text.isEmpty() ? "" : text.substring(1);
    }
}
