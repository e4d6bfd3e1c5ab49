// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * A station of a VAP. A station that uses two VAPs has two keys and two bindings.
 *
 * @param bssid the VAP
 * @param station the station's address
 */
public record StationKey(Mac bssid, Mac station) implements Client {
    @Override
    public Mac stack() {
        return bssid;
    }
}
