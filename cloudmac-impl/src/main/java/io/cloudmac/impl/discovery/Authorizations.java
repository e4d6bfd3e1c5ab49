// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
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
}
