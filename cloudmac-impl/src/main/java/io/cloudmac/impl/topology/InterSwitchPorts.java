// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.List;
import org.opendaylight.yangtools.concepts.Registration;

/** The switch ports at both ends of the links between switches. */
public interface InterSwitchPorts extends KnownPorts {
    /**
     * A switch port.
     *
     * @param id node-connector id, {@code openflow:1:2}
     * @param node the switch's node id, {@code openflow:1}
     * @param number OpenFlow port number
     * @param name interface name that the switch reports; the port's id while the switch is disconnected
     * @param speed speed that the switch reports, bit/s; 0 if it reports none
     */
    record Port(String id, String node, long number, String name, long speed) {
        /** Returns a port of a disconnected switch, with its id as the name, so that its policy still applies. */
        static Port disconnected(final PortId id) {
            return new Port(id.toString(), id.node(), id.number(), id.toString(), 0);
        }
    }

    /** A listener that runs on the event loop and must not block. */
    @FunctionalInterface
    interface PortListener {
        void interSwitchPortsChanged(List<Port> ports);
    }

    /** Registers a listener and calls it once with the current ports. */
    Registration listen(PortListener listener);
}
