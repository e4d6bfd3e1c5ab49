// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The WTPs that can serve virtual stations.
 *
 * @param all the WTPs that announce a radio for virtual stations
 * @param rooms those of them that may get further ones, and how many virtual stations they have room for
 * @param refusals whether a WTP (second argument) refuses the lease of a virtual station (first argument)
 * @param channels whether a radio of the WTP is on the channel of the virtual station's BSS; true if that is unknown
 */
record Antennas(Set<Mac> all, Map<Mac, Integer> rooms, BiPredicate<Mac, Mac> refusals,
        BiPredicate<Mac, Mac> channels) {
    boolean isRefused(final Mac station, final Mac wtp) {
        return refusals.test(station, wtp);
    }

    boolean isOnChannel(final Mac station, final Mac wtp) {
        return channels.test(station, wtp);
    }
}
