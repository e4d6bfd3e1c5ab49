// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.Link;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;

/**
 * What has been found out and must survive a restart.
 *
 * @param wtps where each WTP hangs
 * @param vaps where each VAP hangs and what it said
 * @param stations the WTP that serves each station bound automatically
 * @param links the cables between switches
 */
public record Learned(Map<Mac, PortId> wtps, Map<Mac, KnownVap> vaps, Map<StationKey, Mac> stations, Set<Link> links) {
    public static final Learned NOTHING = new Learned(Map.of(), Map.of(), Map.of(), Set.of());

    /**
     * A VAP.
     *
     * @param port where it hangs
     * @param ssid the network's name; empty: hidden
     * @param channel that its beacon names; 0: none
     * @param interval between beacons, units of 1024 microseconds
     */
    public record KnownVap(PortId port, String ssid, int channel, int interval) {
    }

    public Learned {
        wtps = Map.copyOf(wtps);
        vaps = Map.copyOf(vaps);
        stations = Map.copyOf(stations);
        links = Set.copyOf(links);
    }
}
