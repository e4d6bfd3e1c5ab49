// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.List;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;

/** The switch ports that links between switches begin or end at. */
public interface InterSwitchPorts {
    /**
     * A switch port.
     *
     * @param id node-connector id, {@code openflow:1:2}
     * @param node the switch's node id, {@code openflow:1}
     * @param number OpenFlow port number
     * @param name interface name as the switch reports it; its id while the
     *     switch is away
     * @param speed as the switch reports it, bit/s; 0 where it does not
     */
    record Port(String id, String node, long number, String name, long speed) {
    }

    /** Told of every change, on a thread that must not be blocked. */
    @FunctionalInterface
    interface PortListener {
        void interSwitchPortsChanged(List<Port> ports);
    }

    /** Both ends of every link between switches now, ordered by id. */
    List<Port> interSwitchPorts();

    /** Any known port by its node-connector id. */
    Optional<Port> port(String id);

    /** Registers; the listener is told the present ports at once. */
    Registration listen(PortListener listener);
}
