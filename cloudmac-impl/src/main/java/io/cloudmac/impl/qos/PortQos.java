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
    /**
     * The QoS row that a port refers to, in the configuration or in the switch.
     *
     * @param id its qos-id
     * @param qos the row and its queues
     */
    record ReferencedQos(String id, PortQos qos) {
        /** Returns whether it is a row that CloudMAC made. */
        boolean isOurs() {
            return id.startsWith(OvsdbPort.QOS_PREFIX);
        }
    }

    /** What every type of the kernel's begins with. */
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
     * Whether the switch must be without a QoS row in between to come from here to there. Open vSwitch
     * without CloudMAC's patches gives a qdisc its options only when it installs it, but for the classful
     * ones: for the same type with other options it changes its own records, but not the kernel (seen in
     * 3.1 to 4.0). With them it changes what can be changed live, and reinstalls by itself what cannot.
     */
    boolean needsReinstallFor(final PortQos next, final SwitchCapabilities capabilities) {
        return !capabilities.changesLive() && type.equals(next.type) && !isClassful() && !options.equals(next.options);
    }

    /** Whether it is of a type with classes whose options every Open vSwitch changes in place. */
    boolean isClassful() {
        return type.equals(HTB) || type.equals(HFSC);
    }
}
