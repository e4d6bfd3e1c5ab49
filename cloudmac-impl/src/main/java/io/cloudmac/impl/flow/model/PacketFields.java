// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

/**
 * What a match says about the VLAN tag and the headers of the network and transport layers.
 *
 * @param vlan the VLAN tag; null: with any tag or none
 * @param protocol number of the IP protocol; {@link #ANY}: any. The match has the ethertype of IPv4 or IPv6
 * @param source prefix of the source address; null: any. The match has its ethertype
 * @param destination prefix of the destination address; null: any. The match has its ethertype
 * @param sourcePort source port; {@link #ANY}: any. The protocol is TCP or UDP
 * @param destinationPort destination port; {@link #ANY}: any. The protocol is TCP or UDP
 */
public record PacketFields(VlanTag vlan, int protocol, IpPrefix source, IpPrefix destination, int sourcePort,
        int destinationPort) {
    /** Matches any value of a number. */
    public static final int ANY = -1;
    /** Matches all frames. */
    public static final PacketFields NONE = new PacketFields(null, ANY, null, null, ANY, ANY);
    public static final int TCP = 6;
    public static final int UDP = 17;

    /** Returns a match of the VLAN tag alone. */
    public static PacketFields of(final VlanTag vlan) {
        return new PacketFields(vlan, ANY, null, null, ANY, ANY);
    }

    /** Returns the fields of the answers: with source and destination exchanged. */
    public PacketFields reversed() {
        return new PacketFields(vlan, protocol, destination, source, destinationPort, sourcePort);
    }

    /** Returns true if some packets match both. */
    public boolean overlaps(final PacketFields other) {
        return (vlan == null || other.vlan == null || vlan.overlaps(other.vlan))
            && overlap(protocol, other.protocol)
            && overlap(source, other.source)
            && overlap(destination, other.destination)
            && overlap(sourcePort, other.sourcePort)
            && overlap(destinationPort, other.destinationPort);
    }

    private static boolean overlap(final int one, final int other) {
        return one == ANY || other == ANY || one == other;
    }

    private static boolean overlap(final IpPrefix one, final IpPrefix other) {
        return one == null || other == null || one.overlaps(other);
    }

    /** Appends the fields in the syntax of {@code ovs-ofctl}, each after a comma. */
    void append(final StringBuilder text) {
        if (vlan != null) {
            text.append(',').append(vlan);
        }
        if (protocol != ANY) {
            text.append(",nw_proto=").append(protocol);
        }
        append(text, "src", source);
        append(text, "dst", destination);
        if (sourcePort != ANY) {
            text.append(",tp_src=").append(sourcePort);
        }
        if (destinationPort != ANY) {
            text.append(",tp_dst=").append(destinationPort);
        }
    }

    private static void append(final StringBuilder text, final String side, final IpPrefix prefix) {
        if (prefix != null) {
            text.append(prefix.isIpv4() ? ",nw_" : ",ipv6_").append(side).append('=').append(prefix);
        }
    }
}
