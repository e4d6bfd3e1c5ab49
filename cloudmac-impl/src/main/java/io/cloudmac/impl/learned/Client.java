// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * What a WTP serves: a station of a VAP, or a virtual station. Ordered by the address of its 802.11 stack, then by the
 * station's address.
 */
public sealed interface Client extends Comparable<Client> permits StationKey, VirtualClient {
    /** Returns the station's address. */
    Mac station();

    /**
     * Returns the address of the 802.11 stack in the VM: the BSSID of the VAP, or the address of the virtual station.
     * Policies, rules for rate and power, and the published state name it as the BSSID.
     */
    Mac stack();

    /** Returns the id in the radio tag of its frames. */
    default int tagId() {
        return stack().lastTwoOctets();
    }

    @Override
    default int compareTo(final Client other) {
        final int byStack = stack().compareTo(other.stack());
        final int byStation = station().compareTo(other.station());
        return byStack != 0 ? byStack : byStation != 0 ? byStation
            : Boolean.compare(this instanceof VirtualClient, other instanceof VirtualClient);
    }
}
