// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.topology.InterSwitchPorts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yangtools.concepts.Registration;

/** Inter-switch ports that a test sets. */
public final class FakePorts implements InterSwitchPorts {
    private final List<PortListener> listeners = new CopyOnWriteArrayList<>();
    private volatile List<Port> ports;
    private volatile Set<String> disconnected = Set.of();

    public FakePorts(final Port... ports) {
        this.ports = List.of(ports);
    }

    public void set(final Port... now) {
        ports = List.of(now);
        listeners.forEach(listener -> listener.interSwitchPortsChanged(ports));
    }

    /** Makes ports those of disconnected switches. Their links stay remembered. */
    public void disconnect(final String... ids) {
        disconnected = Set.of(ids);
    }

    public int listeners() {
        return listeners.size();
    }

    @Override
    public List<Port> interSwitchPorts() {
        return ports;
    }

    /** Returns a port of switch 1; the speed is in bit/s. */
    public static Port port(final int number, final String name, final long speed) {
        return new Port("openflow:1:" + number, "openflow:1", number, name, speed);
    }

    @Override
    public Optional<Port> port(final String id) {
        return ports.stream().filter(port -> port.id().equals(id) && !disconnected.contains(id)).findFirst();
    }

    @Override
    public Registration listen(final PortListener listener) {
        listener.interSwitchPortsChanged(ports);
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
