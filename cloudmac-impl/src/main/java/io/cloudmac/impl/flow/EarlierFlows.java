// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the flow rules and meters that versions before 0.2.0 kept in the configuration datastore, before switches
 * connect. Otherwise the forwarding-rules manager of OpenDaylight would send them to each switch that connects. Those of
 * a connected switch stay until a later start: it would delete them from the switch as well.
 */
@Component(service = EarlierFlows.class, immediate = true)
public final class EarlierFlows {
    private static final Logger LOG = LoggerFactory.getLogger(EarlierFlows.class);

    /** Deletes them without waiting; a failure is logged. */
    @Activate
    public EarlierFlows(@Reference final DataBroker broker) {
        final ReadWriteTransaction tx = broker.newReadWriteTransaction();
        FluentFuture.from(Futures.allAsList(nodes(tx, LogicalDatastoreType.CONFIGURATION),
                nodes(tx, LogicalDatastoreType.OPERATIONAL)))
            .transformAsync(found -> {
                final Map<NodeKey, Node> configured = new HashMap<>(found.get(0));
                configured.keySet().removeAll(found.get(1).keySet());
                final int deleted = configured.values().stream().mapToInt(node -> delete(tx, node)).sum();
                return tx.commit().transform(done -> deleted, MoreExecutors.directExecutor());
            }, MoreExecutors.directExecutor())
            .addCallback(new FutureCallback<Integer>() {
                @Override
                public void onSuccess(final Integer deleted) {
                    if (deleted > 0) {
                        LOG.info("{} flow rules and meters of an earlier version are deleted from the datastore",
                            deleted);
                    }
                }

                @Override
                public void onFailure(final Throwable cause) {
                    LOG.warn("Cannot delete the flow rules of an earlier version from the datastore", cause);
                }
            }, MoreExecutors.directExecutor());
    }

    private static ListenableFuture<Map<NodeKey, Node>> nodes(final ReadWriteTransaction tx,
            final LogicalDatastoreType store) {
        return tx.read(store, InstanceIdentifier.create(Nodes.class))
            .transform(found -> found.map(Nodes::nonnullNode).orElse(Map.of()), MoreExecutors.directExecutor());
    }

    private static int delete(final ReadWriteTransaction tx, final Node node) {
        final String id = node.getId().getValue();
        final FlowCapableNode capable = node.augmentation(FlowCapableNode.class);
        int deleted = 0;
        if (capable != null) {
            for (final var table : capable.nonnullTable().values()) {
                for (final var key : table.nonnullFlow().keySet()) {
                    if (Rule.isOurs(key.getId().getValue())) {
                        tx.delete(LogicalDatastoreType.CONFIGURATION,
                            InventoryPaths.flow(id, table.getId().intValue(), key.getId().getValue()));
                        deleted++;
                    }
                }
            }
            for (final var key : capable.nonnullMeter().keySet()) {
                final int number = key.getMeterId().getValue().intValue();
                if (Meter.isUsual(number)) {
                    tx.delete(LogicalDatastoreType.CONFIGURATION, InventoryPaths.meter(id, number));
                    deleted++;
                }
            }
        }
        return deleted;
    }
}
