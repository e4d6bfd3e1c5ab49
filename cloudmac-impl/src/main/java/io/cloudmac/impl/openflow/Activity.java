// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.openflow;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.Optional;

/** Who is still sending, as the counters of the switches tell. From any thread but for {@link #heard}. */
public interface Activity {
    /**
     * Whether a VAP's group frames, its beacons among them, have moved lately.
     * One of which nothing is known is taken to be active, and one whose switch
     * is not read any more to be as it was.
     */
    boolean isVapActive(Mac bssid);

    /** When a VAP's group frames were last seen to move. */
    Optional<Instant> vapSeen(Mac bssid);

    /** When a station's frames were last seen to move. */
    Optional<Instant> stationSeen(StationKey station);

    /**
     * Until when a station that has not moved is known not to have: when the switch where its frames come in was
     * asked last, and answered; the epoch where it never was. Empty where no rule is to let its frames in.
     */
    Optional<Instant> stationRead(StationKey station);

    /** A VAP's beacon came to the controller; on the event loop. */
    void heard(Mac bssid);
}
