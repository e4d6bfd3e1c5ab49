// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.HashSet;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQosRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.port._interface.attributes.QosEntryBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * A writer of changes to the configured topology {@code ovsdb:1}. It writes CloudMAC's rows and the qos-entry of ports,
 * but never a node or port entry: upstream's southbound would delete the bridge.
 */
public final class RowWriter {
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.CONFIGURATION;

    private final WriteTransaction transaction;
    private final OvsdbView configured;

    public RowWriter(final WriteTransaction transaction, final OvsdbView configured) {
        this.transaction = transaction;
        this.configured = configured;
    }

    public void write(final PortChange change) {
        final OvsdbPort port = change.port();
        final InstanceIdentifier<?> reference = OvsdbPort.reference(port.bridge(), port.port());
        if (change.rows().isEmpty()) {
            transaction.delete(STORE, reference);
            deleteRows(port.switchNode(), port.qosId());
            return;
        }
        final PortQos rows = change.rows().orElseThrow();
        final Set<String> queues = new HashSet<>();
        rows.queues().forEach((number, options) -> {
            queues.add(port.queueId(number));
            transaction.mergeParentStructurePut(STORE, OvsdbPort.queueRow(port.switchNode(), port.queueId(number)),
                RowCodec.queue(port, number, options));
        });
        transaction.mergeParentStructurePut(STORE, OvsdbPort.qosRow(port.switchNode(), port.qosId()),
            RowCodec.qos(port, change.portId(), rows));
        transaction.mergeParentStructurePut(STORE, OvsdbPort.reference(port.bridge(), port.port()),
            new QosEntryBuilder().setQosKey(Uint32.ONE)
                .setQosRef(new OvsdbQosRef(OvsdbPort.qosRow(port.switchNode(), port.qosId()))).build());
        OwnedQosRow.queuesOf(configured, port.switchNode(), port.qosId()).stream().filter(id -> !queues.contains(id))
            .forEach(id -> transaction.delete(STORE, OvsdbPort.queueRow(port.switchNode(), id)));
    }

    public void remove(final OwnedQosRow row) {
        row.references().forEach(reference -> transaction.delete(STORE, reference));
        deleteRows(row.switchNode(), row.id());
    }

    private void deleteRows(final NodeId switchNode, final String qosId) {
        transaction.delete(STORE, OvsdbPort.qosRow(switchNode, qosId));
        OwnedQosRow.queuesOf(configured, switchNode, qosId)
            .forEach(id -> transaction.delete(STORE, OvsdbPort.queueRow(switchNode, id)));
    }
}
