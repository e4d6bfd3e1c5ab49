// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Link;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.LinkBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.LinkKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Conversion between {@link Learned} and the model {@code cloudmac-learned}. */
final class LearnedCodec {
    private static final InstanceIdentifier<CloudmacLearned> ROOT = InstanceIdentifier.create(CloudmacLearned.class);

    private LearnedCodec() {
    }

    /** Returns the whole state. An entry with an invalid port is left out. */
    static Learned read(final CloudmacLearned stored) {
        final LearnedChange all = new LearnedChange();
        stored.nonnullWtp().values().forEach(wtp -> all.wtps.put(id(wtp), port(wtp)));
        stored.nonnullVap().values().forEach(vap -> all.vaps.put(bssid(vap), readVap(vap)));
        stored.nonnullStation().values().forEach(station -> all.stations.put(key(station), servingWtp(station)));
        stored.nonnullLink().values().forEach(link -> readLink(link).ifPresent(all.linksAdded::add));
        stored.nonnullVirtualStation().values().forEach(station ->
            all.virtualStations.put(address(station), readVirtualStation(station)));
        return all.of(Learned.NOTHING);
    }

    /** Returns the state after a change. Only changed entries are decoded, unless the change writes all. */
    static Learned apply(final Learned before, final DataObjectModification<CloudmacLearned> change) {
        if (change.getModificationType() != DataObjectModification.ModificationType.SUBTREE_MODIFIED) {
            return before.changedTo(change.getDataAfter() == null ? Learned.NOTHING : read(change.getDataAfter()));
        }
        final LearnedChange changed = new LearnedChange();
        change.getModifiedChildren().forEach(child -> add(changed, child.getDataBefore(), child.getDataAfter()));
        return changed.of(before);
    }

    /** Adds the change of one entry. Either value may be null. */
    private static void add(final LearnedChange changed, final DataObject before, final DataObject after) {
        final DataObject any = after == null ? before : after;
        if (any instanceof Wtp wtp) {
            changed.wtps.put(id(wtp), after == null ? Optional.empty() : port(wtp));
        } else if (any instanceof Vap vap) {
            changed.vaps.put(bssid(vap), after == null ? Optional.empty() : readVap(vap));
        } else if (any instanceof Station station) {
            changed.stations.put(key(station), after == null ? Optional.empty() : servingWtp(station));
        } else if (any instanceof VirtualStation station) {
            changed.virtualStations.put(address(station),
                after == null ? Optional.empty() : readVirtualStation(station));
        } else if (any instanceof Link link) {
            readLink(link).ifPresent(after == null ? changed.linksRemoved::add : changed.linksAdded::add);
        }
    }

    private static Mac id(final Wtp wtp) {
        return Mac.parse(wtp.getId().getValue());
    }

    private static Optional<PortId> port(final Wtp wtp) {
        return PortId.parse(wtp.requirePort().getValue());
    }

    private static Mac bssid(final Vap vap) {
        return Mac.parse(vap.getBssid().getValue());
    }

    private static Optional<Learned.KnownVap> readVap(final Vap vap) {
        return PortId.parse(vap.requirePort().getValue()).map(port -> new Learned.KnownVap(port,
            vap.getSsid() == null ? RawSsid.NONE : RawSsid.parse(vap.getSsid().getValue()).orElse(RawSsid.NONE),
            vap.getFrequency() != null ? vap.getFrequency().intValue()
                : vap.getChannel() == null ? 0 : Channels.frequency(vap.getChannel().intValue()),
            vap.getBeaconInterval() == null ? 0 : vap.getBeaconInterval().intValue(),
            vap.getHost() == null ? "" : vap.getHost().getValue()));
    }

    private static StationKey key(final Station station) {
        return new StationKey(Mac.parse(station.getBssid().getValue()), Mac.parse(station.getStation().getValue()));
    }

    private static Optional<Mac> servingWtp(final Station station) {
        return Optional.of(Mac.parse(station.requireWtp().getValue()));
    }

