// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** A snapshot of the switches, their ports and the links between them. */
public final class Network {
    public static final Network EMPTY = new Network(Set.of(), Map.of(), Set.of());

    private final Set<String> connected;
    private final Map<PortId, InterSwitchPorts.Port> ports;
    private final Set<InterSwitchLink> links;
    private final Set<PortId> interSwitch;
    private final SortedSet<PortId> sorted;

    /**
     * Takes a snapshot.
     *
     * @param connected node ids of the switches that the controller is connected to
     * @param ports the ports that these switches report, by id
     * @param links the links whose ports are up, or not known to be down
     */
    public Network(final Set<String> connected, final Map<PortId, InterSwitchPorts.Port> ports,
            final Set<InterSwitchLink> links) {
        this.connected = Set.copyOf(connected);
        this.ports = Map.copyOf(ports);
        this.links = Set.copyOf(links);
        final SortedSet<PortId> ends = new TreeSet<>();
        links.forEach(link -> Collections.addAll(ends, link.low(), link.high()));
        sorted = Collections.unmodifiableSortedSet(ends);
        interSwitch = Set.copyOf(ends);
    }

    /** Returns the node ids of the switches that the controller is connected to. */
    public Set<String> connected() {
        return connected;
    }

    /** Returns the ports that these switches report, by id. */
    public Map<PortId, InterSwitchPorts.Port> ports() {
        return ports;
    }

    /** Returns the links whose ports are up, or not known to be down. */
    public Set<InterSwitchLink> links() {
        return links;
    }

    /** Returns true if a link to another switch begins at this port. */
    public boolean isInterSwitch(final PortId port) {
        return interSwitch.contains(port);
    }

    /** Returns both ends of all links, sorted. */
    public SortedSet<PortId> interSwitchPorts() {
        return sorted;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Network network && connected.equals(network.connected) && ports.equals(network.ports)
            && links.equals(network.links);
    }

    @Override
    public int hashCode() {
        return Objects.hash(connected, ports, links);
    }

    @Override
    public String toString() {
        return "Network[connected=" + connected + ", ports=" + ports + ", links=" + links + ']';
    }
}
