// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Problem;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261101.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbBridgeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbTerminationPointAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;

/**
 * Reads what is configured for a switch. An entry that cannot be read is that entry's problem and no
 * other's.
 */
final class ConfigTranslator {
    private final NodeId switchId;
    private final Map<RowKey, DesiredRow> rows = new LinkedHashMap<>();
    private final Map<RowKey, Problem> problems = new LinkedHashMap<>();

    private ConfigTranslator(final NodeId switchId) {
        this.switchId = switchId;
    }

    /**
     * Translates.
     *
     * @param nodes the configured nodes that belong to the switch: its own and its bridges'
     */
    static DesiredState translate(final NodeId switchId, final Collection<Node> nodes) {
        final ConfigTranslator translator = new ConfigTranslator(switchId);
        nodes.forEach(translator::add);
        return new DesiredState(translator.rows, translator.problems);
    }

    private void add(final Node node) {
        final OvsdbNodeAugmentation root = node.augmentation(OvsdbNodeAugmentation.class);
        if (root != null) {
            root.nonnullQueues().values().forEach(queue -> put(
                new RowKey(Tables.QUEUE, queue.requireQueueId().getValue()), null, () -> columns(queue)));
            root.nonnullQosEntries().values().forEach(qos -> put(
                new RowKey(Tables.QOS, qos.requireQosId().getValue()), null, () -> columns(qos)));
        }
        final RowKey bridge = new RowKey(Tables.BRIDGE, bridgeName(node));
        node.nonnullTerminationPoint().values().forEach(port -> addPort(bridge, port));
    }

    private void addPort(final RowKey bridge, final TerminationPoint port) {
        final OvsdbTerminationPointAugmentation ovsdb = port.augmentation(OvsdbTerminationPointAugmentation.class);
        if (ovsdb == null || ovsdb.nonnullQosEntry().isEmpty()) {
            return;
        }
        final String name = ovsdb.getName() != null ? ovsdb.getName() : port.requireTpId().getValue();
        put(new RowKey(Tables.PORT, name), bridge, () -> Map.of("qos", Datum.of(new RowKey(Tables.QOS,
            key(ovsdb.nonnullQosEntry().values().iterator().next().requireQosRef().getValue(), QosEntries.class)
                .getQosId().getValue()))));
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void put(final RowKey key, final RowKey parent, final Supplier<Map<String, Datum>> columns) {
        try {
            rows.put(key, new DesiredRow(key, columns.get(), parent));
        } catch (final RuntimeException e) {
            // The bindings throw many kinds when a value cannot be decoded, and each is this entry's problem.
            problems.put(key, Problem.invalid(String.valueOf(e.getMessage())));
        }
    }

    private static Map<String, Datum> columns(final Queues queue) {
        final Map<String, String> other = new LinkedHashMap<>();
        queue.nonnullQueuesOtherConfig().values().forEach(
            entry -> other.put(entry.requireQueueOtherConfigKey(), value(entry.getQueueOtherConfigValue())));
        final Map<String, String> external = new LinkedHashMap<>();
        queue.nonnullQueuesExternalIds().values().forEach(
            entry -> external.put(entry.requireQueuesExternalIdKey(), value(entry.getQueuesExternalIdValue())));
        external.put(Tables.mark(Tables.QUEUE), queue.requireQueueId().getValue());
        return Map.of(
            "dscp", Datum.ofNullable(queue.getDscp() == null ? null : queue.getDscp().longValue()),
            Tables.OTHER_CONFIG, Datum.ofMap(other),
            Tables.EXTERNAL_IDS, Datum.ofMap(external));
    }

    private Map<String, Datum> columns(final QosEntries qos) {
        final Map<String, String> other = new LinkedHashMap<>();
        qos.nonnullQosOtherConfig().values().forEach(
            entry -> other.put(entry.requireOtherConfigKey(), value(entry.getOtherConfigValue())));
        final Map<String, String> external = new LinkedHashMap<>();
        qos.nonnullQosExternalIds().values().forEach(
            entry -> external.put(entry.requireQosExternalIdKey(), value(entry.getQosExternalIdValue())));
        external.put(Tables.mark(Tables.QOS), qos.requireQosId().getValue());
        final Map<Long, RowKey> queues = new LinkedHashMap<>();
        qos.nonnullQueueList().values().forEach(entry -> {
            if (entry.getQueueRef() == null) {
                throw new IllegalArgumentException("queue " + entry.getQueueNumber() + " has no queue-ref");
            }
            queues.put(entry.requireQueueNumber().longValue(), new RowKey(Tables.QUEUE,
                key(entry.getQueueRef().getValue(), Queues.class).getQueueId().getValue()));
        });
        return Map.of(
            "type", Datum.of(type(qos)),
            "queues", Datum.ofMap(queues),
            Tables.OTHER_CONFIG, Datum.ofMap(other),
            Tables.EXTERNAL_IDS, Datum.ofMap(external));
    }

    private static String type(final QosEntries qos) {
        final QosProgramming ours = qos.augmentation(QosProgramming.class);
        if (ours != null && ours.getQosTypeName() != null) {
            return ours.getQosTypeName();
        }
        if (qos.getQosType() == null) {
            throw new IllegalArgumentException("neither qos-type nor qos-type-name is given");
        }
        return QosTypes.name(qos.getQosType());
    }

    /** The key of the entry that a reference names, which must be one of this switch. */
    private <T extends DataObject & KeyAware<K>, K extends Key<T>> K key(final InstanceIdentifier<?> reference,
            final Class<T> type) {
        final K key = reference.firstKeyOf(type);
        final var node = reference.firstKeyOf(Node.class);
        if (key == null || node == null) {
            throw new IllegalArgumentException("the reference does not name one of " + type.getSimpleName());
        }
        if (!node.getNodeId().equals(switchId)) {
            throw new IllegalArgumentException(
                "the reference is into " + node.getNodeId().getValue() + ", which is another switch");
        }
        return key;
    }

    private static String bridgeName(final Node node) {
        final OvsdbBridgeAugmentation bridge = node.augmentation(OvsdbBridgeAugmentation.class);
        return bridge != null && bridge.getBridgeName() != null ? bridge.getBridgeName().getValue()
            : Paths.bridgeName(node.requireNodeId()).orElse("");
    }

    private static String value(final String given) {
        return given == null ? "" : given;
    }
}
