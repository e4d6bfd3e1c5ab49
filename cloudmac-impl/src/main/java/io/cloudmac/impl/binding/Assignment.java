// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The assignment of VAPs and stations to WTPs.
 *
 * @param wtps the switch ports of the WTPs that are enabled, by WTP id
 * @param vaps all known VAPs, by BSSID
 * @param stations the WTPs that serve each bound station, a {@link VersionedMap}
 * @param draining the WTPs that are draining
 * @param probes the WTP that transmits a VAP's answers to a station that probes and is not bound
 * @param virtualStations all known virtual stations, by address
 * @param antennas the WTPs that can serve virtual stations, keys of {@code wtps}
 */
public record Assignment(Map<Mac, PortId> wtps, Map<Mac, Vap> vaps, Map<StationKey, ServingWtps> stations,
        Set<Mac> draining, Map<StationKey, Mac> probes, Map<Mac, VirtualStation> virtualStations,
        Set<Mac> antennas) {
    /** Who decided which WTP serves a station. */
    public enum Origin {
        /** The controller. */
        AUTOMATIC,
        /** The configuration. */
        OPERATOR
    }

    public static final Assignment NOTHING = new Assignment(Map.of(), Map.of(), Map.of());

    /**
     * A VAP.
     *
     * @param port the switch port of its host
     * @param frequency centre frequency of its channel, MHz; 0 if unknown
     * @param wtps the WTPs that radiate it, keys of {@link Assignment#wtps}
     */
    public record Vap(PortId port, int frequency, Set<Mac> wtps) {
        public Vap {
            wtps = Set.copyOf(wtps);
        }
    }

    /**
     * A virtual station.
     *
     * @param port the switch port of its host
     * @param service the WTPs that are its antenna; empty if no WTP serves it
     */
    public record VirtualStation(PortId port, Optional<ServingWtps> service) {
    }

    /**
     * The WTPs that serve a station.
     *
     * @param downlink the WTP that transmits to it
     * @param uplinks the WTPs whose copies of its frames are forwarded: the downlink WTP, and a second one during a
     *     handover
     * @param origin who decided
     * @param frequencies the channels of these WTPs, MHz, during a channel switch of the VAP; empty if all are on the
     *     VAP's channel
     */
    public record ServingWtps(Mac downlink, Set<Mac> uplinks, Origin origin, Map<Mac, Integer> frequencies) {
        public ServingWtps {
            uplinks = Set.copyOf(uplinks);
            frequencies = Map.copyOf(frequencies);
        }

        /** Creates the WTPs that serve a station on the VAP's channel. */
        public ServingWtps(final Mac downlink, final Set<Mac> uplinks, final Origin origin) {
            this(downlink, uplinks, origin, Map.of());
        }

        /** Returns a value with the same WTP for uplink and downlink. */
        public static ServingWtps by(final Mac wtp, final Origin origin) {
            return new ServingWtps(wtp, Set.of(wtp), origin);
        }

        /** Returns the WTPs for downlink and uplink. */
        public Set<Mac> wtps() {
            return Stream.concat(Stream.of(downlink), uplinks.stream()).collect(Collectors.toUnmodifiableSet());
        }

        /** Keeps only these WTPs; empty if the WTP for the downlink is not among them. */
        Optional<ServingWtps> limitedTo(final Set<Mac> wtps) {
            return wtps.contains(downlink) ? Optional.of(new ServingWtps(downlink,
                uplinks.stream().filter(wtps::contains).collect(Collectors.toSet()), origin, frequencies))
                : Optional.empty();
        }
    }

    public Assignment {
        wtps = Map.copyOf(wtps);
        vaps = Map.copyOf(vaps);
        stations = VersionedMap.copyOf(stations);
        draining = Set.copyOf(draining);
        probes = Map.copyOf(probes);
        virtualStations = Map.copyOf(virtualStations);
        antennas = Set.copyOf(antennas);
    }

    /** Creates an assignment without virtual stations. */
    public Assignment(final Map<Mac, PortId> wtps, final Map<Mac, Vap> vaps,
            final Map<StationKey, ServingWtps> stations, final Set<Mac> draining, final Map<StationKey, Mac> probes) {
        this(wtps, vaps, stations, draining, probes, Map.of(), Set.of());
    }

    /** Creates an assignment in which no station probes. */
    public Assignment(final Map<Mac, PortId> wtps, final Map<Mac, Vap> vaps,
            final Map<StationKey, ServingWtps> stations, final Set<Mac> draining) {
        this(wtps, vaps, stations, draining, Map.of());
    }

    /** Returns the same assignment, which has the parts of another one where they are equal. Looks at everything. */
    Assignment sharing(final Assignment before) {
        return new Assignment(wtps.equals(before.wtps) ? before.wtps : wtps,
            vaps.equals(before.vaps) ? before.vaps : vaps, VersionedMap.copyOf(before.stations).withAll(stations),
            draining, probes, virtualStations, antennas);
    }

    /** Returns the same assignment with these stations and probes. */
    public Assignment withStations(final Map<StationKey, ServingWtps> now, final Map<StationKey, Mac> probing) {
        return new Assignment(wtps, vaps, now, draining, probing, virtualStations, antennas);
    }

    /** Returns the same assignment with these virtual stations. */
    public Assignment withVirtualStations(final Map<Mac, VirtualStation> now) {
        return new Assignment(wtps, vaps, stations, draining, probes, now, antennas);
    }

    /** Returns the same assignment with these WTPs for virtual stations. */
    public Assignment withAntennas(final Set<Mac> now) {
        return new Assignment(wtps, vaps, stations, draining, probes, virtualStations, now);
    }

    /** Returns the WTPs that serve a station or virtual station; empty if none does. */
    public Optional<ServingWtps> service(final Client client) {
        return client instanceof VirtualClient
            ? Optional.ofNullable(virtualStations.get(client.station())).flatMap(VirtualStation::service)
            : Optional.ofNullable(stations.get(client));
    }

    /** Returns the switch port of the host of a station's VAP, which is known, or of a known virtual station. */
    public PortId hostPort(final Client client) {
        return client instanceof VirtualClient ? virtualStations.get(client.station()).port()
            : vaps.get(client.stack()).port();
    }

    /**
     * Returns the stations and virtual stations that an earlier assignment served and this one does not. The cost
     * grows with the change only.
     */
    public Set<Client> goneSince(final Assignment before) {
        return Stream.<Client>concat(VersionedMap.differing(before.stations, stations).stream(),
                VersionedMap.differing(before.virtualStations, virtualStations).stream().map(VirtualClient::new))
            .filter(client -> before.service(client).isPresent() && service(client).isEmpty())
            .collect(Collectors.toSet());
    }

    /** Returns the WTPs that serve each station and each virtual station. */
    public Map<Client, ServingWtps> services() {
        final Map<Client, ServingWtps> all = new TreeMap<>(stations);
        virtualStations.forEach((address, station) ->
            station.service().ifPresent(service -> all.put(new VirtualClient(address), service)));
        return all;
    }

    /** Creates an assignment in which no WTP is draining. */
    public Assignment(final Map<Mac, PortId> wtps, final Map<Mac, Vap> vaps,
            final Map<StationKey, ServingWtps> stations) {
        this(wtps, vaps, stations, Set.of());
    }
}
