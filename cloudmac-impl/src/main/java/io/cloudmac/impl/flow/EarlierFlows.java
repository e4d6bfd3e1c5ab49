// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.Map;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadOperations;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNode;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the flow rules and meters that versions before 0.2.0 kept in the configuration datastore, before switches
 * connect. Otherwise OpenDaylight's forwarding-rules manager would send them to each switch that connects. Entries of
 * a connected switch stay until a later start, because the manager would also delete them from the switch. The deletion
 * is repeated until it succeeds: at a start, the datastore may not answer, or not know the model of switches yet.
 */
@Component(service = EarlierFlows.class, immediate = true)
public final class EarlierFlows {
    /** Pause after a deletion that failed. */
    static final Duration PAUSE = Duration.ofSeconds(2);
    /** Number of failures at which a warning is logged; fewer are usual while the controller starts. */
    private static final int WARN_AT = 10;

    private static final Logger LOG = LoggerFactory.getLogger(EarlierFlows.class);

    private final DataBroker broker;
    private final EventLoop loop;
    private Registration next = () -> { };
    private int failures;
    private boolean isClosed;

    /** Begins the deletion. */
    @Activate
    public EarlierFlows(@Reference final DataBroker broker, @Reference final EventLoop loop) {
        this.broker = broker;
        this.loop = loop;
        loop.execute(this::tryToDelete);
    }

    @Deactivate
    public synchronized void close() {
        isClosed = true;
        next.close();
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private synchronized void tryToDelete() {
        if (isClosed) {
            return;
        }
        try {
            // A transaction can use one datastore only.
            final ReadTransaction state = broker.newReadOnlyTransaction();
            final ReadWriteTransaction tx = broker.newReadWriteTransaction();
            final var connected = nodes(state, LogicalDatastoreType.OPERATIONAL);
            connected.addListener(state::close, MoreExecutors.directExecutor());
            FluentFuture.from(Futures.allAsList(nodes(tx, LogicalDatastoreType.CONFIGURATION), connected))
                .transformAsync(found -> commit(tx, found.get(0), found.get(1)), MoreExecutors.directExecutor())
                .addCallback(new FutureCallback<Integer>() {
                    @Override
                    public void onSuccess(final Integer deleted) {
                        if (deleted > 0) {
                            LOG.info("Deleted {} flow rules and meters of an earlier version from the datastore",
                                deleted);
                        }
                    }

                    @Override
                    public void onFailure(final Throwable cause) {
                        retry(cause);
                    }
                }, loop);
        } catch (final RuntimeException e) {
            retry(e);
        }
    }

    private synchronized void retry(final Throwable cause) {
        if (!isClosed) {
            failures++;
            if (failures == WARN_AT) {
                LOG.warn("Cannot delete the flow rules of an earlier version from the datastore yet; trying again every"
                    + " {} s", PAUSE.toSeconds(), cause);
            }
            next = loop.schedule(PAUSE, this::tryToDelete);
        }
    }

    private static FluentFuture<Integer> commit(final ReadWriteTransaction tx, final Map<NodeKey, Node> configured,
            final Map<NodeKey, Node> connected) {
        final int deleted = configured.entrySet().stream().filter(each -> !connected.containsKey(each.getKey()))
            .mapToInt(each -> delete(tx, each.getValue())).sum();
        return tx.commit().transform(done -> deleted, MoreExecutors.directExecutor());
    }

    private static ListenableFuture<Map<NodeKey, Node>> nodes(final ReadOperations tx,
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
            for (final var meter : capable.nonnullMeter().values()) {
                if (MeterCodec.isOurs(meter)) {
                    tx.delete(LogicalDatastoreType.CONFIGURATION,
                        InventoryPaths.meter(id, meter.getMeterId().getValue().intValue()));
                    deleted++;
                }
            }
        }
        return deleted;
    }
}
