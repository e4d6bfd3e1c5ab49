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
 * Watches the switches in the operational datastore. One member of the cluster is the caretaker. It publishes
 * the switches without an owner: those that are configured but not connected, and those whose owner died
 * without a successor. On every member it reports the datastore's contents to the agents, so that an owner
 * notices when another member overwrites its view.
 */
final class Caretaker implements ClusteredDataTreeChangeListener<Switch>, AutoCloseable {
    private static final String SUBJECT = "unconnected switches";

    /** Receives the caretaker's events. */
    interface Agents {
        /** Reports that this member became, or ceased to be, the caretaker. */
        void caretakerChanged();

        /** Reports what the datastore shows of a switch; null if it shows nothing. */
        void shown(NodeId switchId, Switch state);

        /** Reports that the shown owner is gone and has no successor. */
        void orphaned(NodeId switchId, String owner);
    }

    private final Ownership ownership;
    private final Agents agents;
    private final Ownership.Claim claim;
    private final ScheduledFuture<?> looking;
    private final Map<NodeId, String> owners = new ConcurrentHashMap<>();
    private Set<Map.Entry<NodeId, String>> suspects = Set.of();

    /**
     * Starts watching.
     *
     * @param patience time without a living owner after which a switch is orphaned; it takes up to twice this
     * @param timer    runs the checks
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

    /** Returns true if this member is the caretaker. */
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

    /**
     * Reports a switch as orphaned only if two checks in a row find it so: one alone can be a takeover in
     * progress.
     */
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
