// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.PortProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QueueProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.Mirror;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.node.programming.mirror.output.OutputVlan;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;

/**
 * Prints a switch as an indented tree like {@code ovs-vsctl show}, with RESTCONF's names and the programming
 * states.
 */
final class SwitchTree {
    private static final String STEP = "    ";

    private final StringBuilder text = new StringBuilder();
    private int depth;

    private SwitchTree() {
    }

    /** Returns the lines of a switch. */
    static String of(final Switches switches, final String id) {
        final SwitchTree tree = new SwitchTree();
        tree.under(id, () -> tree.addSwitch(switches, id));
        return tree.text.toString();
    }

    private void addSwitch(final Switches switches, final String id) {
        final Switch state = switches.states().get(id);
        final OvsdbNodeAugmentation node = switches.node(id).orElse(null);
        final String since = state == null || state.getSince() == null ? "" : " since " + state.getSince().getValue();
        value("owner", Text.get(state, Switch::getOwner));
        if (node == null) {
            value("not connected" + since, NodeTable.whyNot(state));
            if (state != null) {
                ErrorTable.entries(state, true).forEach(entry -> value(entry.getKind().getName() + " " + entry.getId(),
                    Text.programming(entry.getProgramming())));
            }
            return;
        }
        value("connected" + since, NodeTable.remote(node));
        value("programming", programming(switches.nodes().get(id)));
        value("ovs_version", node.getOvsVersion());
        value("db_version", node.getDbVersion());
        value("external_ids", Text.pairs(node.nonnullOpenvswitchExternalIds().values(),
            each -> each.requireExternalIdKey(), each -> each.getExternalIdValue()));
        value("other_config", Text.pairs(node.nonnullOpenvswitchOtherConfigs().values(),
            each -> each.requireOtherConfigKey(), each -> each.getOtherConfigValue()));
        sorted(node.nonnullManagerEntry().values(), each -> each.requireTarget().getValue()).forEach(manager ->
            under("Manager " + manager.requireTarget().getValue(), () -> value("connected", manager.getConnected())));
        switches.bridgesOf(id).forEach(bridge ->
            under("Bridge " + Switches.bridgeName(bridge), () -> addBridge(bridge)));
        sorted(node.nonnullQosEntries().values(), each -> each.requireQosId().getValue()).forEach(qos ->
            under("QoS " + qos.requireQosId().getValue(), () -> addQos(qos)));
        sorted(node.nonnullQueues().values(), each -> each.requireQueueId().getValue()).forEach(queue ->
            under("Queue " + queue.requireQueueId().getValue(), () -> addQueue(queue)));
    }

    private void addBridge(final Node node) {
        final OvsdbBridgeAugmentation bridge = node.augmentation(OvsdbBridgeAugmentation.class);
        value("node", node.requireNodeId().getValue());
        value("programming", programming(node));
        value("datapath_id", Text.get(bridge.getDatapathId(), each -> each.getValue()));
        value("datapath_type", Text.identity(bridge.getDatapathType(), "datapath-type-"));
        value("fail_mode", Text.identity(bridge.getFailMode(), "ovsdb-fail-mode-"));
        value("protocols", bridge.nonnullProtocolEntry().values().stream()
            .map(each -> Text.identity(each.getProtocol(), "ovsdb-bridge-protocol-")).sorted()
            .collect(Collectors.joining(" ")));
        sorted(bridge.nonnullControllerEntry().values(), each -> each.requireTarget().getValue())
            .forEach(controller -> under("Controller " + controller.requireTarget().getValue(),
                () -> value("connected", controller.getIsConnected())));
        sorted(node.nonnullTerminationPoint().values(), each -> each.requireTpId().getValue())
            .forEach(port -> under("Port " + port.requireTpId().getValue(), () -> addPort(port)));
        final NodeProgramming ours = node.augmentation(NodeProgramming.class);
        if (ours != null) {
            sorted(ours.nonnullMirror().values(), Mirror::requireName).forEach(mirror ->
                under("Mirror " + mirror.requireName(), () -> addMirror(mirror)));
        }
    }

