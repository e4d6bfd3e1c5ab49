// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Knows which stations the VAP hosts have reported as authorized: they have completed all handshakes. Everybody in
 * radio range can send frames in the name of a station. Only who knows the key gets authorized; in an open network
 * everybody who associates. Thread-safe.
 */
public interface Authorizations {
    /**
     * Returns the session that reports the authorizations of a VAP. A session that opens has another number, and may
     * have missed some.
     *
     * @return empty if there is no session with the host of the VAP
     */
    OptionalLong reportingSession(Mac bssid);

    /** Returns true if the host of a VAP has reported a station as authorized. It remembers many, but not all. */
    boolean wasAuthorized(StationKey station);

    /**
     * Returns until when the host of a VAP is known to hold a station as authorized. A host that holds a station may
     * have a frame for it at any time, however long the station has been silent.
     *
     * @param now the present time
     * @return {@code now} while a session says so, the end of the session if it said so then; empty if the host does
     *     not hold the station
     */
    Optional<Instant> heldUntil(StationKey station, Instant now);
}
