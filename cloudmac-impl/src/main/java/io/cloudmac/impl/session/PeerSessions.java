// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session with each configured peer of one kind. The methods are thread-safe; their work runs in the event loop
 * of the sessions.
 *
 * @param <S> type of the sessions
 */
public final class PeerSessions<S extends PeerSessions.PeerSession> implements AutoCloseable {
    /** The session with one peer, until it is closed. The methods are called in its event loop. */
    public interface PeerSession {
        /** Makes the first attempt. */
        void start();

        /** Ends the session. */
        void close();

        /** Returns the configured address. */
        InetSocketAddress address();
    }

    /**
     * What one kind of peer does. The methods run in the event loop of the sessions.
     *
     * @param <S> type of the sessions
     */
    public interface PeerKind<S> {
        /** Returns a session that is not started. */
        S newSession(String name, InetSocketAddress address);

        /** Handles a peer that gets no session because the controller has no certificate. */
        void withoutSession(String name, InetSocketAddress address);

        /** Handles a peer that is no longer configured, after the end of its session. */
        void removed(String name);
    }

    private static final Logger LOG = LoggerFactory.getLogger(PeerSessions.class);

    private final EventLoop loop;
    private final boolean hasCertificates;
    private final PeerKind<S> kind;
    private final Map<String, S> sessions = new HashMap<>();
    /** The peers without a session because the controller has no certificate. */
    private final Map<String, InetSocketAddress> withoutSession = new HashMap<>();

    /** Starts without peers. */
    public PeerSessions(final EventLoop loop, final ControlSettings settings, final PeerKind<S> kind) {
        this.loop = loop;
        this.kind = kind;
        hasCertificates = settings.tls().isPresent();
    }

    /** Handles a configuration: the address of each enabled peer, by name. */
    public void configure(final Map<String, InetSocketAddress> peers) {
        loop.execute(() -> {
            remove(peers);
            peers.forEach(hasCertificates ? this::add : this::addWithoutSession);
        });
    }

    private void remove(final Map<String, InetSocketAddress> peers) {
        for (final String name : List.copyOf(sessions.keySet())) {
            if (!sessions.get(name).address().equals(peers.get(name))) {
                sessions.remove(name).close();
                forget(name, peers);
            }
        }
        for (final String name : List.copyOf(withoutSession.keySet())) {
            if (!peers.containsKey(name)) {
                withoutSession.remove(name);
                forget(name, peers);
            }
        }
    }

    private void forget(final String name, final Map<String, InetSocketAddress> peers) {
        if (!peers.containsKey(name)) {
            kind.removed(name);
        }
    }

    private void add(final String name, final InetSocketAddress address) {
        if (!sessions.containsKey(name)) {
            final S session = kind.newSession(name, address);
            sessions.put(name, session);
            session.start();
        }
    }

    private void addWithoutSession(final String name, final InetSocketAddress address) {
        if (!address.equals(withoutSession.put(name, address))) {
            kind.withoutSession(name, address);
        }
    }

    /**
     * Calls a method of a peer.
     *
     * @param method calls it by the session; empty: the peer is not configured, or the controller has no certificate
     */
    public <T> CompletionStage<T> call(final String name, final Function<Optional<S>, CompletionStage<T>> method) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        try {
            loop.execute(() -> method.apply(Optional.ofNullable(sessions.get(name))).whenComplete((value, thrown) -> {
                if (thrown == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(thrown);
                }
            }));
        } catch (final RejectedExecutionException e) {
            LOG.debug("The event loop of the sessions has ended", e);
            return CompletableFuture.failedStage(new RequestNotSentException("all sessions have ended"));
        }
        return result;
    }

    /** Closes all sessions. */
    @Override
    public void close() {
        loop.submit(() -> {
            sessions.values().forEach(PeerSession::close);
            sessions.clear();
        }).syncUninterruptibly();
    }
}