    private void addPort(final TerminationPoint point) {
        final PortProgramming ours = point.augmentation(PortProgramming.class);
        final OvsdbTerminationPointAugmentation port = point.augmentation(OvsdbTerminationPointAugmentation.class);
        value("programming", Text.get(ours, each -> Text.programming(each.getProgramming())));
        if (port != null) {
            value("type", Text.identity(port.getInterfaceType(), "interface-type-"));
            value("ofport", port.getOfport());
            value("options", Text.pairs(port.nonnullOptions().values(),
                each -> each.requireOption(), each -> each.getValue()));
            value("vlan_mode", Text.get(port.getVlanMode(), each -> each.getName()));
            value("tag", Text.get(port.getVlanTag(), each -> each.getValue()));
            value("trunks", port.nonnullTrunks().stream().map(each -> Text.of(each.getTrunk().getValue()))
                .collect(Collectors.joining(" ")));
            port.nonnullQosEntry().values().forEach(qos -> value("qos", Text.get(
                qos.getQosRef().getValue().firstKeyOf(QosEntries.class), key -> key.getQosId().getValue())));
        }
        if (ours != null) {
            value("link", Text.get(ours.getLinkState(), each -> each.getName()));
            value("admin", Text.get(ours.getAdminState(), each -> each.getName()));
            value("error", ours.getError());
        }
    }

    private void addMirror(final Mirror mirror) {
        value("programming", Text.programming(mirror.getProgramming()));
        value("select_all", mirror.getSelectAll());
        value("select_src_port", Text.get(mirror.getSelectSrcPort(), SwitchTree::list));
        value("select_dst_port", Text.get(mirror.getSelectDstPort(), SwitchTree::list));
        value("select_vlan", Text.get(mirror.getSelectVlan(), SwitchTree::list));
        if (mirror.getOutput() instanceof OutputPort port) {
            value("output_port", port.getOutputPort().getValue());
        } else if (mirror.getOutput() instanceof OutputVlan vlan) {
            value("output_vlan", vlan.getOutputVlan());
        }
        value("snaplen", mirror.getSnaplen());
    }

    private void addQos(final QosEntries qos) {
        final QosProgramming ours = qos.augmentation(QosProgramming.class);
        value("programming", Text.get(ours, each -> Text.programming(each.getProgramming())));
        value("type", ours == null || ours.getQosTypeName() == null
            ? Text.identity(qos.getQosType(), "qos-type-") : ours.getQosTypeName());
        value("other_config", Text.pairs(qos.nonnullQosOtherConfig().values(),
            each -> each.requireOtherConfigKey(), each -> each.getOtherConfigValue()));
        qos.nonnullQueueList().values().stream()
            .sorted(Comparator.comparing(each -> each.requireQueueNumber())).forEach(each ->
                value("queue " + each.getQueueNumber(), Text.get(Text.get(each.getQueueRef(),
                    ref -> ref.getValue().firstKeyOf(Queues.class)), key -> key.getQueueId().getValue())));
    }

    private void addQueue(final Queues queue) {
        final QueueProgramming ours = queue.augmentation(QueueProgramming.class);
        value("programming", Text.get(ours, each -> Text.programming(each.getProgramming())));
        value("dscp", queue.getDscp());
        value("other_config", Text.pairs(queue.nonnullQueuesOtherConfig().values(),
            each -> each.requireQueueOtherConfigKey(), each -> each.getQueueOtherConfigValue()));
    }

    private static String programming(final Node node) {
        final Programming programming = Text.get(node.augmentation(NodeProgramming.class),
            NodeProgramming::getProgramming);
        return Text.programming(programming);
    }

    private static <T> List<T> sorted(final Collection<T> entries, final Function<T, String> name) {
        return entries.stream().sorted(Comparator.comparing(name)).toList();
    }

    private static String list(final Collection<?> values) {
        return values.stream().map(each -> each instanceof TpId port ? port.getValue() : each.toString()).sorted()
            .collect(Collectors.joining(" "));
    }

    private void under(final String title, final Runnable lines) {
        text.append(STEP.repeat(depth)).append(title).append('\n');
        depth++;
        lines.run();
        depth--;
    }

    /** Adds a line unless the value is null or empty. */
    private void value(final String name, final Object value) {
        final String shown = Text.of(value);
        if (!shown.isEmpty()) {
            text.append(STEP.repeat(depth)).append(name).append(": ").append(shown).append('\n');
        }
    }
}
