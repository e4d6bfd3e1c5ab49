// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The switches of a network, and the paths between them. Computes the paths from a switch once, at their first use. */
final class SwitchGraph {
    private final Network network;
    private final Map<String, PathTree> trees;
    private final Set<PortId> trunks;
    private final Set<String> switches;

    private SwitchGraph(final Network network, final Map<String, PathTree> trees, final Set<PortId> trunks) {
        this.network = network;
        this.trees = trees;
        this.trunks = trunks;
        final Set<String> nodes = new HashSet<>(network.connected());
        trunks.forEach(port -> nodes.add(port.node()));
        switches = Set.copyOf(nodes);
    }

    static SwitchGraph of(final Network network) {
        return new SwitchGraph(network, new HashMap<>(), network.interSwitchPorts());
    }

    /** Returns the graph of another network; with the same links, it keeps the known paths. */
    SwitchGraph follow(final Network now) {
        if (now == network) {
            return this;
        }
        return now.links().equals(network.links()) ? new SwitchGraph(now, trees, trunks) : of(now);
    }

    /** Returns true if both graphs have the same paths. */
    boolean hasSamePathsAs(final SwitchGraph other) {
        return trees == other.trees;
    }

    /** Returns the node ids of connected switches, and of those with a link. */
    Set<String> switches() {
        return switches;
    }

    /** Returns true if a port is an end of a link between switches. */
    boolean isTrunk(final PortId port) {
        return trunks.contains(port);
    }

    /**
     * Returns the path from the port of a host to the port of a WTP.
     *
     * @return empty if there is no path, or no such WTP
     */
    Optional<List<Hop>> path(final PortId host, final Mac wtp, final Assignment assignment) {
        return Optional.ofNullable(assignment.wtps().get(wtp)).flatMap(port ->
            trees.computeIfAbsent(host.node(), root -> PathTree.of(network, root)).path(host, port));
    }
}
