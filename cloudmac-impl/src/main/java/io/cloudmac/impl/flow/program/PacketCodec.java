// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.VlanTag;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv4Prefix;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv6Prefix;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.VlanId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.IpMatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.Layer3Match;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.Layer4Match;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.VlanMatch;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.VlanMatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._3.match.Ipv4MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._3.match.Ipv6MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._4.match.TcpMatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._4.match.UdpMatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.vlan.match.fields.VlanIdBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Converts {@link PacketFields} to the models of the OpenFlow plugin. */
final class PacketCodec {
    private PacketCodec() {
    }

    /** Adds fields to a match. */
    static void addTo(final MatchBuilder match, final PacketFields fields) {
        if (fields.vlan() != null) {
            match.setVlanMatch(vlan(fields.vlan()));
        }
        if (fields.protocol() != PacketFields.ANY) {
            match.setIpMatch(new IpMatchBuilder().setIpProtocol(Uint8.valueOf(fields.protocol())).build());
        }
        if (fields.source() != null || fields.destination() != null) {
            match.setLayer3Match(addresses(fields.source(), fields.destination()));
        }
        if (fields.sourcePort() != PacketFields.ANY || fields.destinationPort() != PacketFields.ANY) {
            match.setLayer4Match(ports(fields));
        }
    }

    static VlanMatch vlan(final VlanTag tag) {
        return new VlanMatchBuilder().setVlanId(new VlanIdBuilder().setVlanIdPresent(tag.present())
            .setVlanId(new VlanId(Uint16.valueOf(tag.id()))).build()).build();
    }

    private static Layer3Match addresses(final IpPrefix source, final IpPrefix destination) {
        if ((source == null ? destination : source).isIpv4()) {
            final Ipv4MatchBuilder match = new Ipv4MatchBuilder();
            if (source != null) {
                match.setIpv4Source(new Ipv4Prefix(source.toString()));
            }
            if (destination != null) {
                match.setIpv4Destination(new Ipv4Prefix(destination.toString()));
            }
            return match.build();
        }
        final Ipv6MatchBuilder match = new Ipv6MatchBuilder();
        if (source != null) {
            match.setIpv6Source(new Ipv6Prefix(source.toString()));
        }
        if (destination != null) {
            match.setIpv6Destination(new Ipv6Prefix(destination.toString()));
        }
        return match.build();
    }

    private static Layer4Match ports(final PacketFields fields) {
        if (fields.protocol() == PacketFields.TCP) {
            return new TcpMatchBuilder().setTcpSourcePort(port(fields.sourcePort()))
                .setTcpDestinationPort(port(fields.destinationPort())).build();
        }
        return new UdpMatchBuilder().setUdpSourcePort(port(fields.sourcePort()))
            .setUdpDestinationPort(port(fields.destinationPort())).build();
    }

    private static PortNumber port(final int number) {
        return number == PacketFields.ANY ? null : new PortNumber(Uint16.valueOf(number));
    }
}
