// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentLease.LeaseKey;
import io.cloudmac.impl.wtp.RadioChoice.NoRadioException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ACK leases that the application wants at one WTP, and how each stands. Outlives connections: when
 * the agent is back, all are asked for again, and what had been given back meanwhile is released. Used
 * in one event loop only.
 */
final class LeaseTable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTable.class);

    private final Map<Lease, LeaseStatus> wanted = new LinkedHashMap<>();
    private final Set<LeaseKey> unreleased = new LinkedHashSet<>();
    private final Map<Integer, Integer> tuned = new HashMap<>();
    private final Set<LeaseKey> leftovers = new LinkedHashSet<>();
    /** Of what the agent said that it holds, since it said so. */
    private final Set<LeaseKey> givenBack = new HashSet<>();
    private final LongSupplier ttlMillis;
    private final Runnable onChange;
    private Connection link;
    private String whyNoClient = "it is not announced";

    private record Connection(AgentClient client, AgentInfo info) {
    }

    /**
     * Creates an empty table.
     *
     * @param ttlMillis for how long to ask now, ms
     * @param onChange called when the status of a lease changed
     */
    LeaseTable(final LongSupplier ttlMillis, final Runnable onChange) {
        this.ttlMillis = ttlMillis;
        this.onChange = onChange;
    }

    /** There is a session, or news from it: asks for everything (again), before the leases run out. */
    void renew(final AgentClient client, final AgentInfo info) {
        final Connection now = new Connection(client, info);
        link = now;
        tuned.clear();
        givenBack.clear();
        List.copyOf(unreleased).forEach(key -> release(key, now));
        List.copyOf(wanted.keySet()).forEach(lease -> request(lease, now));
    }

    /** There is no session: nothing is known to be held any more. */
    void lost(final String reason) {
        link = null;
        whyNoClient = reason;
        for (final Lease lease : List.copyOf(wanted.keySet())) {
            final LeaseStatus old = wanted.get(lease);
            set(lease, new LeaseStatus(lease.bssid(), old.radio(), LeaseStatus.LeaseState.PENDING, reason, null));
        }
    }

    /** Wants a lease from now on; asks for it at once if there is a session. */
    CompletionStage<Void> hold(final Lease lease) {
        if (!wanted.containsKey(lease)) {
            set(lease, LeaseStatus.pending(lease.bssid(), link == null ? whyNoClient : "asked for"));
        }
        final Connection now = link;
        return now == null
            ? CompletableFuture.failedFuture(noSession(lease))
            : request(lease, now);
    }

    /** On which channel a lease could be had, the lease's own or another of its band. */
    CompletionStage<Integer> channelFor(final Lease lease) {
        final Connection now = link;
        if (now == null) {
            return CompletableFuture.failedFuture(noSession(lease));
        }
        try {
            return CompletableFuture.completedFuture(RadioChoice.channelFor(lease.frequency(), now.info.radios(),
                tuned, radiosUsedByOthers(lease, now.info)));
        } catch (NoRadioException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private IOException noSession(final Lease lease) {
        return new IOException("no session with WTP " + lease.wtp() + ": " + whyNoClient);
    }

    /** Wants a lease no longer; gives it back now if there is a session, else at the next. */
    CompletionStage<Void> release(final Lease lease) {
        final LeaseStatus status = wanted.remove(lease);
        if (status == null) {
            return CompletableFuture.completedFuture(null);
        }
        onChange.run();
        final LeaseKey key = new LeaseKey(lease.bssid().toString(), status.radio());
        if (status.radio() < 0 || isWanted(lease.bssid(), status.radio())) {
            return CompletableFuture.completedFuture(null);
        }
        unreleased.add(key);
        givenBack.add(key);
        final Connection now = link;
        if (now == null) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletionStage<Void> released = release(key, now);
        requestWithoutRadio(now);
        return released;
    }

    private CompletionStage<Void> release(final LeaseKey key, final Connection now) {
        return now.client.release(key).handle((released, thrown) -> {
            // An agent that refuses has no such lease or radio: nothing is left to give back.
            if (thrown == null || Failures.unwrap(thrown) instanceof JsonRpcException) {
                unreleased.remove(key);
            }
            return null;
        });
    }

    /** A radio has become free, perhaps: asks for what there was none for. The agent has been told of the release. */
    private void requestWithoutRadio(final Connection now) {
        for (final Lease lease : List.copyOf(wanted.keySet())) {
            final LeaseStatus status = wanted.get(lease);
            if (status != null && status.radio() < 0) {
                request(lease, now);
            }
        }
    }

    /**
     * Gives back what the agent holds for one of these VAPs and nobody has wanted, now and at the call before. Between
     * the two who needs it has had the time to ask for it.
     */
    void giveBackLeftovers(final Set<Mac> vaps) {
        final Connection now = link;
        if (now == null) {
            leftovers.clear();
            return;
        }
        final List<LeaseKey> unwanted = now.info.leases().stream()
            .filter(lease -> !lease.isForEver() && vaps.contains(Mac.parse(lease.key().bssid())))
            .map(AgentLease::key).filter(key -> !mayBeWanted(key) && !givenBack.contains(key)).toList();
        leftovers.retainAll(unwanted);
        List.copyOf(leftovers).forEach(key -> {
            LOG.info("Agent {}: gives back the lease for {} on radio {}, which nobody here has asked for",
                now.info.name(), key.bssid(), key.radio());
            unreleased.add(key);
            givenBack.add(key);
            release(key, now);
        });
        leftovers.clear();
        leftovers.addAll(unwanted);
        leftovers.removeAll(givenBack);
    }

    List<LeaseStatus> statuses() {
        return List.copyOf(wanted.values());
    }

    boolean isEmpty() {
        return wanted.isEmpty() && unreleased.isEmpty();
    }

    private CompletionStage<Void> request(final Lease lease, final Connection now) {
        final RadioChoice choice;
        try {
            choice = RadioChoice.of(lease.frequency(), now.info.radios(), tuned, radiosUsedByOthers(lease, now.info));
        } catch (NoRadioException e) {
            set(lease, LeaseStatus.failed(lease.bssid(), -1, e.getMessage()));
            return CompletableFuture.failedFuture(e);
        }
        final LeaseStatus old = wanted.get(lease);
        final LeaseKey key = new LeaseKey(lease.bssid().toString(), choice.radio());
        wanted.put(lease, new LeaseStatus(lease.bssid(), choice.radio(), old.state(), old.text(), old.expires()));
        unreleased.remove(key);
        if (old.radio() >= 0 && old.radio() != choice.radio()) {
            unreleased.add(new LeaseKey(key.bssid(), old.radio()));
            release(new LeaseKey(key.bssid(), old.radio()), now);
        }
        final AgentClient agent = now.client;
        final long ttl = ttlMillis.getAsLong();
        final Instant asked = Instant.now();
        return (choice.tune() ? tune(agent, choice.radio(), lease.frequency()).thenCompose(ok -> agent.lease(key, ttl))
            : agent.lease(key, ttl)).handle((granted, thrown) -> {
                if (isCurrent(agent) && wanted.containsKey(lease)) {
                    set(lease, outcome(lease, choice.radio(), asked.plusMillis(ttl), thrown));
                }
                return thrown;
            }).thenCompose(thrown -> thrown == null ? CompletableFuture.<Void>completedFuture(null)
                : CompletableFuture.failedFuture(Failures.unwrap(thrown)));
    }

    private CompletionStage<RadioSettings> tune(final AgentClient agent, final int radio, final int frequency) {
        tuned.put(radio, frequency);
        return agent.setRadio(radio, frequency, null).whenComplete((settings, thrown) -> {
            if (thrown != null) {
                tuned.remove(radio, frequency);
            }
        });
    }

    private static LeaseStatus outcome(final Lease lease, final int radio, final Instant expires,
            final Throwable thrown) {
        if (thrown == null) {
            return new LeaseStatus(lease.bssid(), radio, LeaseStatus.LeaseState.HELD, "", expires);
        }
        return LeaseStatus.failed(lease.bssid(), radio, Failures.text(thrown));
    }

    private boolean isCurrent(final AgentClient agent) {
        final Connection now = link;
        return now != null && now.client == agent;
    }

    /** One that is wanted without a radio may become this one. */
    private boolean mayBeWanted(final LeaseKey key) {
        return wanted.values().stream().anyMatch(each -> each.bssid().toString().equals(key.bssid())
            && (each.radio() < 0 || each.radio() == key.radio()));
    }

    private boolean isWanted(final Mac bssid, final int radio) {
        return wanted.values().stream().anyMatch(each -> each.radio() == radio && each.bssid().equals(bssid));
    }

    private Set<Integer> radiosUsedByOthers(final Lease lease, final AgentInfo info) {
        final Set<Integer> used = new HashSet<>();
        info.leases().forEach(each -> {
            if (!each.key().bssid().equals(lease.bssid().toString()) && !givenBack.contains(each.key())) {
                used.add(each.key().radio());
            }
        });
        wanted.forEach((other, status) -> {
            if (!other.equals(lease) && status.radio() >= 0) {
                used.add(status.radio());
            }
        });
        return used;
    }

    private void set(final Lease lease, final LeaseStatus status) {
        if (!status.equals(wanted.put(lease, status))) {
            onChange.run();
        }
    }
}
