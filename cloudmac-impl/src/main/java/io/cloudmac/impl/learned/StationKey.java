// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * A station of a VAP. A station that uses two VAPs has two keys and two bindings.
 *
 * @param bssid the VAP
 * @param station the station's address
 */
public record StationKey(Mac bssid, Mac station) implements Comparable<StationKey> {
    /** Returns the key of a virtual station. Its address takes the place of the BSSID, as in the radio tag. */
    public static StationKey virtual(final Mac station) {
        return new StationKey(station, station);
    }

    /** Returns true if this is the key of a virtual station. */
    public boolean isVirtual() {
        return bssid.equals(station);
    }

    @Override
    public int compareTo(final StationKey other) {
        final int byVap = bssid.compareTo(other.bssid);
        return byVap != 0 ? byVap : station.compareTo(other.station);
    }
}
