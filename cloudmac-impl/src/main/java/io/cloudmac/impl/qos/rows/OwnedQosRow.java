// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntry;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * A QoS row of CloudMAC in the configuration.
 *
 * @param switchNode the node of the Open vSwitch instance
 * @param id its qos-id
 * @param portId the id of its switch port; empty if the row does not contain it
 * @param qos the row and its queues
 * @param references the port entries that refer to it
 */
public record OwnedQosRow(NodeId switchNode, String id, Optional<String> portId, PortQos qos,
        List<InstanceIdentifier<QosEntry>> references) {

    /** Returns all QoS rows of CloudMAC in a topology. */
    public static List<OwnedQosRow> in(final OvsdbView configured) {
        final List<OwnedQosRow> rows = new ArrayList<>();
        for (final Node node : configured.nodes()) {
            final OvsdbNodeAugmentation ovsdb = node.augmentation(OvsdbNodeAugmentation.class);
            if (ovsdb != null) {
                ovsdb.nonnullQosEntries().values().stream()
                    .filter(entry -> entry.requireQosId().getValue().startsWith(OvsdbPort.QOS_PREFIX))
                    .forEach(entry -> rows.add(new OwnedQosRow(node.getNodeId(), entry.requireQosId().getValue(),
                        RowCodec.portId(entry), RowCodec.read(ovsdb, entry),
                        references(configured, node.getNodeId(), entry))));
            }
        }
        return rows;
    }

    /** Returns the ids of CloudMAC's queues at a switch that belong to a QoS row. */
    static List<String> queuesOf(final OvsdbView configured, final NodeId switchNode, final String qosId) {
        final String prefix = OvsdbPort.QUEUE_PREFIX + qosId.substring(OvsdbPort.QOS_PREFIX.length()) + "/";
        final List<String> ids = new ArrayList<>();
        for (final Node node : configured.nodes()) {
            final OvsdbNodeAugmentation ovsdb = node.augmentation(OvsdbNodeAugmentation.class);
            if (ovsdb != null && node.getNodeId().equals(switchNode)) {
                ovsdb.nonnullQueues().keySet().stream().map(key -> key.getQueueId().getValue())
                    .filter(id -> id.startsWith(prefix)).forEach(ids::add);
            }
        }
        return ids;
    }

    private static List<InstanceIdentifier<QosEntry>> references(final OvsdbView configured, final NodeId switchNode,
            final QosEntries entry) {
        final List<InstanceIdentifier<QosEntry>> references = new ArrayList<>();
        for (final Node bridge : configured.nodes()) {
            for (final TerminationPoint tp : bridge.nonnullTerminationPoint().values()) {
                final var ovsdb = tp.augmentation(OvsdbTerminationPointAugmentation.class);
                if (ovsdb != null && ovsdb.nonnullQosEntry().values().stream().anyMatch(each -> {
                    final var target = each.requireQosRef().getValue();
                    return entry.key().equals(target.firstKeyOf(QosEntries.class))
                        && switchNode.equals(target.firstKeyOf(Node.class).getNodeId());
                })) {
                    references.add(OvsdbPort.reference(bridge.getNodeId(), tp.getTpId()));
                }
            }
        }
        return references;
    }
}
