// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.node.TerminationPoint;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the switches' views to the operational datastore. The latest view of each switch wins. It writes
 * views that arrive during a write together, and only their differences from the last written ones. After a
 * failed write, or if another member may have written, the last written view is not known. Then it writes a
 * view as a whole and deletes everything else of the switch.
 */
final class OperationalWriter {
    /**
     * The published state of one switch.
     *
     * @param nodes node of the switch and of each bridge by id; empty if it is not connected
     * @param state its entry in ovsdb-state, or null if it is neither connected nor configured
     */
    record SwitchView(Map<NodeId, Node> nodes, Switch state) {
        /** Publishes nothing. */
        static final SwitchView NONE = new SwitchView(Map.of(), null);
    }

    private static final Logger LOG = LoggerFactory.getLogger(OperationalWriter.class);
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.OPERATIONAL;
    private static final long RETRY_MS = 500;

    /** A view to write; with owners, only over a view without owner or with one of these. */
    private record Wanted(SwitchView view, Collection<String> owners) {
    }

    private final DataBroker broker;
    private final ScheduledExecutorService thread;
    private final Map<NodeId, Wanted> waiting = new LinkedHashMap<>();
    private final Set<NodeId> forgotten = new HashSet<>();
    /** The known contents of the datastore; used by the writer's thread only. */
    private final Map<NodeId, SwitchView> written = new HashMap<>();
    private boolean scheduled;

    /**
     * Creates a writer.
     *
     * @param thread executor of one thread, which may block
     */
    OperationalWriter(final DataBroker broker, final ScheduledExecutorService thread) {
        this.broker = broker;
        this.thread = thread;
    }

    /** Schedules a write of this view of a switch. Does not block. */
    synchronized void publish(final NodeId switchId, final SwitchView view) {
        waiting.put(switchId, new Wanted(view, null));
        schedule(0);
    }

    /** Schedules a write of this view unless another member owns the shown view. Does not block. */
    synchronized void publishIfOwnedBy(final Collection<String> owners, final NodeId switchId,
            final SwitchView view) {
        waiting.put(switchId, new Wanted(view, owners));
        schedule(0);
    }

    /** Discards what is known and pending of a switch, since another member can write it. */
    synchronized void forget(final NodeId switchId) {
        forgotten.add(switchId);
        waiting.computeIfPresent(switchId, (id, wanted) -> wanted.owners == null ? null : wanted);
    }

    /** Deletes all views that this writer has written and no other member has overwritten. */
    synchronized void clear(final String owner) {
        thread.execute(() -> {
            final Map<NodeId, Wanted> views = new HashMap<>();
            written.keySet().forEach(id -> views.put(id, new Wanted(SwitchView.NONE, List.of(owner))));
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
        final Map<NodeId, Wanted> views;
        synchronized (this) {
            scheduled = false;
            views = new LinkedHashMap<>(waiting);
            waiting.clear();
            written.keySet().removeAll(forgotten);
            forgotten.clear();
        }
        if (views.isEmpty() || write(views)) {
            return;
        }
        // A view that cannot be written must not block the others.
        views.forEach((id, wanted) -> {
            if (views.size() == 1 || !write(Map.of(id, wanted))) {
                again(id, wanted);
            }
        });
    }

    private synchronized void again(final NodeId id, final Wanted wanted) {
        if (wanted.owners != null || !forgotten.contains(id)) {
            waiting.putIfAbsent(id, wanted);
        }
        schedule(RETRY_MS);
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private boolean write(final Map<NodeId, Wanted> views) {
        try {
            final Map<NodeId, SwitchView> done = new HashMap<>();
            final ReadWriteTransaction transaction = broker.newReadWriteTransaction();
            for (final Map.Entry<NodeId, Wanted> entry : views.entrySet()) {
                final NodeId id = entry.getKey();
                final Wanted wanted = entry.getValue();
                final boolean known = written.containsKey(id);
                final Switch stored = known && wanted.owners == null ? null : read(transaction, Paths.state(id));
                if (wanted.owners == null || stored == null || stored.getOwner() == null
                        || wanted.owners.contains(stored.getOwner())) {
                    difference(transaction, id, known ? written.get(id) : stored(transaction, id, stored),
                        wanted.view);
                    done.put(id, wanted.view);
                }
            }
            transaction.commit().get();
            written.keySet().removeAll(views.keySet());
            done.forEach((id, view) -> {
                if (!view.equals(SwitchView.NONE)) {
                    written.put(id, view);
                }
            });
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (final ExecutionException | RuntimeException e) {
            LOG.warn("Cannot write the state of {} to the operational datastore; trying again", views.keySet(), e);
            written.keySet().removeAll(views.keySet());
            return false;
        }
    }

    /** Returns the stored view of a switch: its state, and the ids of its nodes without their content. */
    private static SwitchView stored(final ReadWriteTransaction transaction, final NodeId id, final Switch state)
            throws InterruptedException, ExecutionException {
        final Map<NodeId, Node> nodes = new HashMap<>();
        final Node root = read(transaction, Paths.node(id));
        if (root != null) {
            nodes.put(id, null);
            final OvsdbNodeAugmentation ovsdb = root.augmentation(OvsdbNodeAugmentation.class);
            if (ovsdb != null) {
                ovsdb.nonnullManagedNodeEntry().values().forEach(bridge -> {
                    final NodeKey key = bridge.requireBridgeRef().getValue().firstKeyOf(Node.class);
                    if (key != null) {
                        nodes.put(key.getNodeId(), null);
                    }
                });
            }
        }
        return new SwitchView(nodes, state);
    }

    private static <T extends DataObject> T read(final ReadWriteTransaction transaction,
            final InstanceIdentifier<T> path) throws InterruptedException, ExecutionException {
        return transaction.read(STORE, path).get().orElse(null);
    }

    private static void difference(final WriteTransaction transaction, final NodeId switchId,
            final SwitchView before, final SwitchView after) {
        final Map<NodeId, Node> old = before.nodes();
        final Set<NodeId> gone = new HashSet<>(old.keySet());
        gone.removeAll(after.nodes().keySet());
        gone.forEach(id -> transaction.delete(STORE, Paths.node(id)));
        after.nodes().forEach((id, node) -> node(transaction, id, old.get(id), node));
        if (after.state() != null) {
            if (!after.state().equals(before.state())) {
                transaction.mergeParentStructurePut(STORE, Paths.state(switchId), after.state());
            }
        } else if (before.state() != null) {
            transaction.delete(STORE, Paths.state(switchId));
        }
    }

    /** Ports change often and one at a time: writes only the changed ports if nothing else changed. */
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
