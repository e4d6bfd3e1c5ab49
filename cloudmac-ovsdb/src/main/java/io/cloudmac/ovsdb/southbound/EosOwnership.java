// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.mdsal.eos.binding.api.Entity;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipChange;
import org.opendaylight.mdsal.eos.binding.api.EntityOwnershipService;
import org.opendaylight.mdsal.eos.common.api.CandidateAlreadyRegisteredException;
import org.opendaylight.yangtools.concepts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements ownership with MD-SAL's entity ownership service.
 *
 * <p>During start-up that service delays candidates until it has found its supervisor, and fails if there are
 * many. So this class first registers an entity that only this member can own, and registers the others when
 * it owns that one.
 */
final class EosOwnership implements Ownership {
    private static final Logger LOG = LoggerFactory.getLogger(EosOwnership.class);
    private static final String TYPE = "cloudmac-ovsdb";

    private final EntityOwnershipService service;
    private final ClusterMembers members;
    private final Registration listener;
    private final Entity first = new Entity(TYPE, "first " + UUID.randomUUID());
    private final Map<Entity, State> states = new ConcurrentHashMap<>();
    private final Map<Entity, Runnable> interested = new ConcurrentHashMap<>();
    /** Entities for which this member is a candidate, and those of them that are registered with the service. */
    private final Set<Entity> standing = new HashSet<>();
    private final Map<Entity, Registration> registered = new HashMap<>();
    private boolean ready;

    EosOwnership(final EntityOwnershipService service, final ClusterMembers members) {
        this.service = service;
        this.members = members;
        listener = service.registerListener(TYPE, this::changed);
        register(first);
    }

    @Override
    public String member() {
        return members.self();
    }

    @Override
    public boolean alive(final String member) {
        return members.alive(member);
    }

    @Override
    public State state(final String subject) {
        return states.getOrDefault(new Entity(TYPE, subject), State.NOBODY);
    }

    @Override
    public Claim claim(final String subject, final Runnable changed) {
        final Entity entity = new Entity(TYPE, subject);
        interested.put(entity, changed);
        return new Claim() {
            @Override
            public void stand() {
                EosOwnership.this.stand(entity);
            }

            @Override
            public void withdraw() {
                EosOwnership.this.withdraw(entity);
            }

            @Override
            public void close() {
                interested.remove(entity);
                EosOwnership.this.withdraw(entity);
            }
        };
    }

    @Override
    public synchronized void close() {
        listener.close();
        registered.values().forEach(Registration::close);
        registered.clear();
        standing.clear();
    }

    private synchronized void stand(final Entity entity) {
        if (standing.add(entity) && ready) {
            register(entity);
        }
    }

    private synchronized void withdraw(final Entity entity) {
        final Registration registration = registered.remove(entity);
        if (standing.remove(entity) && registration != null) {
            registration.close();
        }
    }

    private synchronized void register(final Entity entity) {
        try {
            registered.put(entity, service.registerCandidate(entity));
        } catch (final CandidateAlreadyRegisteredException e) {
            throw new IllegalStateException("another southbound runs in this controller", e);
        }
    }

    private void changed(final EntityOwnershipChange change) {
        final Entity entity = change.getEntity();
        final State now = change.getState().isOwner() ? State.MINE
            : change.getState().hasOwner() ? State.OTHER : State.NOBODY;
        LOG.debug("Owner of {} is now {}", entity.getIdentifier(), now);
        if (entity.equals(first)) {
            if (now == State.MINE) {
                begin();
            }
            return;
        }
        if (states.put(entity, now) != now) {
            final Runnable listening = interested.get(entity);
            if (listening != null) {
                listening.run();
            }
        }
    }

    private synchronized void begin() {
        if (!ready) {
            ready = true;
            LOG.info("Cluster member {} can own switches now", members.self());
            standing.forEach(this::register);
        }
    }
}
