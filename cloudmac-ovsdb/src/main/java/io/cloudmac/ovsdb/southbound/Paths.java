// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.SwitchListener;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Paths in the datastore and names of nodes, as upstream defines them. */
final class Paths {
    static final TopologyKey TOPOLOGY_KEY = new TopologyKey(new TopologyId("ovsdb:1"));
    static final InstanceIdentifier<Topology> TOPOLOGY =
        InstanceIdentifier.create(NetworkTopology.class).child(Topology.class, TOPOLOGY_KEY);
    /** The published state of all switches, connected or not. */
    static final InstanceIdentifier<Switch> STATES =
        InstanceIdentifier.create(OvsdbState.class).child(Switch.class);

    private static final String UUID_PREFIX = "ovsdb://uuid/";
    private static final String BRIDGE = "/bridge/";
    private static final Pattern NODE_IN_PATH = Pattern.compile("node-id='([^']+)'");

    private Paths() {
    }

    /** Returns the name of a switch: the one that a controller gave it, or one built from its root row's UUID. */
    static NodeId switchId(final UUID root, final Map<String, String> externalIds) {
        final Matcher named = NODE_IN_PATH.matcher(externalIds.getOrDefault(SwitchListener.NAME_KEY, ""));
        return new NodeId(named.find() ? named.group(1) : UUID_PREFIX + root);
    }

    static NodeId bridgeId(final NodeId switchId, final String bridge) {
        return new NodeId(switchId.getValue() + BRIDGE + bridge);
    }

    /** Returns the switch that the node id of a bridge names. */
    static Optional<NodeId> switchOfBridge(final NodeId bridgeId) {
        final int end = bridgeId.getValue().lastIndexOf(BRIDGE);
        return end < 1 ? Optional.empty() : Optional.of(new NodeId(bridgeId.getValue().substring(0, end)));
    }

    /** Returns the bridge's name in its node id. */
    static Optional<String> bridgeName(final NodeId bridgeId) {
        final int end = bridgeId.getValue().lastIndexOf(BRIDGE);
        return end < 1 ? Optional.empty() : Optional.of(bridgeId.getValue().substring(end + BRIDGE.length()));
    }

    static InstanceIdentifier<Node> node(final NodeId id) {
        return TOPOLOGY.child(Node.class, new NodeKey(id));
    }

    /** Returns the path of a node in the form that OpenDaylight writes into external_ids. */
    static String mark(final NodeId id) {
        return "/network-topology:network-topology/network-topology:topology[network-topology:topology-id='ovsdb:1']"
            + "/network-topology:node[network-topology:node-id='" + id.getValue() + "']";
    }

    static InstanceIdentifier<QosEntries> qos(final NodeId switchId, final QosEntriesKey key) {
        return node(switchId).augmentation(OvsdbNodeAugmentation.class).child(QosEntries.class, key);
    }

    static InstanceIdentifier<Queues> queue(final NodeId switchId, final QueuesKey key) {
        return node(switchId).augmentation(OvsdbNodeAugmentation.class).child(Queues.class, key);
    }

    static InstanceIdentifier<Switch> state(final NodeId switchId) {
        return InstanceIdentifier.create(OvsdbState.class).child(Switch.class, new SwitchKey(switchId));
    }
}
