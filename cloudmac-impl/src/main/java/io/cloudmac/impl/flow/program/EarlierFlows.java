// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.model.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * a connected switch stay while it is connected, because the manager would also delete them from the switch. The
 * deletion is repeated until it succeeds: at a start, the datastore may not answer, or not know the model of switches
 * yet.
 */
@Component(service = EarlierFlows.class, immediate = true)
public final class EarlierFlows {
    /** Pause after a deletion that failed. */
    static final Duration PAUSE = Duration.ofSeconds(2);
    /** Pause while a switch with such entries is connected. */
    static final Duration CONNECTED_PAUSE = Duration.ofMinutes(1);
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

    /**
     * What a deletion has done.
     *
     * @param deleted number of rules and meters that were deleted
     * @param isOver false if those of connected switches are left
     */
    private record Deletion(int deleted, boolean isOver) {
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
                .transformAsync(found -> commit(tx, found.get(0), found.get(1).keySet()),
                    MoreExecutors.directExecutor())
                .addCallback(new FutureCallback<Deletion>() {
                    @Override
                    public void onSuccess(final Deletion deletion) {
                        onDeleted(deletion);
                    }

                    @Override
                    public void onFailure(final Throwable cause) {
                        tx.cancel();
                        retry(cause);
                    }
                }, loop);
        } catch (final RuntimeException e) {
            retry(e);
        }
    }

    private synchronized void onDeleted(final Deletion deletion) {
        if (deletion.deleted() > 0) {
            LOG.info("Deleted {} flow rules and meters of an earlier version from the datastore", deletion.deleted());
        }
        if (!deletion.isOver() && !isClosed) {
            next = loop.schedule(CONNECTED_PAUSE, this::tryToDelete);
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

    private static FluentFuture<Deletion> commit(final ReadWriteTransaction tx, final Map<NodeKey, Node> configured,
            final Set<NodeKey> connected) {
        int deleted = 0;
        boolean isOver = true;
        for (final Node node : configured.values()) {
            final List<InstanceIdentifier<?>> ours = ours(node);
            if (!connected.contains(node.key())) {
                ours.forEach(path -> tx.delete(LogicalDatastoreType.CONFIGURATION, path));
                deleted += ours.size();
            } else if (!ours.isEmpty()) {
                isOver = false;
            }
        }
        final Deletion deletion = new Deletion(deleted, isOver);
        return tx.commit().transform(done -> deletion, MoreExecutors.directExecutor());
    }

    private static ListenableFuture<Map<NodeKey, Node>> nodes(final ReadOperations tx,
            final LogicalDatastoreType store) {
        return tx.read(store, InstanceIdentifier.create(Nodes.class))
            .transform(found -> found.map(Nodes::nonnullNode).orElse(Map.of()), MoreExecutors.directExecutor());
    }

    /** Returns the paths of CloudMAC's rules and meters of a switch. */
    private static List<InstanceIdentifier<?>> ours(final Node node) {
        final String id = node.getId().getValue();
        final FlowCapableNode capable = node.augmentation(FlowCapableNode.class);
        final List<InstanceIdentifier<?>> paths = new ArrayList<>();
        if (capable != null) {
            for (final var table : capable.nonnullTable().values()) {
                table.nonnullFlow().keySet().stream().map(key -> key.getId().getValue()).filter(Rule::isOurs)
                    .map(flow -> InventoryPaths.flow(id, table.getId().intValue(), flow)).forEach(paths::add);
            }
            capable.nonnullMeter().values().stream().filter(MeterCodec::isOurs)
                .map(meter -> InventoryPaths.meter(id, meter.getMeterId().getValue().intValue())).forEach(paths::add);
        }
        return paths;
    }
}
