// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.vaphost.SwitchFailures.RequestNotSentException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Keeps the sessions with all configured VAP hosts. The methods are thread-safe; their work runs in the event loop. */
final class VapHostSessions implements AutoCloseable {
    private final HostContext context;
    private final Map<String, VapHostSession> sessions = new HashMap<>();
    /** The hosts without a session because the controller has no certificate. */
    private final Map<String, InetSocketAddress> withoutSession = new HashMap<>();

    VapHostSessions(final HostContext context) {
        this.context = context;
    }

    /** Handles a configuration: the address of each enabled host, by name. */
    void configure(final Map<String, InetSocketAddress> hosts) {
        context.loop().execute(() -> {
            remove(hosts);
            hosts.forEach(context.settings().tls().isEmpty() ? this::addWithoutSession : this::add);
        });
    }

    private void remove(final Map<String, InetSocketAddress> hosts) {
        for (final String name : List.copyOf(sessions.keySet())) {
            if (!sessions.get(name).address().equals(hosts.get(name))) {
                sessions.remove(name).close();
                forget(name, hosts);
            }
        }
        for (final String name : List.copyOf(withoutSession.keySet())) {
            if (!hosts.containsKey(name)) {
                withoutSession.remove(name);
                forget(name, hosts);
            }
        }
    }

    private void forget(final String name, final Map<String, InetSocketAddress> hosts) {
        if (!hosts.containsKey(name)) {
            context.listener().hostRemoved(name);
        }
    }

    private void add(final String name, final InetSocketAddress address) {
        if (!sessions.containsKey(name)) {
            final VapHostSession session = new VapHostSession(name, address, context);
            sessions.put(name, session);
            session.start();
        }
    }

    private void addWithoutSession(final String name, final InetSocketAddress address) {
        if (!address.equals(withoutSession.put(name, address))) {
            context.listener().hostChanged(name, new HostStatus(address, SessionState.OFF,
                ControlSettings.NO_CERTIFICATES, Instant.now(), "", Map.of()));
        }
    }

    /**
     * Calls a method of a host's daemon.
     *
     * @return the result; fails with a {@link RequestNotSentException} if the host has no session
     */
    <T> CompletionStage<T> call(final String name, final Function<VapHostClient, CompletionStage<T>> method) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        context.loop().execute(() -> {
            final VapHostSession session = sessions.get(name);
            final VapHostClient client = session == null ? null : session.client();
            if (client == null) {
                result.completeExceptionally(new RequestNotSentException("no session with VAP host " + name + ": "
                    + (session == null ? "it is not configured" : session.whyDown())));
                return;
            }
            method.apply(client).whenComplete((value, thrown) -> {
                if (thrown == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(thrown);
                }
            });
        });
        return result;
    }

    /** Closes all sessions. */
    @Override
    public void close() {
        context.loop().submit(() -> {
            sessions.values().forEach(VapHostSession::close);
            sessions.clear();
        }).syncUninterruptibly();
    }
}
