// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.admission.Authorizations;
import io.cloudmac.impl.learned.StationKey;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Holds the bound stations that may not exist: everybody in radio range can make up addresses. A station is proven when
 * the host of its VAP reports it as authorized. Without a session with that host, or if it was interrupted since the
 * station was bound, a frame after the first contact proves it. Stations bound before the start count as proven.
 *
 * <p>Used on the event loop.
 */
final class Unproven {
    /** The session that reports the authorizations of each station's VAP, at the time of the binding. */
    private final Map<StationKey, OptionalLong> stations = new HashMap<>();
    private final Authorizations authorizations;

    Unproven(final Authorizations authorizations) {
        this.authorizations = authorizations;
    }

    /** Adds a station that is bound now. */
    void add(final StationKey key) {
        stations.put(key, authorizations.reportingSession(key.bssid()));
    }

    /** Removes the stations that are no longer bound. */
    void retain(final Predicate<StationKey> isBound) {
        stations.keySet().removeIf(isBound.negate());
    }

    /**
     * Removes the stations that are proven.
     *
     * @param hasSent returns true if flow rules have forwarded a frame of a station to its VAP
     */
    void removeProven(final Predicate<StationKey> hasSent) {
        stations.entrySet().removeIf(each -> isProven(each.getKey(), each.getValue(), hasSent));
    }

    private boolean isProven(final StationKey key, final OptionalLong session,
            final Predicate<StationKey> hasSent) {
        return session.isPresent() && session.equals(authorizations.reportingSession(key.bssid()))
            ? authorizations.wasAuthorized(key) : hasSent.test(key);
    }

    boolean contains(final StationKey key) {
        return stations.containsKey(key);
    }
}
