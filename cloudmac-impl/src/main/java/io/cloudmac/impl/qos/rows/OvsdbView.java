// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.port.programming.Status;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.DatapathId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPointKey;

/** The QoS parts of topology {@code ovsdb:1}, of the configuration or the operational datastore. */
public final class OvsdbView {
    private final Map<NodeKey, Node> nodes;

    public OvsdbView(final Optional<Topology> topology) {
        nodes = topology.map(Topology::nonnullNode).orElse(Map.of());
    }

    /** Returns the place of a switch port, found by datapath id and OpenFlow port number, or else by its name. */
    public Optional<OvsdbPort> locate(final Port port) {
        return nodes.values().stream().filter(node -> isBridge(node, port.node())).findFirst().flatMap(bridge -> {
            final OvsdbBridgeAugmentation ovsdb = bridge.augmentation(OvsdbBridgeAugmentation.class);
            final NodeKey owner = ovsdb.getManagedBy() == null ? null
                : ovsdb.getManagedBy().getValue().firstKeyOf(Node.class);
            return owner == null ? Optional.empty() : tp(bridge, port)
                .map(tp -> new OvsdbPort(owner.getNodeId(), bridge.getNodeId(), tp.getTpId()));
        });
    }

    /** Returns true if an OVSDB session shows the bridge of a switch. */
    public boolean hasBridge(final String openFlowNode) {
        return nodes.values().stream().anyMatch(node -> isBridge(node, openFlowNode));
    }

    /** Returns true if the topology contains an Open vSwitch instance. */
    boolean hasSwitch(final NodeId node) {
        return nodes.containsKey(new NodeKey(node));
    }

    /** Returns the QoS row that a port refers to. */
    public Optional<ReferencedQos> at(final OvsdbPort port) {
        final TerminationPoint tp = tp(port);
        final OvsdbTerminationPointAugmentation ovsdb = tp == null ? null
            : tp.augmentation(OvsdbTerminationPointAugmentation.class);
        if (ovsdb == null || ovsdb.nonnullQosEntry().isEmpty()) {
            return Optional.empty();
        }
        final QosEntriesKey key = ovsdb.nonnullQosEntry().values().iterator().next().requireQosRef().getValue()
            .firstKeyOf(QosEntries.class);
        return Optional.ofNullable(key).map(each -> found(port.switchNode(), each));
    }

    /** Returns the QoS types that the switch offers at a port. */
    public SwitchCapabilities capabilities(final OvsdbPort port) {
        final TerminationPoint tp = tp(port);
        final PortProgramming ours = tp == null ? null : tp.augmentation(PortProgramming.class);
        return ours == null ? SwitchCapabilities.STOCK : SwitchCapabilities.of(ours.nonnullStatus().values().stream()
            .collect(Collectors.toMap(Status::getName, Status::getValue)));
    }

    /** Returns the configuration numbers of the switch of a port. */
    public AppliedRows.Count count(final OvsdbPort port) {
        final Node node = nodes.get(new NodeKey(port.switchNode()));
        final NodeProgramming ours = node == null ? null : node.augmentation(NodeProgramming.class);
        return ours == null || ours.getNextCfg() == null || ours.getCurCfg() == null ? AppliedRows.Count.UNKNOWN
            : new AppliedRows.Count(ours.getNextCfg(), ours.getCurCfg());
    }

    /** Returns all nodes. */
    Iterable<Node> nodes() {
        return nodes.values();
    }

    private ReferencedQos found(final NodeId switchNode, final QosEntriesKey key) {
        final String id = key.getQosId().getValue();
        final Node node = nodes.get(new NodeKey(switchNode));
        final OvsdbNodeAugmentation ovsdb = node == null ? null : node.augmentation(OvsdbNodeAugmentation.class);
        final QosEntries entry = ovsdb == null ? null : ovsdb.nonnullQosEntries().get(key);
        return new ReferencedQos(id, entry == null ? PortQos.of("missing", Map.of(), Map.of())
            : RowCodec.read(ovsdb, entry));
    }

    private TerminationPoint tp(final OvsdbPort port) {
        final Node bridge = nodes.get(new NodeKey(port.bridge()));
        return bridge == null ? null : bridge.nonnullTerminationPoint().get(new TerminationPointKey(port.port()));
    }

    private static Optional<TerminationPoint> tp(final Node bridge, final Port port) {
        final var points = bridge.nonnullTerminationPoint().values();
        return points.stream().filter(tp -> isNumber(tp, port.number())).findFirst().or(() -> points.stream()
            .filter(tp -> !port.name().isEmpty() && tp.requireTpId().getValue().equals(port.name())).findFirst());
    }

    private static boolean isNumber(final TerminationPoint tp, final long number) {
        final OvsdbTerminationPointAugmentation ovsdb = tp.augmentation(OvsdbTerminationPointAugmentation.class);
        if (ovsdb != null && ovsdb.getOfport() != null && ovsdb.getOfport().toJava() == number) {
            return true;
        }
        final PortProgramming members = tp.augmentation(PortProgramming.class);
        return members != null && members.getOfport() != null
            && members.getOfport().stream().anyMatch(member -> member.toJava() == number);
    }

    private static boolean isBridge(final Node node, final String openFlowNode) {
        final OvsdbBridgeAugmentation ovsdb = node.augmentation(OvsdbBridgeAugmentation.class);
        return ovsdb != null && ovsdb.getDatapathId() != null && openFlow(ovsdb.getDatapathId()).equals(openFlowNode);
    }

    /** Returns the node id of a datapath in {@code opendaylight-inventory}. */
    static String openFlow(final DatapathId datapath) {
        return "openflow:" + Long.toUnsignedString(
            Long.parseUnsignedLong(datapath.getValue().replace(":", ""), 16));
    }
}
