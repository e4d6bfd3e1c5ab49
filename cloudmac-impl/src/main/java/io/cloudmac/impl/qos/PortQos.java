// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The QoS row of a port and its queues, as wanted, configured or found.
 *
 * @param type as Open vSwitch spells it, {@code linux-htb}
 * @param options other-config of the QoS row
 * @param queues other-config of the Queue rows, by queue number
 */
record PortQos(String type, SortedMap<String, String> options, SortedMap<Integer, SortedMap<String, String>> queues) {
    static final String HTB = "linux-htb";
    static final String SFQ = "linux-sfq";
    static final String CODEL = "linux-codel";
    static final String FQ_CODEL = "linux-fq_codel";

    static PortQos of(final String type, final Map<String, String> options,
            final Map<Integer, ? extends Map<String, String>> queues) {
        final SortedMap<Integer, SortedMap<String, String>> sorted = new TreeMap<>();
        queues.forEach((number, queue) -> sorted.put(number, new TreeMap<>(queue)));
        return new PortQos(type, new TreeMap<>(options), sorted);
    }

    /**
     * Whether the switch must be without a QoS row in between to come from here to there. Open vSwitch
     * gives a qdisc its options only when it installs it, except for HTB: for the same type with other
     * options it changes its own records, but not the kernel (seen in 3.1 to 4.0).
     */
    boolean needsReinstallFor(final PortQos next) {
        return type.equals(next.type) && !type.equals(HTB) && !options.equals(next.options);
    }
}
