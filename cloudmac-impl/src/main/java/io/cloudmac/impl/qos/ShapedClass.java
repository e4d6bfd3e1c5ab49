// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class of an HTB or HFSC policy.
 *
 * @param queue its number
 * @param minRate assured, bit/s; 0: none said
 * @param maxRate never more, bit/s; 0: the link's rate
 * @param priority who borrows first: the lowest; empty: this type knows none
 * @param burstBytes sent at once at most, octets; 0: Open vSwitch's choice
 * @param leaf how its packets wait; empty: in the kernel's own FIFO
 */
record ShapedClass(int queue, long minRate, long maxRate, Optional<Integer> priority, long burstBytes,
        Optional<Leaf> leaf) {
    private static final int BITS = 8;

    /** Returns the other-config of its Queue row. */
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
