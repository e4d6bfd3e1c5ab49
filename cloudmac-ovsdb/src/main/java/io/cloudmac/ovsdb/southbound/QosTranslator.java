// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QueueProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Uuid;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQueueRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosOtherConfigBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QueueListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesOtherConfigBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/**
 * Translates the switch's QoS and Queue rows to the model. A row of this controller has its configured
 * identifier, any other row an identifier built from its UUID. A configured entry that the switch lacks has
 * only its programming state.
 */
final class QosTranslator {
    private final NodeId switchId;
    private final Snapshot snapshot;
    private final Map<RowKey, EntryState> states;
    private final Map<RowKey, QosTypeBase> configuredTypes;

    QosTranslator(final NodeId switchId, final Snapshot snapshot, final Map<RowKey, EntryState> states,
            final Map<RowKey, QosTypeBase> configuredTypes) {
        this.switchId = switchId;
        this.snapshot = snapshot;
        this.states = states;
        this.configuredTypes = configuredTypes;
    }

    /** Returns the key of a QoS row of any owner. */
    static QosEntriesKey qosKey(final Row row) {
        return new QosEntriesKey(new Uri(
            Tables.owned(Tables.QOS, row).map(RowKey::id).orElse("qos://" + row.uuid())));
    }

    /** Returns the key of a Queue row of any owner. */
    static QueuesKey queueKey(final Row row) {
        return new QueuesKey(new Uri(
            Tables.owned(Tables.QUEUE, row).map(RowKey::id).orElse("queue://" + row.uuid())));
    }

    Map<QosEntriesKey, QosEntries> qosEntries() {
        final Map<QosEntriesKey, QosEntries> entries = new LinkedHashMap<>();
        missing(Tables.QOS).forEach(id -> {
            final QosEntriesKey key = new QosEntriesKey(new Uri(id));
            entries.put(key, qosBuilder(key, id, null).build());
        });
        snapshot.rows(Tables.QOS).forEach(row -> {
            final QosEntries entry = qos(row);
            entries.put(entry.key(), entry);
        });
        return entries;
    }

    Map<QueuesKey, Queues> queues() {
        final Map<QueuesKey, Queues> entries = new LinkedHashMap<>();
        missing(Tables.QUEUE).forEach(id -> {
            final QueuesKey key = new QueuesKey(new Uri(id));
            entries.put(key, queueBuilder(key, id).build());
        });
        snapshot.rows(Tables.QUEUE).forEach(row -> {
            final Queues entry = queue(row);
            entries.put(entry.key(), entry);
        });
        return entries;
    }

    /** Returns the configured entries with a state. Rows of the switch overwrite them. */
    private Stream<String> missing(final String table) {
        return states.keySet().stream().filter(key -> key.table().equals(table)).map(RowKey::id);
    }

    private QosEntriesBuilder qosBuilder(final QosEntriesKey key, final String id, final String type) {
        final EntryState state = states.get(new RowKey(Tables.QOS, id));
        return new QosEntriesBuilder().withKey(key).addAugmentation(new QosProgrammingBuilder()
            .setQosTypeName(type)
            .setProgramming(state == null ? null : state.toBinding())
            .build());
    }

    private QosEntries qos(final Row row) {
        final QosEntriesKey key = qosKey(row);
        final String id = key.getQosId().getValue();
        final String type = row.string("type").filter(string -> !string.isEmpty()).orElse(null);
        return qosBuilder(key, id, type)
            .setQosUuid(new Uuid(row.uuid().toString()))
            .setQosType(type == null ? null
                : QosTypes.identity(type, configuredTypes.get(new RowKey(Tables.QOS, id))).orElse(null))
            .setQueueList(KeyedLists.of(row.column("queues").map().entrySet().stream(),
                entry -> new QueueListBuilder()
                    .setQueueNumber(Uint32.valueOf((Long) entry.getKey()))
                    .setQueueRef(queueRef((UUID) entry.getValue()))
                    .build()))
            .setQosOtherConfig(KeyedLists.of(row.stringMap(Tables.OTHER_CONFIG), (name, value) ->
                new QosOtherConfigBuilder().setOtherConfigKey(name).setOtherConfigValue(value).build()))
            .setQosExternalIds(KeyedLists.of(row.stringMap(Tables.EXTERNAL_IDS), (name, value) ->
                new QosExternalIdsBuilder().setQosExternalIdKey(name).setQosExternalIdValue(value).build()))
            .build();
    }

    private OvsdbQueueRef queueRef(final UUID queue) {
        return snapshot.row(Tables.QUEUE, queue)
            .map(row -> new OvsdbQueueRef(Paths.queue(switchId, queueKey(row)))).orElse(null);
    }

    private QueuesBuilder queueBuilder(final QueuesKey key, final String id) {
        final EntryState state = states.get(new RowKey(Tables.QUEUE, id));
        final QueuesBuilder builder = new QueuesBuilder().withKey(key);
        if (state != null) {
            builder.addAugmentation(new QueueProgrammingBuilder().setProgramming(state.toBinding()).build());
        }
        return builder;
    }

    private Queues queue(final Row row) {
        final QueuesKey key = queueKey(row);
        return queueBuilder(key, key.getQueueId().getValue())
            .setQueueUuid(new Uuid(row.uuid().toString()))
            .setDscp(row.integer("dscp").map(dscp -> Uint8.valueOf(dscp.longValue())).orElse(null))
            .setQueuesOtherConfig(KeyedLists.of(row.stringMap(Tables.OTHER_CONFIG), (name, value) ->
                new QueuesOtherConfigBuilder().setQueueOtherConfigKey(name).setQueueOtherConfigValue(value)
                    .build()))
            .setQueuesExternalIds(KeyedLists.of(row.stringMap(Tables.EXTERNAL_IDS), (name, value) ->
                new QueuesExternalIdsBuilder().setQueuesExternalIdKey(name).setQueuesExternalIdValue(value)
                    .build()))
            .build();
    }
}
