// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;

/**
 * All connected and configured switches.
 *
 * @param states  by node id, from ovsdb-state
 * @param nodes   nodes of the connected switches by node id
 * @param bridges bridges of the connected switches by node id of the switch, ordered by name
 */
record Switches(Map<String, Switch> states, Map<String, Node> nodes, Map<String, List<Node>> bridges) {
    /**
     * Sorts the contents of the operational datastore.
     *
     * @param state    may be null
     * @param topology may be null
     */
    static Switches of(final OvsdbState state, final Topology topology) {
        final Switches all = new Switches(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        if (state != null) {
            state.nonnullSwitch().values().forEach(each -> all.states.put(each.requireNodeId().getValue(), each));
        }
        if (topology != null) {
            topology.nonnullNode().values().forEach(all::add);
        }
        all.bridges.values().forEach(list -> list.sort(Comparator.comparing(Switches::bridgeName)));
        return all;
    }

    private void add(final Node node) {
        if (node.augmentation(OvsdbNodeAugmentation.class) != null) {
            nodes.put(node.requireNodeId().getValue(), node);
        }
        final OvsdbBridgeAugmentation bridge = node.augmentation(OvsdbBridgeAugmentation.class);
        if (bridge != null && bridge.getManagedBy() != null) {
            bridges.computeIfAbsent(bridge.getManagedBy().getValue().firstKeyOf(Node.class).getNodeId().getValue(),
                id -> new ArrayList<>()).add(node);
        }
    }

    /** Returns the name of a bridge, or its node id if it has no name. */
    static String bridgeName(final Node bridge) {
        final var name = bridge.augmentation(OvsdbBridgeAugmentation.class).getBridgeName();
        return name == null ? bridge.requireNodeId().getValue() : name.getValue();
    }

    /** Returns the node ids of all switches in order. */
    SortedSet<String> ids() {
        final SortedSet<String> ids = new TreeSet<>(states.keySet());
        ids.addAll(nodes.keySet());
        return ids;
    }

    /** Returns the data of a connected switch. */
    Optional<OvsdbNodeAugmentation> node(final String id) {
        return Optional.ofNullable(nodes.get(id)).map(node -> node.augmentation(OvsdbNodeAugmentation.class));
    }

    /** Returns the bridges of a switch. */
    List<Node> bridgesOf(final String id) {
        return bridges.getOrDefault(id, List.of());
    }

    /**
     * Finds a switch by its node id, or by a unique start of the node id or of its last part (the UUID).
     *
     * @throws IllegalArgumentException if no switch or more than one matches; the message lists the switches
     */
    String resolve(final String given) {
        final SortedSet<String> all = ids();
        if (all.contains(given)) {
            return given;
        }
        final List<String> found = all.stream()
            .filter(id -> id.startsWith(given) || id.substring(id.lastIndexOf('/') + 1).startsWith(given)).toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new IllegalArgumentException(found.isEmpty()
            ? "no switch " + given + (all.isEmpty() ? ": no switch is known" : "; known switches: " + list(all))
            : given + " matches several switches: " + list(found));
    }

    private static String list(final Iterable<String> ids) {
        return String.join(", ", ids);
    }
}
