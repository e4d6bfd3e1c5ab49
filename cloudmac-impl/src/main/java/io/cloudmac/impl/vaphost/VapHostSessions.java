// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.PeerSessions;
import io.cloudmac.impl.session.RequestNotSentException;
import io.cloudmac.impl.session.SessionState;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Keeps the sessions with all configured VAP hosts. The methods are thread-safe; their work runs in the event loop. */
final class VapHostSessions implements PeerSessions.PeerKind<VapHostSession>, AutoCloseable {
    private final HostContext context;
    private final PeerSessions<VapHostSession> sessions;

    VapHostSessions(final HostContext context) {
        this.context = context;
        sessions = new PeerSessions<>(context.loop(), context.settings(), this);
    }

    /** Handles a configuration: the address of each enabled host, by name. */
    void configure(final Map<String, InetSocketAddress> hosts) {
        sessions.configure(hosts);
    }

    @Override
    public VapHostSession newSession(final String name, final InetSocketAddress address) {
        return new VapHostSession(name, address, context);
    }

    @Override
    public void withoutSession(final String name, final InetSocketAddress address) {
        context.listener().hostChanged(name, new VapHostDetails(address, SessionState.OFF,
            ControlSettings.NO_CERTIFICATES, Instant.now(), "", Map.of()));
    }

    @Override
    public void removed(final String name) {
        context.listener().hostRemoved(name);
    }

    /**
     * Calls a method of a host's daemon.
     *
     * @return the result; fails with a {@link RequestNotSentException} if the host has no session
     */
    <T> CompletionStage<T> call(final String name, final Function<VapHostClient, CompletionStage<T>> method) {
        return sessions.call(name, session -> {
            final Optional<VapHostClient> client = session.map(VapHostSession::client);
            return client.isPresent() ? method.apply(client.orElseThrow())
                : CompletableFuture.failedStage(new RequestNotSentException("no session with VAP host " + name + ": "
                    + session.map(VapHostSession::whyDown).orElse("it is not configured")));
        });
    }

    /** Closes all sessions. */
    @Override
    public void close() {
        sessions.close();
    }
}
