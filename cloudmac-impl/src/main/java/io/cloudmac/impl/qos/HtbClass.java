// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class of an HTB policy.
 *
 * @param queue its number
 * @param minRate assured, bit/s; 0: none said
 * @param maxRate never more, bit/s; 0: the link's rate
 * @param priority who borrows first: the lowest
 * @param burstBytes sent at once at most, octets; 0: Open vSwitch's choice
 */
record HtbClass(int queue, long minRate, long maxRate, int priority, long burstBytes) {
    private static final int BITS = 8;

    /** Returns the other-config of its Queue row. */
    SortedMap<String, String> options(final long linkRate) {
        final SortedMap<String, String> options = new TreeMap<>(Map.of(
            "max-rate", Long.toString(maxRate == 0 ? linkRate : maxRate),
            "priority", Integer.toString(priority)));
        if (minRate != 0) {
            options.put("min-rate", Long.toString(minRate));
        }
        if (burstBytes != 0) {
            options.put("burst", Long.toString(burstBytes * BITS));
        }
        return options;
    }
}
