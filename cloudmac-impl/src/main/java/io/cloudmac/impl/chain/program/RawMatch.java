// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainMatch;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.ChainSource.StationUplink;
import io.cloudmac.impl.chain.ChainSource.VapDownlink;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSide;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match.Kind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Symmetric;

/** Reads the source and the match of a raw chain. The radio tag has the VAP, the user priority and the kind. */
final class RawMatch {
    private RawMatch() {
    }

    /**
     * Returns the source of a chain at the radio side of a VAP.
     *
     * @throws IllegalArgumentException if it is not complete
     */
    static ChainSource source(final RadioSide side) {
        if (side.getVap() == null || side.getDirection() == null) {
            throw new IllegalArgumentException("its radio side has no VAP or no direction");
        }
        final Mac vap = Mac.parse(side.getVap().getValue());
        final Mac station = side.getStation() == null ? null : Mac.parse(side.getStation().getValue());
        if (side.getDirection() == RadioSide.Direction.Downlink) {
            return new VapDownlink(vap, station);
        }
        if (station == null) {
            throw new IllegalArgumentException("the uplink needs a station, as the chain follows its handovers");
        }
        return new StationUplink(new StationKey(vap, station));
    }

    /**
     * Returns the source of the way back.
     *
     * @throws IllegalArgumentException if it has none, or names one
     */
    static ChainSource otherDirection(final ChainSource source, final Symmetric back) {
        if (back.getSource() != null) {
            throw new IllegalArgumentException("it is raw, so its way back is the station's other direction;"
                + " leave out the source of symmetric");
        }
        if (source instanceof StationUplink uplink) {
            return new VapDownlink(uplink.station().bssid(), uplink.station().station());
        }
        if (source instanceof VapDownlink downlink && downlink.station() != null) {
            return new StationUplink(new StationKey(downlink.vap(), downlink.station()));
        }
        throw new IllegalArgumentException("symmetric needs the radio side of a VAP and a station, not " + source);
    }

    /**
     * Returns the match of a raw chain.
     *
     * @param match the configured match; null: none
     * @throws IllegalArgumentException if a value has no meaning for this source
     */
    static ChainMatch of(final ChainSource source, final Match match) {
        if (match != null) {
            refuse(plainLeaves(match), "of the plain domain, and " + source + " is a raw source");
        }
        final Kind kind = match == null || match.getKind() == null ? Kind.Frame : match.getKind();
        final boolean isWtp = source instanceof ChainSource.WtpSource;
        if (match != null && !isWtp) {
            final Map<String, Object> leaves = new LinkedHashMap<>();
            leaves.put("vap", match.getVap());
            leaves.put("station", match.getStation());
            refuse(leaves, "for chains of a WTP, and " + source + " names it already");
        }
        if (kind == Kind.Neighbour && !isWtp) {
            throw new IllegalArgumentException("kind neighbour is of no station; its source must be a WTP");
        }
        if (kind == Kind.TxStatus && source instanceof VapDownlink) {
            throw new IllegalArgumentException("kind tx-status is sent uplink only");
        }
        MaskedMac tag = tag(source, match).ofKind(switch (kind) {
            case Frame -> RadioTag.KIND_FRAME;
            case TxStatus -> RadioTag.KIND_TX_STATUS;
            case Neighbour -> RadioTag.KIND_NEIGHBOUR;
        });
        if (match != null && match.getPriority() != null) {
            tag = tag.priority(match.getPriority().getValue().intValue());
        }
        final PacketFields packet = PacketFields.of(match == null || match.getVlan() == null ? VlanTag.ABSENT
            : VlanTag.of(match.getVlan().getValue().intValue()));
        return source instanceof VapDownlink downlink
            ? new ChainMatch(tag, downlink.station() == null ? MaskedMac.UNICAST
                : MaskedMac.exactly(downlink.station()), CloudmacFrame.ETHERTYPE, packet)
            : new ChainMatch(station(source, match), tag, CloudmacFrame.ETHERTYPE, packet);
    }

    private static MaskedMac tag(final ChainSource source, final Match match) {
        if (source instanceof VapDownlink downlink) {
            return MaskedMac.tagOf(downlink.vap().lastTwoOctets());
        }
        if (source instanceof StationUplink uplink) {
            return MaskedMac.tagOf(uplink.station().bssid().lastTwoOctets());
        }
        return match == null || match.getVap() == null ? MaskedMac.anyTag()
            : MaskedMac.tagOf(Mac.parse(match.getVap().getValue()).lastTwoOctets());
    }

    private static MaskedMac station(final ChainSource source, final Match match) {
        if (source instanceof StationUplink uplink) {
            return MaskedMac.exactly(uplink.station().station());
        }
        return match == null || match.getStation() == null ? null
            : MaskedMac.exactly(Mac.parse(match.getStation().getValue()));
    }

    /**
     * Checks that the match of a plain chain has no leaf of the raw domain.
     *
     * @throws IllegalArgumentException if it has one
     */
    static void checkPlain(final Match match) {
        final Map<String, Object> leaves = new LinkedHashMap<>();
        leaves.put("vap", match.getVap());
        leaves.put("station", match.getStation());
        leaves.put("priority", match.getPriority());
        leaves.put("kind", match.getKind());
        refuse(leaves, "of the raw domain, and the chain has a plain source");
    }

    private static Map<String, Object> plainLeaves(final Match match) {
        final Map<String, Object> leaves = new LinkedHashMap<>();
        leaves.put("ethertype", match.getEthertype());
        leaves.put("source-address", match.getSourceAddress());
        leaves.put("destination-address", match.getDestinationAddress());
        leaves.put("ip-protocol", match.getIpProtocol());
        leaves.put("source-prefix", match.getSourcePrefix());
        leaves.put("destination-prefix", match.getDestinationPrefix());
        leaves.put("source-port", match.getSourcePort());
        leaves.put("destination-port", match.getDestinationPort());
        return leaves;
    }

    private static void refuse(final Map<String, Object> leaves, final String why) {
        final List<String> set = leaves.entrySet().stream().filter(leaf -> leaf.getValue() != null)
            .map(Map.Entry::getKey).toList();
        if (!set.isEmpty()) {
            throw new IllegalArgumentException("match " + String.join(", ", set) + (set.size() == 1 ? " is " : " are ")
                + why);
        }
    }
}
