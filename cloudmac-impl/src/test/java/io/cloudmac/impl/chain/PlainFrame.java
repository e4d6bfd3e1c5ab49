// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.List;

/**
 * A frame of a host.
 *
 * @param tags the VLAN ids of its tags, the outer one first
 * @param packet protocol, addresses with full prefixes, and ports, with ethertype IPv4; null: of another ethertype
 */
record PlainFrame(Mac source, Mac destination, List<Integer> tags, int ethertype, PacketFields packet) {
    PlainFrame {
        tags = List.copyOf(tags);
    }

    PlainFrame pushed() {
        final List<Integer> more = new ArrayList<>(tags);
        more.add(0, 0);
        return new PlainFrame(source, destination, more, ethertype, packet);
    }

    PlainFrame popped() {
        return new PlainFrame(source, destination, tags.subList(1, tags.size()), ethertype, packet);
    }

    PlainFrame tagged(final int vlan) {
        final List<Integer> other = new ArrayList<>(tags);
        other.set(0, vlan);
        return new PlainFrame(source, destination, other, ethertype, packet);
    }

    /** Returns the VLAN of the outer tag; 0 without one. */
    int vlan() {
        return tags.isEmpty() ? 0 : tags.get(0);
    }

    /** Returns true if a rule with this match, without its port and metadata, applies. */
    boolean matches(final Match match) {
        return (match.source() == null || match.source().matches(source))
            && (match.destination() == null || match.destination().matches(destination))
            && (match.ethertype() == PacketFields.ANY || match.ethertype() == ethertype)
            && matches(match.packet());
    }

    private boolean matches(final PacketFields fields) {
        final VlanTag vlan = fields.vlan();
        if (vlan != null && (vlan.present() ? tags.isEmpty() || vlan.id() != 0 && vlan.id() != tags.get(0)
                : !tags.isEmpty())) {
            return false;
        }
        if (packet == null) {
            return fields.protocol() == PacketFields.ANY && fields.source() == null && fields.destination() == null;
        }
        return number(fields.protocol(), packet.protocol()) && prefix(fields.source(), packet.source())
            && prefix(fields.destination(), packet.destination()) && number(fields.sourcePort(), packet.sourcePort())
            && number(fields.destinationPort(), packet.destinationPort());
    }

    private static boolean number(final int wanted, final int value) {
        return wanted == PacketFields.ANY || wanted == value;
    }

    private static boolean prefix(final IpPrefix wanted, final IpPrefix address) {
        return wanted == null || wanted.length() <= address.length() && wanted.overlaps(address);
    }
}
