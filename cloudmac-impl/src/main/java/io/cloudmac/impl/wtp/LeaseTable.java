// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.LeaseService.RefusalListener;
import io.cloudmac.impl.binding.LeaseService.Role;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentLease.LeaseKey;
import io.cloudmac.impl.wtp.AgentRadio.RadioSettings;
import io.cloudmac.impl.wtp.RadioChoice.NoRadioException;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the ACK leases that the application holds at one WTP. The table outlives connections: after a reconnect it
 * requests all leases again, and releases those that were released meanwhile. Use it in one event loop only.
 */
final class LeaseTable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTable.class);

    private final Map<Lease, LeaseStatus> wanted = new LinkedHashMap<>();
    /** The number of the newest unanswered request for each lease. */
    private final Map<Lease, Long> unanswered = new HashMap<>();
    private final Set<LeaseKey> unreleased = new LinkedHashSet<>();
    private final Map<Integer, Integer> tuned = new HashMap<>();
    /** Radios that did not answer the last request to change their channel: the next lease repeats it. */
    private final Set<Integer> untuned = new HashSet<>();
    private final Set<LeaseKey> leftovers = new LinkedHashSet<>();
    /** Leases of the last agent report that were released since. */
    private final Set<LeaseKey> releasedSinceReport = new HashSet<>();
    private final LongSupplier ttlMillis;
    private final Runnable onChange;
    private final Runnable onTuned;
    private final Function<Mac, Set<Integer>> announcing;
    private final ToIntFunction<Mac> stationChannel;
    private final RefusalListener refusals;
    private Connection connection;
    private long requests;
    private String whyNoSession = "it is not announced";

    private record Connection(AgentClient client, AgentInfo info) {
    }

    /**
     * Creates an empty table.
     *
     * @param ttlMillis returns the present duration of leases, ms
     * @param onChange runs after each change of a lease's status
     * @param onTuned runs after a radio was asked to change its channel, or refused to
     * @param announcing returns the radios that announce other VAPs than a given one
     * @param stationChannel returns the channel of the BSS of a virtual station, MHz; 0: unknown
     * @param refusals receives the leases that the WTP refuses, or refuses no longer
     */
    LeaseTable(final LongSupplier ttlMillis, final Runnable onChange, final Runnable onTuned,
            final Function<Mac, Set<Integer>> announcing, final ToIntFunction<Mac> stationChannel,
            final RefusalListener refusals) {
        this.ttlMillis = ttlMillis;
        this.onChange = onChange;
        this.onTuned = onTuned;
        this.announcing = announcing;
        this.stationChannel = stationChannel;
        this.refusals = refusals;
    }

    /** Handles a report of the agent: the channels of its radios, and its leases. */
    void report(final AgentClient client, final AgentInfo info) {
        connection = new Connection(client, info);
        tuned.clear();
        untuned.clear();
        releasedSinceReport.clear();
    }

    /**
     * Requests all leases but those whose last request is unanswered. Call it after {@link #report} of a new session,
     * and again before the leases expire.
     */
    void renew() {
        final Connection now = connection;
        List.copyOf(unreleased).forEach(key -> release(key, now));
        wanted.keySet().stream().filter(lease -> !unanswered.containsKey(lease)).toList()
            .forEach(lease -> request(lease, now));
    }

    /** Marks all leases as pending after the loss of the session. */
    void onSessionLost(final String reason) {
        connection = null;
        unanswered.clear();
        whyNoSession = reason;
        for (final Lease lease : List.copyOf(wanted.keySet())) {
            final LeaseStatus old = wanted.get(lease);
            setStatus(lease, new LeaseStatus(lease.bssid(), old.radio(), LeaseStatus.LeaseState.PENDING, reason, null));
        }
    }

    /** Holds a lease from now on. Requests it at once if there is a session. */
    CompletionStage<Void> hold(final Lease lease) {
        if (!wanted.containsKey(lease)) {
            setStatus(lease, LeaseStatus.pending(lease.bssid(), connection == null ? whyNoSession : "requested"));
        } else if (isRefused(wanted.get(lease))) {
            // Another caller held it, which may be gone.
            refusals.leaseChanged(lease, refusal(wanted.get(lease)));
        }
        final Connection now = connection;
        return now == null
            ? CompletableFuture.failedFuture(noSession(lease))
            : request(lease, now);
    }

    /** Returns the channel on which the WTP can serve the VAP: the lease's own, or another of the same band. */
    CompletionStage<Integer> channelFor(final Lease lease) {
        final Connection now = connection;
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

    /** Returns the radio that is on a channel (centre, MHz; 0: none) and can acknowledge; empty without a session. */
    OptionalInt radioOn(final int frequency) {
        return connection == null ? OptionalInt.empty()
            : RadioChoice.tunedTo(frequency, connection.info.radios(), tuned);
    }

    private IOException noSession(final Lease lease) {
        return new IOException("no session with WTP " + lease.wtp() + ": " + whyNoSession);
    }

    /** Releases a lease now, or at the next session if there is none. */
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
        releasedSinceReport.add(key);
        final Connection now = connection;
        if (now == null) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletionStage<Void> confirmed = release(key, now);
        requestRefused(now);
        return confirmed;
    }

    private CompletionStage<Void> release(final LeaseKey key, final Connection now) {
        return now.client.release(key).handle((result, thrown) -> {
            // An agent that refuses has no such lease or radio: nothing is left to release.
            if (thrown == null || Failures.unwrap(thrown) instanceof JsonRpcException) {
                unreleased.remove(key);
            }
            return null;
        });
    }

    /** Requests the refused leases: the release, which was sent before, may have freed their radio or slot. */
    private void requestRefused(final Connection now) {
        for (final Lease lease : List.copyOf(wanted.keySet())) {
            final LeaseStatus status = wanted.get(lease);
            if (status != null && (status.radio() < 0 || isRefused(status))) {
                request(lease, now);
            }
        }
    }

    /**
     * Releases the agent's leases for these VAPs that no station needed at the last call and none needs now. Between
     * two calls there is time to request a needed lease.
     */
    void releaseLeftovers(final Set<Mac> vaps) {
        final Connection now = connection;
        if (now == null) {
            leftovers.clear();
            return;
        }
        final List<LeaseKey> unwanted = now.info.leases().stream()
            .filter(lease -> !lease.isEndless() && vaps.contains(Mac.parse(lease.key().bssid())))
            .map(AgentLease::key).filter(key -> !mayBeWanted(key) && !releasedSinceReport.contains(key)).toList();
        leftovers.retainAll(unwanted);
        List.copyOf(leftovers).forEach(key -> {
            LOG.info("Agent {}: releasing the lease for {} on radio {}: no station needs it",
                now.info.name(), key.bssid(), key.radio());
            unreleased.add(key);
            releasedSinceReport.add(key);
            release(key, now);
        });
        leftovers.clear();
        leftovers.addAll(unwanted);
        leftovers.removeAll(releasedSinceReport);
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
            choice = lease.role() == Role.STATION
                ? RadioChoice.forVirtualStation(stationChannel.applyAsInt(lease.bssid()), now.info.radios(), tuned,
                    loads(lease, now.info))
                : RadioChoice.of(lease.frequency(), now.info.radios(), tuned, radiosUsedByOthers(lease, now.info));
        } catch (NoRadioException e) {
            setStatus(lease, LeaseStatus.failed(lease.bssid(), -1, e.getMessage()));
            return CompletableFuture.failedFuture(e);
        }
        final LeaseStatus old = wanted.get(lease);
        final LeaseKey key = new LeaseKey(lease.bssid().toString(), choice.radio());
        wanted.put(lease, old.at(choice.radio()));
        unreleased.remove(key);
        if (old.radio() >= 0 && old.radio() != choice.radio()) {
            unreleased.add(new LeaseKey(key.bssid(), old.radio()));
            release(new LeaseKey(key.bssid(), old.radio()), now);
        }
        final AgentClient agent = now.client;
        final long ttl = ttlMillis.getAsLong();
        final Instant asked = Instant.now();
        final long number = ++requests;
        unanswered.put(lease, number);
        final boolean tunes = choice.tune() || lease.frequency() != 0 && untuned.contains(choice.radio());
        return (tunes ? tune(agent, choice.radio(), lease.frequency()).thenCompose(
                ok -> agent.lease(key, lease.role(), ttl))
            : agent.lease(key, lease.role(), ttl)).handle((granted, thrown) -> {
                final boolean isNewest = unanswered.remove(lease, number);
                if (isCurrent(agent) && wanted.containsKey(lease)) {
                    final Throwable failure = thrown == null ? null : Failures.unwrap(thrown);
                    setStatus(lease, outcome(wanted.get(lease), choice.radio(), asked.plusMillis(ttl), failure));
                    // The next renewal repeats the request for a held lease, which a slow agent need not hear twice.
                    if (isNewest && failure instanceof TimeoutException
                            && wanted.get(lease).state() != LeaseStatus.LeaseState.HELD) {
                        request(lease, connection);
                    }
                }
                return thrown;
            }).thenCompose(thrown -> thrown == null ? CompletableFuture.<Void>completedFuture(null)
                : CompletableFuture.failedFuture(Failures.unwrap(thrown)));
    }

    private CompletionStage<RadioSettings> tune(final AgentClient agent, final int radio, final int frequency) {
        tuned.put(radio, frequency);
        untuned.remove(radio);
        final CompletionStage<RadioSettings> done = agent.setRadio(radio, frequency, null);
        onTuned.run();
        return done.whenComplete((settings, thrown) -> {
            if (thrown != null && Integer.valueOf(frequency).equals(tuned.get(radio)) && isCurrent(agent)) {
                if (isAnswer(Failures.unwrap(thrown))) {
                    tuned.remove(radio);
                    onTuned.run();
                } else {
                    untuned.add(radio);
                }
            }
        });
    }

    /** Returns the status after a request; {@code failure} is null if the agent granted the lease. */
    private static LeaseStatus outcome(final LeaseStatus before, final int radio, final Instant expires,
            final Throwable failure) {
        if (failure == null) {
            return LeaseStatus.held(before.bssid(), radio, expires);
        }
        return isAnswer(failure) ? LeaseStatus.failed(before.bssid(), radio, Failures.text(failure))
            : before.unanswered(Failures.text(failure), Instant.now());
    }

    /** Returns true if the agent has answered, though not as requested: it was neither silent nor lost. */
    private static boolean isAnswer(final Throwable failure) {
        return failure instanceof JsonRpcException || failure instanceof ProtocolException;
    }

    private boolean isCurrent(final AgentClient agent) {
        final Connection now = connection;
        return now != null && now.client == agent;
    }

    /** Returns true if a held lease is this one, or may become this one because its radio is not chosen yet. */
    private boolean mayBeWanted(final LeaseKey key) {
        return wanted.values().stream().anyMatch(each -> each.bssid().toString().equals(key.bssid())
            && (each.radio() < 0 || each.radio() == key.radio()));
    }

    private boolean isWanted(final Mac bssid, final int radio) {
        return wanted.values().stream().anyMatch(each -> each.radio() == radio && each.bssid().equals(bssid));
    }

    /**
     * Returns the number of other wanted leases of each radio, and marks the radio that has this one. An earlier run of
     * the controller may have requested it.
     */
    private Map<Integer, Long> loads(final Lease lease, final AgentInfo info) {
        final Map<Integer, Long> loads = new HashMap<>();
        wanted.forEach((other, status) -> {
            if (!other.equals(lease) && status.radio() >= 0 && !isRefused(status)) {
                loads.merge(status.radio(), 1L, Long::sum);
            }
        });
        final LeaseStatus held = wanted.get(lease);
        if (held != null && held.radio() >= 0 && !isRefused(held)) {
            loads.put(held.radio(), RadioChoice.HOLDS_IT);
        } else {
            info.leases().stream().map(AgentLease::key)
                .filter(key -> key.bssid().equals(lease.bssid().toString()) && !releasedSinceReport.contains(key))
                .findFirst().ifPresent(key -> loads.put(key.radio(), RadioChoice.HOLDS_IT));
        }
        return loads;
    }

    private Set<Integer> radiosUsedByOthers(final Lease lease, final AgentInfo info) {
        // To tune a radio that announces other VAPs would take them off the air.
        final Set<Integer> used = new HashSet<>(announcing.apply(lease.bssid()));
        info.leases().forEach(each -> {
            if (!each.key().bssid().equals(lease.bssid().toString()) && !each.isProbe()
                    && !releasedSinceReport.contains(each.key())) {
                used.add(each.key().radio());
            }
        });
        wanted.forEach((other, status) -> {
            if (!other.equals(lease) && status.radio() >= 0 && !isRefused(status)) {
                used.add(status.radio());
            }
        });
        return used;
    }

    private void setStatus(final Lease lease, final LeaseStatus status) {
        final LeaseStatus before = wanted.put(lease, status);
        if (status != before && (isRefused(status) || isRefused(before))) {
            refusals.leaseChanged(lease, refusal(status));
        }
        if (!status.equals(before)) {
            onChange.run();
        }
    }

    private static Optional<String> refusal(final LeaseStatus status) {
        return isRefused(status) ? Optional.of(status.text()) : Optional.empty();
    }

    private static boolean isRefused(final LeaseStatus status) {
        return status != null && status.state() == LeaseStatus.LeaseState.FAILED;
    }
}
