// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Conversion between {@link Learned} and the model {@code cloudmac-learned}. */
final class LearnedCodec {
    private static final InstanceIdentifier<CloudmacLearned> ROOT = InstanceIdentifier.create(CloudmacLearned.class);

    private LearnedCodec() {
    }

    static Learned read(final CloudmacLearned stored) {
        final Map<Mac, PortId> wtps = new HashMap<>();
        stored.nonnullWtp().values().forEach(wtp -> PortId.parse(wtp.requirePort().getValue())
            .ifPresent(port -> wtps.put(Mac.parse(wtp.getId().getValue()), port)));
        final Map<Mac, Learned.KnownVap> vaps = new HashMap<>();
        stored.nonnullVap().values().forEach(vap -> PortId.parse(vap.requirePort().getValue())
            .ifPresent(port -> vaps.put(Mac.parse(vap.getBssid().getValue()), new Learned.KnownVap(port,
                vap.getSsid() == null ? RawSsid.NONE
                    : RawSsid.parse(vap.getSsid().getValue()).orElse(RawSsid.NONE),
                vap.getFrequency() != null ? vap.getFrequency().intValue()
                    : vap.getChannel() == null ? 0 : Channels.frequency(vap.getChannel().intValue()),
                vap.getBeaconInterval() == null ? 0 : vap.getBeaconInterval().intValue(),
                vap.getHost() == null ? "" : vap.getHost().getValue()))));
        final Map<StationKey, Mac> stations = new HashMap<>();
        stored.nonnullStation().values().forEach(station -> stations.put(
            new StationKey(Mac.parse(station.getBssid().getValue()), Mac.parse(station.getStation().getValue())),
            Mac.parse(station.requireWtp().getValue())));
        final Set<InterSwitchLink> links = new HashSet<>();
        stored.nonnullLink().values().forEach(link -> PortId.parse(link.getLow().getValue())
            .ifPresent(low -> PortId.parse(link.getHigh().getValue())
                .ifPresent(high -> links.add(InterSwitchLink.between(low, high)))));
        final Map<Mac, Learned.KnownVirtualStation> virtualStations = new HashMap<>();
        stored.nonnullVirtualStation().values().forEach(station -> PortId.parse(station.requirePort().getValue())
            .ifPresent(port -> virtualStations.put(Mac.parse(station.getStation().getValue()),
                new Learned.KnownVirtualStation(port, Mac.parse(station.requireWtp().getValue())))));
        return new Learned(wtps, vaps, stations, links, virtualStations);
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
            .setBeaconInterval(Uint16.valueOf(vap.interval()));
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
