// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class of an HTB or HFSC policy.
 *
 * @param queue the queue number
 * @param minRate the guaranteed rate, bit/s; 0 if not set
 * @param maxRate the maximum rate, bit/s; 0 selects the link rate
 * @param priority the priority for borrowing, lowest first; empty if the type has none
 * @param burstBytes the maximum burst, octets; 0 selects Open vSwitch's default
 * @param leaf the leaf qdisc; empty selects the kernel's default FIFO
 */
record ShapedClass(int queue, long minRate, long maxRate, Optional<Integer> priority, long burstBytes,
        Optional<Leaf> leaf) {
    private static final int BITS = 8;

    /** Returns the other-config of the Queue row for a link rate in bit/s. */
    SortedMap<String, String> options(final long linkRate) {
        final SortedMap<String, String> options = new TreeMap<>(Map.of(
            "max-rate", Long.toString(maxRate == 0 ? linkRate : maxRate)));
        priority.ifPresent(value -> options.put("priority", Integer.toString(value)));
        if (minRate != 0) {
            options.put("min-rate", Long.toString(minRate));
        }
        if (burstBytes != 0) {
            options.put("burst", Long.toString(burstBytes * BITS));
        }
        leaf.ifPresent(each -> each.addTo(options));
        return options;
    }
}
