// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import static org.mockito.Mockito.mock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.eos.binding.api.Entity;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipCandidateRegistration;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipChange;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipListener;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipListenerRegistration;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipService;
import org.opendaylight.mdsal.eos.common.api.EntityOwnershipChangeState;
import org.opendaylight.mdsal.eos.common.api.EntityOwnershipState;

/** An entity ownership service whose answers come when the test delivers them. */
final class FakeEntityOwnership implements EntityOwnershipService {
    final List<Entity> candidates = new ArrayList<>();
    private final List<EntityOwnershipListener> listeners = new ArrayList<>();
    private final Deque<EntityOwnershipChange> later = new ArrayDeque<>();

    @Override
    public EntityOwnershipCandidateRegistration registerCandidate(final Entity entity) {
        candidates.add(entity);
        return registration(EntityOwnershipCandidateRegistration.class, () -> candidates.remove(entity));
    }

    @Override
    public EntityOwnershipListenerRegistration registerListener(final String type,
            final EntityOwnershipListener listener) {
        listeners.add(listener);
        return registration(EntityOwnershipListenerRegistration.class, () -> listeners.remove(listener));
    }

    private static <T extends AutoCloseable> T registration(final Class<T> type, final Runnable close) {
        return mock(type, call -> {
            if (call.getMethod().getName().equals("close")) {
                close.run();
            }
            return null;
        });
    }

    @Override
    public Optional<EntityOwnershipState> getOwnershipState(final Entity entity) {
        return Optional.empty();
    }

    @Override
    public boolean isCandidateRegistered(final Entity entity) {
        return candidates.contains(entity);
    }

    /** Queues a change for {@link #deliver}. */
    void change(final EntityOwnershipChangeState state, final boolean inJeopardy) {
        later.add(new EntityOwnershipChange(ApplicationOwner.APPLICATION, state, inJeopardy));
    }

    /** Queues a change of another entity of the same type. */
    void changeOfOther(final EntityOwnershipChangeState state) {
        later.add(new EntityOwnershipChange(new Entity(ApplicationOwner.APPLICATION.getType(), "other"), state));
    }

    /** Delivers all queued changes. */
    void deliver() {
        for (EntityOwnershipChange change = later.poll(); change != null; change = later.poll()) {
            final EntityOwnershipChange next = change;
            List.copyOf(listeners).forEach(listener -> listener.ownershipChanged(next));
        }
    }
}
