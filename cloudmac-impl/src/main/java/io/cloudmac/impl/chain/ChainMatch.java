// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;

/**
 * The frames of a chain, at any port.
 *
 * @param source source address; null: any
 * @param destination destination address; null: any
 * @param ethertype ethertype; {@link PacketFields#ANY}: any
 * @param packet VLAN tag, which is absent or has an id, and headers of the network and transport layers
 */
public record ChainMatch(MaskedMac source, MaskedMac destination, int ethertype, PacketFields packet) {
    private static final int VLAN_BITS = 12;
    private static final int NUMBER_BITS = 16;
    private static final int PROTOCOL_BITS = 8;

    /** Returns the match of a rule for these frames at a port, also for those that have been through a chain. */
    Match at(final PortId port) {
        return at(port, PacketFields.ANY);
    }

    /** Returns the match of a rule for these frames at a port, with some metadata. */
    Match at(final PortId port, final int metadata) {
        return new Match(port, source, destination, ethertype, packet, metadata);
    }

    /** Returns true if the frames are those between VAPs and WTPs. */
    boolean isRaw() {
        return ethertype == CloudmacFrame.ETHERTYPE;
    }

    /** Returns the VLAN tag of the frames. */
    public VlanTag vlan() {
        return packet.vlan();
    }

    /** Returns the answers of these frames. */
    ChainMatch reversed() {
        return new ChainMatch(destination, source, ethertype, packet.reversed());
    }

    /** Returns the answers of these frames to single stations. */
    ChainMatch replies() {
        return new ChainMatch(destination, source == null ? MaskedMac.UNICAST : source, ethertype, packet.reversed());
    }

    /** Returns true if some frames match both. */
    public boolean overlaps(final ChainMatch other) {
        return overlap(source, other.source) && overlap(destination, other.destination)
            && (ethertype == PacketFields.ANY || other.ethertype == PacketFields.ANY || ethertype == other.ethertype)
            && packet.overlaps(other.packet);
    }

    /** Returns the number of bits that it fixes. Of two chains that match a frame, the one that fixes more gets it. */
    public int bits() {
        return VLAN_BITS + address(source) + address(destination)
            + number(ethertype, NUMBER_BITS) + number(packet.protocol(), PROTOCOL_BITS)
            + prefix(packet.source()) + prefix(packet.destination())
            + number(packet.sourcePort(), NUMBER_BITS) + number(packet.destinationPort(), NUMBER_BITS);
    }

    private static boolean overlap(final MaskedMac one, final MaskedMac other) {
        return one == null || other == null || one.overlaps(other);
    }

    private static int address(final MaskedMac address) {
        return address == null ? 0 : Long.bitCount(address.mask().value());
    }

    private static int number(final int value, final int bits) {
        return value == PacketFields.ANY ? 0 : bits;
    }

    private static int prefix(final IpPrefix prefix) {
        return prefix == null ? 0 : prefix.length();
    }
}
