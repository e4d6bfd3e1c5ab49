// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The switches and what joins them, at one moment.
 *
 * @param connected node ids of the switches that the controller is connected to
 * @param ports their ports as they report them, by id
 * @param links the links that can be used
 */
public record Network(Set<String> connected, Map<PortId, InterSwitchPorts.Port> ports, Set<Link> links) {
    public static final Network EMPTY = new Network(Set.of(), Map.of(), Set.of());

    public Network {
        connected = Set.copyOf(connected);
        ports = Map.copyOf(ports);
        links = Set.copyOf(links);
    }

    /** Whether another switch hangs at a port. */
    public boolean isInterSwitch(final PortId port) {
        return links.stream().anyMatch(link -> link.touches(port));
    }

    /** Both ends of all links, in order. */
    public SortedSet<PortId> interSwitchPorts() {
        return links.stream().flatMap(link -> Stream.of(link.low(), link.high()))
            .collect(Collectors.toCollection(TreeSet::new));
    }
}