    private static Mac address(final VirtualStation station) {
        return Mac.parse(station.getStation().getValue());
    }

    private static Optional<Learned.KnownVirtualStation> readVirtualStation(final VirtualStation station) {
        return PortId.parse(station.requirePort().getValue()).map(port ->
            new Learned.KnownVirtualStation(port, Mac.parse(station.requireWtp().getValue())));
    }

    private static Optional<InterSwitchLink> readLink(final Link link) {
        return PortId.parse(link.getLow().getValue()).flatMap(low ->
            PortId.parse(link.getHigh().getValue()).map(high -> InterSwitchLink.between(low, high)));
    }

    static InstanceIdentifier<VirtualStation> virtualStationPath(final Mac station) {
        return ROOT.child(VirtualStation.class, new VirtualStationKey(new UnicastMac(station.toString())));
    }

    static VirtualStation virtualStation(final Mac station, final Learned.KnownVirtualStation known) {
        return new VirtualStationBuilder()
            .setStation(new UnicastMac(station.toString()))
            .setPort(new SwitchPort(known.port().toString()))
            .setWtp(new WtpId(known.wtp().toString()))
            .build();
    }

    static InstanceIdentifier<Wtp> wtpPath(final Mac wtp) {
        return ROOT.child(Wtp.class, new WtpKey(new WtpId(wtp.toString())));
    }

    static Wtp wtp(final Mac wtp, final PortId port) {
        return new WtpBuilder().setId(new WtpId(wtp.toString())).setPort(new SwitchPort(port.toString())).build();
    }

    static InstanceIdentifier<Vap> vapPath(final Mac bssid) {
        return ROOT.child(Vap.class, new VapKey(new Bssid(bssid.toString())));
    }

    static Vap vap(final Mac bssid, final Learned.KnownVap vap) {
        final VapBuilder builder = new VapBuilder()
            .setBssid(new Bssid(bssid.toString()))
            .setPort(new SwitchPort(vap.port().toString()))
            .setBeaconInterval(Uint16.valueOf(vap.intervalTu()));
        if (!vap.ssid().isEmpty()) {
            builder.setSsid(new Ssid(vap.ssid().toString()));
        }
        if (vap.frequency() != 0) {
            builder.setFrequency(Uint16.valueOf(vap.frequency()));
        }
        if (!vap.host().isEmpty()) {
            builder.setHost(new VapHostName(vap.host()));
        }
        return builder.build();
    }

    /** Returns an entry that changes only the channel of a stored VAP, if it is merged with it. */
    static Vap frequency(final Mac bssid, final int frequency) {
        return new VapBuilder().setBssid(new Bssid(bssid.toString())).setFrequency(Uint16.valueOf(frequency)).build();
    }

    /** Returns an entry that changes only the VAP host of a stored VAP, if it is merged with it. */
    static Vap host(final Mac bssid, final String host) {
        return new VapBuilder().setBssid(new Bssid(bssid.toString())).setHost(new VapHostName(host)).build();
    }

    static InstanceIdentifier<Station> stationPath(final StationKey key) {
        return ROOT.child(Station.class,
            new org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.StationKey(
                new Bssid(key.bssid().toString()), new UnicastMac(key.station().toString())));
    }

    static Station station(final StationKey key, final Mac wtp) {
        return new StationBuilder()
            .setBssid(new Bssid(key.bssid().toString()))
            .setStation(new UnicastMac(key.station().toString()))
            .setWtp(new WtpId(wtp.toString()))
            .build();
    }

    static InstanceIdentifier<Link> linkPath(final InterSwitchLink link) {
        return ROOT.child(Link.class,
            new LinkKey(new SwitchPort(link.high().toString()), new SwitchPort(link.low().toString())));
    }

    static Link link(final InterSwitchLink link) {
        return new LinkBuilder()
            .setLow(new SwitchPort(link.low().toString()))
            .setHigh(new SwitchPort(link.high().toString()))
            .build();
    }
}
