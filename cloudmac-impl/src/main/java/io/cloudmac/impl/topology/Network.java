// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A snapshot of the switches, their ports and the links between them.
 *
 * @param connected node ids of the switches that the controller is connected to
 * @param ports the ports that these switches report, by id
 * @param links the links whose ports are up, or not known to be down
 */
public record Network(Set<String> connected, Map<PortId, InterSwitchPorts.Port> ports, Set<InterSwitchLink> links) {
    public static final Network EMPTY = new Network(Set.of(), Map.of(), Set.of());

    public Network {
        connected = Set.copyOf(connected);
        ports = Map.copyOf(ports);
        links = Set.copyOf(links);
    }

    /** Returns true if a link to another switch begins at this port. */
    public boolean isInterSwitch(final PortId port) {
        return links.stream().anyMatch(link -> link.touches(port));
    }

    /** Returns both ends of all links, sorted. */
    public SortedSet<PortId> interSwitchPorts() {
        return links.stream().flatMap(link -> Stream.of(link.low(), link.high()))
            .collect(Collectors.toCollection(TreeSet::new));
    }
}
