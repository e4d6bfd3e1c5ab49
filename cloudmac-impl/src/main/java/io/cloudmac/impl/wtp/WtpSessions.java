// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.Lease;
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
 * The sessions of all announced WTPs, and the leases wanted at each, announced or not. Public methods may be
 * called from any thread; what they do runs in the event loop.
 */
final class WtpSessions implements AutoCloseable {
    /** Shown, and answered to callers, when the controller has no certificate. */
    static final String NO_CERTIFICATES =
        "the controller has no certificate (ca, cert and key in etc/io.cloudmac.cfg)";

    private final SessionContext context;
    private final Map<Mac, AgentSession> sessions = new HashMap<>();
    private final Set<Mac> withoutSession = new HashSet<>();
    private final Map<Mac, LeaseTable> leases = new HashMap<>();
    private int signalInterval;

    WtpSessions(final SessionContext context) {
        this.context = context;
    }

    /** A WTP announced itself at these addresses, of which there is at least one. */
    void announced(final Mac wtp, final List<InetSocketAddress> addresses) {
        context.loop().execute(() -> {
            if (context.settings().tls().isEmpty()) {
                if (withoutSession.add(wtp)) {
                    showOff(wtp);
                }
                return;
            }
            final AgentSession present = sessions.get(wtp);
            if (present == null || !present.addresses().equals(addresses)) {
                if (present != null) {
                    present.close();
                }
                final AgentSession session = new AgentSession(wtp, addresses, context, table(wtp));
                session.reportSignals(signalInterval);
                sessions.put(wtp, session);
                session.start();
            }
        });
    }

    /** A WTP has not been heard for a while: has its agent show whether it is there. */
    void quiet(final Mac wtp) {
        context.loop().execute(() -> {
            final AgentSession session = sessions.get(wtp);
            if (session != null) {
                session.probe();
            }
        });
    }

    /** A WTP has not been heard for too long. */
    void vanished(final Mac wtp) {
        context.loop().execute(() -> {
            final AgentSession session = sessions.remove(wtp);
            if (session != null) {
                session.close();
                table(wtp).lost("it is no longer announced");
            }
            withoutSession.remove(wtp);
            context.publisher().remove(wtp);
            forgetEmptyTable(wtp);
        });
    }

    CompletionStage<Void> hold(final Lease lease) {
        return inLoop(() -> table(lease.wtp()).hold(lease));
    }

    CompletionStage<Integer> channelFor(final Lease lease) {
        return inLoop(() -> table(lease.wtp()).channelFor(lease)
            .whenComplete((channel, thrown) -> forgetEmptyTable(lease.wtp())));
    }

    CompletionStage<Void> release(final Lease lease) {
        return inLoop(() -> table(lease.wtp()).release(lease)
            .whenComplete((released, thrown) -> forgetEmptyTable(lease.wtp())));
    }

    /** Gives back what agents hold for these VAPs and nobody has wanted, now and at the call before. */
    void giveBackLeftovers(final Set<Mac> vaps) {
        context.loop().execute(() -> leases.values().forEach(table -> table.giveBackLeftovers(vaps)));
    }

    /** Has all agents report signals at that interval, ms; 0: not at all. */
    void reportSignals(final int intervalMillis) {
        context.loop().execute(() -> {
            signalInterval = intervalMillis;
            sessions.values().forEach(session -> session.reportSignals(intervalMillis));
        });
    }

    /** Calls a method of a WTP's agent. */
    <T> CompletionStage<T> call(final Mac wtp, final Function<AgentClient, CompletionStage<T>> method) {
        return inLoop(() -> {
            final AgentClient client = client(wtp);
            return client == null ? CompletableFuture.failedFuture(new IOException(whyDown(wtp)))
                : method.apply(client);
        });
    }

    /** Closes all sessions; leases are left to the agents, where they run out. */
    @Override
    public void close() {
        context.loop().submit(() -> {
            sessions.values().forEach(AgentSession::close);
            sessions.clear();
        }).syncUninterruptibly();
    }

    private LeaseTable table(final Mac wtp) {
        return leases.computeIfAbsent(wtp, id -> {
            final LeaseTable table = new LeaseTable(context.leaseTtlMs(), () -> leasesChanged(id));
            if (context.settings().tls().isEmpty()) {
                table.lost(NO_CERTIFICATES);
            }
            return table;
        });
    }

    private void leasesChanged(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        if (session != null) {
            session.publish();
        } else if (withoutSession.contains(wtp)) {
            showOff(wtp);
        }
    }

    private void forgetEmptyTable(final Mac wtp) {
        if (!sessions.containsKey(wtp) && table(wtp).isEmpty()) {
            leases.remove(wtp);
        }
    }

    private AgentClient client(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        return session == null ? null : session.client();
    }

    private String whyDown(final Mac wtp) {
        final AgentSession session = sessions.get(wtp);
        return "no session with WTP " + wtp + ": " + (session != null ? session.whyDown()
            : context.settings().tls().isEmpty() ? NO_CERTIFICATES : "it is not announced");
    }

    private void showOff(final Mac wtp) {
        context.publisher().publish(wtp, new SessionStatus(SessionStatus.SessionState.OFF, NO_CERTIFICATES,
            Instant.now(),
            Optional.empty(), table(wtp).statuses()));
    }

    /** What throws has failed: nobody waits for ever. */
    private <T> CompletionStage<T> inLoop(final Supplier<CompletionStage<T>> task) {
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
