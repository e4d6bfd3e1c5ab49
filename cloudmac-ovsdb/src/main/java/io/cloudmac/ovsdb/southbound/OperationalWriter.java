// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the operational datastore equal to the switches' views. The latest view of each switch wins;
 * views that come while a write is under way are written together, and only what differs from what was
 * written before. A write that fails is repeated in full.
 */
final class OperationalWriter {
    private static final Logger LOG = LoggerFactory.getLogger(OperationalWriter.class);
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.OPERATIONAL;
    private static final long RETRY_MS = 500;

    private final DataBroker broker;
    private final ScheduledExecutorService thread;
    private final Map<NodeId, SwitchView> waiting = new LinkedHashMap<>();
    /** What the datastore is known to hold; touched by the writer's thread only. */
    private final Map<NodeId, SwitchView> written = new HashMap<>();
    private boolean scheduled;

    /**
     * Makes one.
     *
     * @param thread on which it writes, and may block; of one thread only
     */
    OperationalWriter(final DataBroker broker, final ScheduledExecutorService thread) {
        this.broker = broker;
        this.thread = thread;
    }

    /** Has the datastore show this view of a switch. Does not block. */
    synchronized void publish(final NodeId switchId, final SwitchView view) {
        waiting.put(switchId, view);
        schedule(0);
    }

    /** Takes everything that was written out again. */
    synchronized void clear() {
        thread.execute(() -> {
            final Map<NodeId, SwitchView> views = new HashMap<>();
            written.keySet().forEach(id -> views.put(id, SwitchView.NONE));
            write(views);
        });
    }

    private synchronized void schedule(final long delayMs) {
        if (!scheduled && !thread.isShutdown()) {
            scheduled = true;
            thread.schedule(this::drain, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    private void drain() {
        final Map<NodeId, SwitchView> views;
        synchronized (this) {
            scheduled = false;
            views = new LinkedHashMap<>(waiting);
            waiting.clear();
        }
        if (write(views)) {
            return;
        }
        // A view that cannot be written must not keep the others out.
        views.forEach((id, view) -> {
            if (views.size() == 1 || !write(Map.of(id, view))) {
                again(id, view);
            }
        });
    }

    private synchronized void again(final NodeId id, final SwitchView view) {
        waiting.putIfAbsent(id, view);
        schedule(RETRY_MS);
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private boolean write(final Map<NodeId, SwitchView> views) {
        try {
            final WriteTransaction transaction = broker.newWriteOnlyTransaction();
            views.forEach((id, view) -> difference(transaction, id, written.get(id), view));
            transaction.commit().get();
            views.forEach((id, view) -> {
                if (view.equals(SwitchView.NONE)) {
                    written.remove(id);
                } else {
                    written.put(id, view);
                }
            });
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (final ExecutionException | RuntimeException e) {
            LOG.warn("Cannot write the state of {} to the operational datastore, will try again", views.keySet(), e);
            // Nodes that may or may not be there are removed or replaced whole by the next attempt.
            views.keySet().forEach(id -> written.computeIfPresent(id, (key, view) -> unknown(view)));
            return false;
        }
    }

    /** A view of which no content is known but which nodes there are. */
    private static SwitchView unknown(final SwitchView view) {
        final Map<NodeId, Node> nodes = new HashMap<>();
        view.nodes().keySet().forEach(id -> nodes.put(id, null));
        return new SwitchView(nodes, view.state());
    }

    private static void difference(final WriteTransaction transaction, final NodeId switchId,
            final SwitchView before, final SwitchView after) {
        final Map<NodeId, Node> old = before == null ? Map.of() : before.nodes();
        final Set<NodeId> gone = new HashSet<>(old.keySet());
        gone.removeAll(after.nodes().keySet());
        gone.forEach(id -> transaction.delete(STORE, Paths.node(id)));
        after.nodes().forEach((id, node) -> node(transaction, id, old.get(id), node));
        if (after.state() != null) {
            if (before == null || !after.state().equals(before.state())) {
                transaction.mergeParentStructurePut(STORE, Paths.state(switchId), after.state());
            }
        } else if (before != null && before.state() != null) {
            transaction.delete(STORE, Paths.state(switchId));
        }
    }

    /** Ports change often, and one at a time: they are written by themselves if nothing else changed. */
    private static void node(final WriteTransaction transaction, final NodeId id, final Node before,
            final Node after) {
        if (after.equals(before)) {
            return;
        }
        if (before == null || !before.augmentations().equals(after.augmentations())) {
            transaction.mergeParentStructurePut(STORE, Paths.node(id), after);
            return;
        }
        final var path = Paths.TOPOLOGY.child(Node.class, new NodeKey(id));
        before.nonnullTerminationPoint().forEach((key, port) -> {
            if (!after.nonnullTerminationPoint().containsKey(key)) {
                transaction.delete(STORE, path.child(TerminationPoint.class, key));
            }
        });
        after.nonnullTerminationPoint().forEach((key, port) -> {
            if (!port.equals(before.nonnullTerminationPoint().get(key))) {
                transaction.put(STORE, path.child(TerminationPoint.class, key), port);
            }
        });
    }
}
