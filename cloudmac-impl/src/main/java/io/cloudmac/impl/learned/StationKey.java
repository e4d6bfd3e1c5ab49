// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * A station of a VAP. A station that uses two VAPs has two keys and two bindings.
 *
 * <p>A virtual station has a key too: its address takes the place of the BSSID on the wire, so both parts are its
 * address.
 *
 * @param bssid the VAP
 * @param station the station's address
 */
public record StationKey(Mac bssid, Mac station) implements Comparable<StationKey> {
    /** Returns the key of a virtual station. */
    public static StationKey ofVirtualStation(final Mac address) {
        return new StationKey(address, address);
    }

    /** Returns true if this is a virtual station, and no station of a VAP. */
    public boolean isVirtualStation() {
        return bssid.equals(station);
    }

    @Override
    public int compareTo(final StationKey other) {
        final int byVap = bssid.compareTo(other.bssid);
        return byVap != 0 ? byVap : station.compareTo(other.station);
    }
}
