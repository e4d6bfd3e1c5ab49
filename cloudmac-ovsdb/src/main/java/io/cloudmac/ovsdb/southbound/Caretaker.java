// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/**
 * Watches over what the operational datastore shows of the switches. One member of the cluster is the
 * caretaker, and shows those that nobody owns: configured ones that are connected to nobody, and those whose
 * owner is gone without a word while nobody came after him. On every member it tells the agents what the
 * datastore shows, so that an owner notices if another one has written over his view.
 */
final class Caretaker implements ClusteredDataTreeChangeListener<Switch>, AutoCloseable {
    private static final String SUBJECT = "unconnected switches";

    /** What the caretaker has to do with the agents. */
    interface Agents {
        /** Whether this member is the caretaker has changed. */
        void caretakerChanged();

        /** The datastore shows this of a switch; null if it shows it no longer. */
        void shown(NodeId switchId, Switch state);

        /** The owner that is shown is gone, and nobody came after him. */
        void orphaned(NodeId switchId, String owner);
    }

    private final Ownership ownership;
    private final Agents agents;
    private final Ownership.Claim claim;
    private final ScheduledFuture<?> looking;
    private final Map<NodeId, String> owners = new ConcurrentHashMap<>();
    private Set<Map.Entry<NodeId, String>> suspects = Set.of();

    /**
     * Makes one.
     *
     * @param patience how long a switch has to be without a living owner: between this and twice this
     * @param timer    on which it looks
     */
    Caretaker(final Ownership ownership, final Agents agents, final Duration patience,
            final ScheduledExecutorService timer) {
        this.ownership = ownership;
        this.agents = agents;
        claim = ownership.claim(SUBJECT, agents::caretakerChanged);
        claim.stand();
        looking = timer.scheduleWithFixedDelay(this::look, patience.toMillis(), patience.toMillis(),
            TimeUnit.MILLISECONDS);
    }

    /** Whether this member is the caretaker. */
    static boolean is(final Ownership ownership) {
        return ownership.state(SUBJECT) == Ownership.State.MINE;
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<Switch>> changes) {
        for (final DataTreeModification<Switch> change : changes) {
            final DataObjectModification<Switch> root = change.getRootNode();
            final Switch now = root.getDataAfter();
            final NodeId id = (now != null ? now : root.getDataBefore()).requireNodeId();
            final String owner = now == null ? null : now.getOwner();
            if (owner == null) {
                owners.remove(id);
            } else {
                owners.put(id, owner);
            }
            agents.shown(id, now);
        }
    }

    @Override
    public void close() {
        looking.cancel(false);
        claim.close();
    }

    /** What is suspect at two looks in a row is no takeover that is under way. */
    private void look() {
        final Set<Map.Entry<NodeId, String>> found = new HashSet<>();
        if (is(ownership)) {
            owners.forEach((id, owner) -> {
                if (!ownership.alive(owner) || ownership.state(id.getValue()) == Ownership.State.NOBODY) {
                    found.add(Map.entry(id, owner));
                }
            });
        }
        found.stream().filter(suspects::contains)
            .forEach(suspect -> agents.orphaned(suspect.getKey(), suspect.getValue()));
        suspects = found;
    }
}
