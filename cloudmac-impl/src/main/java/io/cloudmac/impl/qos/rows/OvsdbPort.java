// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntryKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * The place of a switch port in topology {@code ovsdb:1}.
 *
 * @param switchNode the node of the Open vSwitch instance
 * @param bridge the node of the bridge
 * @param port the termination point
 */
public record OvsdbPort(NodeId switchNode, NodeId bridge, TpId port) {
    public static final InstanceIdentifier<Topology> TOPOLOGY = InstanceIdentifier.create(NetworkTopology.class)
        .child(Topology.class, new TopologyKey(new TopologyId("ovsdb:1")));
    /** The prefix of the qos-id of CloudMAC's rows. */
    public static final String QOS_PREFIX = "qos://cloudmac/";
    /** The prefix of the queue-id of CloudMAC's rows. */
    public static final String QUEUE_PREFIX = "queue://cloudmac/";

    private static final QosEntryKey ENTRY = new QosEntryKey(Uint32.ONE);

    static InstanceIdentifier<Node> node(final NodeId id) {
        return TOPOLOGY.child(Node.class, new NodeKey(id));
    }

    static InstanceIdentifier<QosEntries> qosRow(final NodeId switchNode, final String id) {
        return node(switchNode).augmentation(OvsdbNodeAugmentation.class)
            .child(QosEntries.class, new QosEntriesKey(new Uri(id)));
    }

    static InstanceIdentifier<Queues> queueRow(final NodeId switchNode, final String id) {
        return node(switchNode).augmentation(OvsdbNodeAugmentation.class)
            .child(Queues.class, new QueuesKey(new Uri(id)));
    }

    static InstanceIdentifier<QosEntry> reference(final NodeId bridge, final TpId port) {
        return node(bridge).child(TerminationPoint.class, new TerminationPointKey(port))
            .augmentation(OvsdbTerminationPointAugmentation.class).child(QosEntry.class, ENTRY);
    }

    /** Returns the id of this port's QoS row. */
    public String qosId() {
        return QOS_PREFIX + port.getValue();
    }

    /** Returns the id of one of this port's Queue rows. */
    String queueId(final int number) {
        return QUEUE_PREFIX + port.getValue() + "/" + number;
    }
}
