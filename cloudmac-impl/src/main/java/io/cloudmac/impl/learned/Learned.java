// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The state that the controller has learned from the network and that must survive a restart. Its maps are
 * {@link VersionedMap}s.
 *
 * @param wtps the switch port of each WTP that was admitted once, by WTP id
 * @param vaps the VAPs, by BSSID
 * @param stations the WTP of each station that was bound automatically
 * @param links the links between switches
 * @param virtualStations the virtual stations that a WTP served, by address
 */
public record Learned(Map<Mac, PortId> wtps, Map<Mac, KnownVap> vaps, Map<StationKey, Mac> stations,
        Set<InterSwitchLink> links, Map<Mac, KnownVirtualStation> virtualStations) {
    public static final Learned NOTHING = new Learned(Map.of(), Map.of(), Map.of(), Set.of(), Map.of());

    /**
     * A VAP.
     *
     * @param port the switch port of its host
     * @param ssid the SSID; empty if it is hidden
     * @param frequency centre frequency of its channel, MHz; 0 if unknown
     * @param intervalTu the beacon interval, time units of 1024 microseconds
     * @param host the VAP host whose session named the VAP while it was at this port; empty if there was none
     */
    public record KnownVap(PortId port, RawSsid ssid, int frequency, int intervalTu, String host) {
        /** Creates a VAP that only its beacons show. */
        public KnownVap(final PortId port, final RawSsid ssid, final int frequency, final int intervalTu) {
            this(port, ssid, frequency, intervalTu, "");
        }

        /** Returns the VAP on another channel. */
        public KnownVap withFrequency(final int mhz) {
            return new KnownVap(port, ssid, mhz, intervalTu, host);
        }

        /** Returns the VAP with another host. */
        public KnownVap withHost(final String name) {
            return new KnownVap(port, ssid, frequency, intervalTu, name);
        }
    }

    public Learned {
        wtps = VersionedMap.copyOf(wtps);
        vaps = VersionedMap.copyOf(vaps);
        stations = VersionedMap.copyOf(stations);
        links = Set.copyOf(links);
        virtualStations = VersionedMap.copyOf(virtualStations);
    }

    /** Creates a state without virtual stations. */
    public Learned(final Map<Mac, PortId> wtps, final Map<Mac, KnownVap> vaps, final Map<StationKey, Mac> stations,
            final Set<InterSwitchLink> links) {
        this(wtps, vaps, stations, links, Map.of());
    }

    /** Returns a state with the values of another one, whose maps are versions of these. Looks at all entries. */
    Learned changedTo(final Learned now) {
        return new Learned(VersionedMap.copyOf(wtps).withAll(now.wtps), VersionedMap.copyOf(vaps).withAll(now.vaps),
            VersionedMap.copyOf(stations).withAll(now.stations), now.links,
            VersionedMap.copyOf(virtualStations).withAll(now.virtualStations));
    }

    /** Returns the stations that were bound to a WTP automatically. */
    public Set<StationKey> stationsOf(final Mac wtp) {
        return keys(stations, wtp::equals);
    }

    /** Returns the virtual stations that a WTP served last. */
    public Set<Mac> virtualStationsOf(final Mac wtp) {
        return keys(virtualStations, known -> known.wtp().equals(wtp));
    }

    private static <K, V> Set<K> keys(final Map<K, V> map, final Predicate<V> which) {
        return map.entrySet().stream().filter(each -> which.test(each.getValue())).map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    }

    /**
     * A virtual station.
     *
     * @param port the switch port of its host
     * @param wtp the WTP that served it
     */
    public record KnownVirtualStation(PortId port, Mac wtp) {
    }
}
