// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

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
record PortQos(String type, SortedMap<String, String> options, SortedMap<Integer, SortedMap<String, String>> queues) {
    /**
     * The QoS row that a port refers to, in the configuration or in the switch.
     *
     * @param id its qos-id
     * @param qos the row and its queues
     */
    record ReferencedQos(String id, PortQos qos) {
        /** Returns true if CloudMAC created the row. */
        boolean isOurs() {
            return id.startsWith(OvsdbPort.QOS_PREFIX);
        }
    }

    /** The prefix of the types that the Linux kernel implements. */
    static final String LINUX = "linux-";
    static final String HTB = "linux-htb";
    static final String HFSC = "linux-hfsc";
    static final String PRIO = "linux-prio";
    static final String CAKE = "linux-cake";

    static PortQos of(final String type, final Map<String, String> options,
            final Map<Integer, ? extends Map<String, String>> queues) {
        final SortedMap<Integer, SortedMap<String, String>> sorted = new TreeMap<>();
        queues.forEach((number, queue) -> sorted.put(number, new TreeMap<>(queue)));
        return new PortQos(type, new TreeMap<>(options), sorted);
    }

    /**
     * Returns true if the switch must remove this row before it gets {@code next}. Without the CloudMAC patches, Open
     * vSwitch passes the options of a classless qdisc to the kernel only when it installs the qdisc. If only the
     * options change, it updates its own records but not the kernel (observed in 3.1 to 4.0). With the patches, it
     * changes options live or reinstalls the qdisc itself.
     */
    boolean needsReinstallFor(final PortQos next, final SwitchCapabilities capabilities) {
        return !capabilities.changesLive() && type.equals(next.type) && !isClassful() && !options.equals(next.options);
    }

    /** Returns true if the type has classes, whose options every Open vSwitch changes in place. */
    boolean isClassful() {
        return type.equals(HTB) || type.equals(HFSC);
    }
}
