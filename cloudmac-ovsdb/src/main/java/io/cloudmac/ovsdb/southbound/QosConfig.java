// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQueueRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosOtherConfig;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesOtherConfig;

/** Translates configured queues and QoS entries. */
final class QosConfig {
    private QosConfig() {
    }

    static DesiredRow row(final RowKey key, final Queues queue) {
        return DesiredRow.free(key, Map.of(
            "dscp", Datum.ofNullable(queue.getDscp() == null ? null : queue.getDscp().longValue()),
            Tables.OTHER_CONFIG, Datum.ofMap(Columns.map(queue.nonnullQueuesOtherConfig().values(),
                QueuesOtherConfig::getQueueOtherConfigKey, QueuesOtherConfig::getQueueOtherConfigValue)),
            Tables.EXTERNAL_IDS, Datum.ofMap(Columns.map(queue.nonnullQueuesExternalIds().values(),
                QueuesExternalIds::getQueuesExternalIdKey, QueuesExternalIds::getQueuesExternalIdValue))));
    }

    /**
     * Translates a QoS entry.
     *
     * @param reference returns the key of the queue that a reference names
     * @throws IllegalArgumentException if the configuration is invalid
     */
    static DesiredRow row(final RowKey key, final QosEntries qos, final Function<OvsdbQueueRef, RowKey> reference) {
        final Map<Long, RowKey> queues = new LinkedHashMap<>();
        qos.nonnullQueueList().values().forEach(entry -> {
            if (entry.getQueueRef() == null) {
                throw new IllegalArgumentException("queue " + entry.getQueueNumber() + " has no queue-ref");
            }
            queues.put(entry.requireQueueNumber().longValue(), reference.apply(entry.getQueueRef()));
        });
        return DesiredRow.free(key, Map.of(
            "type", Datum.of(type(qos)),
            "queues", Datum.ofMap(queues),
            Tables.OTHER_CONFIG, Datum.ofMap(Columns.map(qos.nonnullQosOtherConfig().values(),
                QosOtherConfig::getOtherConfigKey, QosOtherConfig::getOtherConfigValue)),
            Tables.EXTERNAL_IDS, Datum.ofMap(Columns.map(qos.nonnullQosExternalIds().values(),
                QosExternalIds::getQosExternalIdKey, QosExternalIds::getQosExternalIdValue))));
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
}
