// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps the sessions of all announced WTPs, and the leases and permits of all WTPs. The methods are thread-safe; their
 * work runs in the event loop.
 */
final class WtpSessions implements AutoCloseable {
    private final SessionContext context;
    private final Map<Mac, AgentSession> sessions = new HashMap<>();
    private final Set<Mac> withoutSession = new HashSet<>();
    private final Map<Mac, LeaseTable> leases = new HashMap<>();
    private final Map<Mac, PermitTable> permits = new HashMap<>();
    private int signalIntervalMillis;

    WtpSessions(final SessionContext context) {
        this.context = context;
    }

    /** Handles an announcement of a WTP. There is at least one address. */
    void onAnnouncement(final Mac wtp, final List<InetSocketAddress> addresses) {
        context.loop().execute(() -> {
            if (context.settings().tls().isEmpty()) {
                if (withoutSession.add(wtp)) {
                    publishOff(wtp);
                }
                return;
            }
            final AgentSession present = sessions.get(wtp);
            if (present == null || !present.addresses().equals(addresses)) {
                if (present != null) {
                    present.close();
                }
                final AgentSession session = new AgentSession(wtp, addresses, context, leaseTable(wtp),
                    permitTable(wtp));
                session.reportSignals(signalIntervalMillis);
                sessions.put(wtp, session);
                session.start();
            }
        });
    }

    /** Handles a quiet WTP: probes its agent. */
    void probe(final Mac wtp) {
        context.loop().execute(() -> {
            final AgentSession session = sessions.get(wtp);
            if (session != null) {
                session.probe();
            }
        });
    }

    /** Handles the loss of a WTP: closes its session. */
    void onLost(final Mac wtp) {
        context.loop().execute(() -> {
            final AgentSession session = sessions.remove(wtp);
            if (session != null) {
                session.close();
                leaseTable(wtp).onSessionLost("it is no longer announced");
            }
            withoutSession.remove(wtp);
            context.publisher().remove(wtp);
            forgetEmptyTable(wtp);
        });
    }

    CompletionStage<Void> hold(final Lease lease) {
        return runInLoop(() -> leaseTable(lease.wtp()).hold(lease));
    }

    CompletionStage<Integer> channelFor(final Lease lease) {
        return runInLoop(() -> leaseTable(lease.wtp()).channelFor(lease)
            .whenComplete((channel, thrown) -> forgetEmptyTable(lease.wtp())));
    }

    CompletionStage<Void> release(final Lease lease) {
        return runInLoop(() -> leaseTable(lease.wtp()).release(lease)
            .whenComplete((released, thrown) -> forgetEmptyTable(lease.wtp())));
    }

    /** Sets the VAPs that a WTP announces: the centre frequency of their channels in MHz, by BSSID. */
    void announce(final Mac wtp, final Map<Mac, Integer> vaps) {
        context.loop().execute(() -> {
            permitTable(wtp).set(vaps);
            forgetEmptyTable(wtp);
        });
    }

    /** Releases leases of these VAPs that no station needs, now and at the last call. */
    void releaseLeftovers(final Set<Mac> vaps) {
        context.loop().execute(() -> leases.values().forEach(table -> table.releaseLeftovers(vaps)));
    }

    /** Sets the interval of all agents' signal reports, ms; 0: no reports. */
    void reportSignals(final int intervalMillis) {
        context.loop().execute(() -> {
            signalIntervalMillis = intervalMillis;
            sessions.values().forEach(session -> session.reportSignals(intervalMillis));
        });
    }

    /** Calls a method of a WTP's agent. */
    <T> CompletionStage<T> call(final Mac wtp, final Function<AgentClient, CompletionStage<T>> method) {
        return runInLoop(() -> {
            final AgentClient client = client(wtp);
            return client == null ? CompletableFuture.failedFuture(new IOException(whyDown(wtp)))
                : method.apply(client);
        });
    }

    /** Reads how each radio of a WTP shares the air. */
    CompletionStage<List<AgentAirtime>> airtime(final Mac wtp) {
        return runInLoop(() -> {
            final AgentSession session = sessions.get(wtp);
            return client(wtp) == null ? CompletableFuture.failedFuture(new IOException(whyDown(wtp)))
                : session.airtime();
        });
    }

    /** Closes all sessions. The leases stay at the agents until they expire. */
    @Override
    public void close() {
        context.loop().submit(() -> {
            sessions.values().forEach(AgentSession::close);
            sessions.clear();
        }).syncUninterruptibly();
    }

    private LeaseTable leaseTable(final Mac wtp) {
        return leases.computeIfAbsent(wtp, id -> {
            final LeaseTable table = new LeaseTable(context.leaseTtlMillis(), () -> leasesChanged(id),
                () -> permitTable(id).update(), bssid -> permitTable(id).radiosOfOthers(bssid),
                context.stationChannel(), context.refusals());
            if (context.settings().tls().isEmpty()) {
                table.onSessionLost(ControlSettings.NO_CERTIFICATES);
            }
            return table;
        });
    }

    private PermitTable permitTable(final Mac wtp) {
        return permits.computeIfAbsent(wtp,
            id -> new PermitTable(id, context.leaseTtlMillis(), frequency -> leaseTable(id).radioOn(frequency)));
    }

    private void leasesChanged(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        if (session != null) {
            session.publish();
        } else if (withoutSession.contains(wtp)) {
            publishOff(wtp);
        }
    }

    private void forgetEmptyTable(final Mac wtp) {
        if (!sessions.containsKey(wtp)) {
            leases.computeIfPresent(wtp, (id, table) -> table.isEmpty() ? null : table);
            permits.computeIfPresent(wtp, (id, table) -> table.isEmpty() ? null : table);
        }
    }

    private AgentClient client(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        return session == null ? null : session.client();
    }

    private String whyDown(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        return "no session with WTP " + wtp + ": " + (session != null ? session.whyDown()
            : context.settings().tls().isEmpty() ? ControlSettings.NO_CERTIFICATES : "it is not announced");
    }

    private void publishOff(final Mac wtp) {
        context.publisher().publish(wtp, new SessionStatus(SessionState.OFF, ControlSettings.NO_CERTIFICATES,
            Instant.now(),
            Optional.empty(), leaseTable(wtp).statuses()));
    }

    /** Runs a task in the event loop. An exception of the task fails the returned stage. */
    private <T> CompletionStage<T> runInLoop(final Supplier<CompletionStage<T>> task) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        CompletableFuture.supplyAsync(task, context.loop()).thenCompose(stage -> stage)
            .whenComplete((value, thrown) -> {
                if (thrown == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(Failures.unwrap(thrown));
                }
            });
        return result;
    }
}
