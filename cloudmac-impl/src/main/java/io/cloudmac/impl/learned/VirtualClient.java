// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.wire.Mac;

/**
 * A virtual station.
 *
 * @param station its address
 */
public record VirtualClient(Mac station) implements Client {
    @Override
    public Mac stack() {
        return station;
    }
}
