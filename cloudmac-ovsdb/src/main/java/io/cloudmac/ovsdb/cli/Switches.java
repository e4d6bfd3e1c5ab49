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
 * All switches that are configured or connected.
 *
 * @param states  by node id, as ovsdb-state has them
 * @param nodes   of those that are connected, by node id
 * @param bridges of those that are connected, by node id of the switch, ordered by name
 */
record Switches(Map<String, Switch> states, Map<String, Node> nodes, Map<String, List<Node>> bridges) {
    /**
     * Sorts what the operational datastore has.
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

    /** A bridge's own name; its node id where it has none. */
    static String bridgeName(final Node bridge) {
        final var name = bridge.augmentation(OvsdbBridgeAugmentation.class).getBridgeName();
        return name == null ? bridge.requireNodeId().getValue() : name.getValue();
    }

    /** Node ids of all switches, ordered. */
    SortedSet<String> ids() {
        final SortedSet<String> ids = new TreeSet<>(states.keySet());
        ids.addAll(nodes.keySet());
        return ids;
    }

    /** What is known of a switch itself while it is connected. */
    Optional<OvsdbNodeAugmentation> node(final String id) {
        return Optional.ofNullable(nodes.get(id)).map(node -> node.augmentation(OvsdbNodeAugmentation.class));
    }

    /** The bridges of a switch. */
    List<Node> bridgesOf(final String id) {
        return bridges.getOrDefault(id, List.of());
    }

    /**
     * The switch that somebody means: its node id, the beginning of it, or the beginning of its last part
     * (of the UUID), if there is no other one.
     *
     * @throws IllegalArgumentException if there is none or more than one; the message says which there are
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
            ? "no switch " + given + (all.isEmpty() ? ": there is none at all" : "; there are " + list(all))
            : given + " may be any of " + list(found));
    }

    private static String list(final Iterable<String> ids) {
        return String.join(", ", ids);
    }
}
