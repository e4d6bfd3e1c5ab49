// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.Optional;
import java.util.Set;

/** Types of interfaces that cannot have the queues of a QoS row, although ovs-vswitchd accepts the row. */
final class PortTypes {
    private static final String KERNEL_QOS = "linux-";
    /** Interfaces of lib/netdev-vport.c of Open vSwitch with an outer packet, which the kernel routes. */
    private static final Set<String> TUNNELS = Set.of("bareudp", "erspan", "geneve", "gre", "gtpu", "ip6erspan",
        "ip6gre", "lisp", "srv6", "stt", "vxlan");

    private PortTypes() {
    }

    /**
     * Returns why an interface cannot have queues.
     *
     * @param type the type of the interface in the database; empty for a kernel interface
     * @param qos the type of the QoS row, for example {@code linux-htb}
     * @return the reason; empty if the type of the interface does not exclude queues
     */
    static Optional<String> noQueues(final String type, final String qos) {
        if ("patch".equals(type)) {
            return Optional.of("a patch port cannot have queues, because it hands frames to the other bridge at once;"
                + " use the ports where they leave the switch");
        }
        if (TUNNELS.contains(type)) {
            return Optional.of("a tunnel (" + type + ") cannot have queues, because the kernel sends its packets"
                + " through another interface; use a port on the path of the tunnel");
        }
        if (type.startsWith("dpdk") && qos.startsWith(KERNEL_QOS)) {
            return Optional.of("a port of type " + type + " cannot have queues of type " + qos
                + ", because it does not pass the kernel");
        }
        return Optional.empty();
    }
}
