// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * A station as a VAP knows it. One that talks to two VAPs is bound twice.
 *
 * @param bssid the VAP
 * @param station the station's address
 */
public record StationKey(Mac bssid, Mac station) implements Comparable<StationKey> {
    @Override
    public int compareTo(final StationKey other) {
        final int byVap = bssid.compareTo(other.bssid);
        return byVap != 0 ? byVap : station.compareTo(other.station);
    }
}
