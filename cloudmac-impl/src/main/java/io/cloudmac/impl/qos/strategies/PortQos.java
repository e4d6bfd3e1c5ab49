// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The QoS row of a port and its queues: desired, configured or read back.
 *
 * @param type the type in Open vSwitch, {@code linux-htb}
 * @param options other-config of the QoS row
 * @param queues other-config of the Queue rows, by queue number
 */
public record PortQos(String type, SortedMap<String, String> options,
        SortedMap<Integer, SortedMap<String, String>> queues) {
    /** The prefix of the types that the Linux kernel implements. */
    public static final String LINUX = "linux-";
    public static final String HTB = "linux-htb";
    public static final String HFSC = "linux-hfsc";
    public static final String PRIO = "linux-prio";
    public static final String CAKE = "linux-cake";

    public static PortQos of(final String type, final Map<String, String> options,
            final Map<Integer, ? extends Map<String, String>> queues) {
        final SortedMap<Integer, SortedMap<String, String>> sorted = new TreeMap<>();
        queues.forEach((number, queue) -> sorted.put(number, new TreeMap<>(queue)));
        return new PortQos(type, new TreeMap<>(options), sorted);
    }

    /** Returns true if the type has classes, whose options every Open vSwitch changes in place. */
    public boolean isClassful() {
        return type.equals(HTB) || type.equals(HFSC);
    }
}
