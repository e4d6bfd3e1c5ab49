// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.Optional;

/**
 * Reports which VAPs and stations still send, according to the packet counters of the switches.
 * Thread-safe, except for {@link #stationKnownUntil} and {@link #beaconSeen}.
 */
public interface Activity {
    /**
     * Returns true if the counter of a VAP's group frames, which include its beacons, has moved recently.
     * An unknown VAP counts as active. While the VAP's switch is not read, the last answer stays.
     */
    boolean isVapActive(Mac bssid);

    /** Returns when the counter of a VAP's group frames last moved. */
    Optional<Instant> vapLastSeen(Mac bssid);

    /** Returns when the counter of a station's frames last moved. */
    Optional<Instant> stationLastSeen(StationKey station);

    /**
     * Returns up to when a station's counter is known: the time of the last request that its ingress switch answered.
     * Returns the epoch if the switch never answered, and nothing if no flow rule forwards the station's frames. Call
     * it on the event loop.
     */
    Optional<Instant> stationKnownUntil(StationKey station);

    /** Records that a VAP's beacon reached the controller. Call it on the event loop. */
    void beaconSeen(Mac bssid);
}
