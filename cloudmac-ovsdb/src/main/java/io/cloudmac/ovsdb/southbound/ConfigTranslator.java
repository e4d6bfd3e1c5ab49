// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Problem;
import io.cloudmac.ovsdb.plan.RowContent;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.NodeProgramming;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.OpenvswitchExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.OpenvswitchOtherConfigs;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;

/** Translates the configuration of a switch to desired rows. An invalid entry does not affect the others. */
final class ConfigTranslator {
    private final NodeId switchId;
    private final Map<RowKey, DesiredRow> rows = new LinkedHashMap<>();
    private final Map<RowKey, Problem> problems = new LinkedHashMap<>();
    private final Map<RowKey, RowKey> places = new LinkedHashMap<>();

    private ConfigTranslator(final NodeId switchId) {
        this.switchId = switchId;
    }

    /**
     * Translates the nodes of a switch.
     *
     * @param nodes the configured nodes of the switch itself and of its bridges
     */
    static DesiredState translate(final NodeId switchId, final Collection<Node> nodes) {
        final ConfigTranslator translator = new ConfigTranslator(switchId);
        nodes.forEach(translator::add);
        return new DesiredState(translator.rows, translator.problems, translator.places);
    }

    private void add(final Node node) {
        final OvsdbNodeAugmentation root = node.augmentation(OvsdbNodeAugmentation.class);
        if (root != null) {
            addRoot(root);
        }
        final String mark = Paths.mark(node.requireNodeId());
        final OvsdbBridgeAugmentation ovsdb = node.augmentation(OvsdbBridgeAugmentation.class);
        final RowKey bridge = new RowKey(Tables.BRIDGE, bridgeName(node, ovsdb));
        if (ovsdb != null) {
            put(bridge, Tables.ROOT, () -> {
                if (bridge.id().isEmpty()) {
                    throw new IllegalArgumentException("the bridge has no bridge-name");
                }
                return BridgeConfig.row(bridge, mark, ovsdb);
            });
        }
        final NodeProgramming ours = node.augmentation(NodeProgramming.class);
        if (ours != null) {
            ours.nonnullMirror().values().forEach(mirror -> {
                final RowKey key = new RowKey(Tables.MIRROR, bridge.id() + "/" + mirror.requireName());
                put(key, bridge, () -> BridgeConfig.mirror(key, bridge,
                    mark + "/cloudmac-ovsdb:mirror[cloudmac-ovsdb:name='" + mirror.requireName() + "']", mirror));
            });
        }
        node.nonnullTerminationPoint().values().forEach(port -> addPort(bridge, mark, port));
    }

    private void addRoot(final OvsdbNodeAugmentation root) {
        final Columns columns = new Columns()
            .map(Tables.OTHER_CONFIG, root.nonnullOpenvswitchOtherConfigs().values(),
                OpenvswitchOtherConfigs::getOtherConfigKey, OpenvswitchOtherConfigs::getOtherConfigValue)
            .map(Tables.EXTERNAL_IDS, root.nonnullOpenvswitchExternalIds().values(),
                OpenvswitchExternalIds::getExternalIdKey, OpenvswitchExternalIds::getExternalIdValue);
        if (!columns.configured().isEmpty()) {
            put(Tables.ROOT, null, () -> new DesiredRow(Tables.ROOT, null, false,
                new RowContent(Tables.OPEN_VSWITCH, "", columns.configured(), Map.of(), null, List.of())));
        }
        root.nonnullQueues().values().forEach(queue -> {
            final RowKey key = new RowKey(Tables.QUEUE, queue.requireQueueId().getValue());
            put(key, null, () -> QosConfig.row(key, queue));
        });
        root.nonnullQosEntries().values().forEach(qos -> {
            final RowKey key = new RowKey(Tables.QOS, qos.requireQosId().getValue());
            put(key, null, () -> QosConfig.row(key, qos, reference -> new RowKey(Tables.QUEUE,
                key(reference.getValue(), Queues.class).getQueueId().getValue())));
        });
    }

    private void addPort(final RowKey bridge, final String bridgeMark, final TerminationPoint port) {
        final OvsdbTerminationPointAugmentation tp = port.augmentation(OvsdbTerminationPointAugmentation.class);
        if (tp == null) {
            return;
        }
        final String id = port.requireTpId().getValue();
        final RowKey key = new RowKey(Tables.PORT, tp.getName() != null ? tp.getName() : id);
        final String mark = bridgeMark + "/network-topology:termination-point[network-topology:tp-id='" + id + "']";
        put(key, bridge, () -> PortConfig.row(key, bridge, mark, tp, tp.nonnullQosEntry().isEmpty() ? null
            : new RowKey(Tables.QOS, key(tp.nonnullQosEntry().values().iterator().next().requireQosRef().getValue(),
                QosEntries.class).getQosId().getValue())));
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void put(final RowKey key, final RowKey place, final Supplier<DesiredRow> row) {
        if (place != null) {
            places.put(key, place);
        }
        if (rows.remove(key) != null || problems.containsKey(key)) {
            problems.put(key, Problem.invalid("configured twice; names are unique in a switch"));
            return;
        }
        try {
            rows.put(key, row.get());
        } catch (final RuntimeException e) {
            // The bindings throw many kinds of exceptions when they cannot decode a value; each is this
            // entry's problem.
            problems.put(key, Problem.invalid(String.valueOf(e.getMessage())));
        }
    }

    /** Returns the key of the entry that a reference names. The entry must belong to this switch. */
    private <T extends DataObject & KeyAware<K>, K extends Key<T>> K key(final InstanceIdentifier<?> reference,
            final Class<T> type) {
        final K key = reference.firstKeyOf(type);
        final var node = reference.firstKeyOf(Node.class);
        if (key == null || node == null) {
            throw new IllegalArgumentException("the reference does not name an entry of type " + type.getSimpleName());
        }
        if (!node.getNodeId().equals(switchId)) {
            throw new IllegalArgumentException(
                "the reference names an entry of another switch: " + node.getNodeId().getValue());
        }
        return key;
    }

    private static String bridgeName(final Node node, final OvsdbBridgeAugmentation bridge) {
        return bridge != null && bridge.getBridgeName() != null ? bridge.getBridgeName().getValue()
            : Paths.bridgeName(node.requireNodeId()).orElse("");
    }
}
