// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;

/**
 * The state that the controller has learned from the network and that must survive a restart.
 *
 * @param wtps the switch port of each WTP that was admitted once, by WTP id
 * @param vaps the VAPs, by BSSID
 * @param stations the WTP of each station that was bound automatically
 * @param links the links between switches
 */
public record Learned(Map<Mac, PortId> wtps, Map<Mac, KnownVap> vaps, Map<StationKey, Mac> stations,
        Set<InterSwitchLink> links) {
    public static final Learned NOTHING = new Learned(Map.of(), Map.of(), Map.of(), Set.of());

    /**
     * A VAP.
     *
     * @param port the switch port of its host
     * @param ssid the SSID; empty if it is hidden
     * @param channel the channel number in its beacon; 0 if there is none
     * @param interval the beacon interval, time units of 1024 microseconds
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
