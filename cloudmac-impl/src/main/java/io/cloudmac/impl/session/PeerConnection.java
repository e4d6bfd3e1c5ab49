// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.opendaylight.yangtools.concepts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to one peer: connects, claims this controller's term, greets the peer, and reconnects after each
 * loss until it is closed. Call all methods in its event loop.
 */
public final class PeerConnection implements JsonRpcHandler.RpcListener {
    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);
    private static final String CLOSED = "the session was closed";

    private final String name;
    private final PeerIdentity identity;
    private final List<InetSocketAddress> addresses;
    private final EventLoop loop;
    private final PeerConnector connector;
    private final DialTurns turns;
    private final ReconnectDelay reconnectDelay;
    private final Peer peer;
    private final RepeatedMessageFilter loggedFailures = new RepeatedMessageFilter();

    private SessionState state = SessionState.CONNECTING;
    private String statusText = "connecting";
    private Instant since = Instant.now();
    private JsonRpcHandler connection;
    private ScheduledFuture<?> timer;
    private Registration turn;
    private int attempts;
    private boolean closed;

    /** What a kind of peer does with its connection. The methods run in the event loop of the connection. */
    public interface Peer {
        /**
         * Calls the first methods of a new connection, whose peer has accepted this controller's term.
         *
         * @return completes when the session may open; fails if the peer is not the expected one
         */
        CompletionStage<?> greet(JsonRpcHandler rpc);

        /** Handles the opened session, after the change of the state. */
        void opened(JsonRpcHandler rpc);

        /** Handles a failed attempt or a lost connection, before the change of the state. */
        void lost(String reason);

        /** Handles a change of the state. */
        void changed();

        /** Handles a message of any kind, which is a sign of life. */
        default void onMessage() {
            // Most peers have other signs of life.
        }

        /**
         * Handles a notification.
         *
         * @throws ProtocolException if it violates the specification; the connection is then closed
         */
        void onNotification(String method, ObjectNode params) throws ProtocolException;
    }

    /**
     * Creates a connection that is not started.
     *
     * @param name the peer, for the log
     * @param identity the identity that the peer must prove
     * @param addresses the addresses to try in turn, at least one
     * @param loop the event loop
     * @param connector makes the connections
     * @param turns decides when an attempt starts
     * @param reconnectDelay the delays between attempts
     * @param peer the peer
     */
    public PeerConnection(final String name, final PeerIdentity identity, final List<InetSocketAddress> addresses,
            final EventLoop loop, final PeerConnector connector, final DialTurns turns,
            final ReconnectDelay reconnectDelay, final Peer peer) {
        this.name = name;
        this.identity = identity;
        this.addresses = addresses;
        this.loop = loop;
        this.connector = connector;
        this.turns = turns;
        this.reconnectDelay = reconnectDelay;
        this.peer = peer;
    }

    /** Makes the first attempt. */
    public void start() {
        peer.changed();
        connect();
    }

    /** Closes the connection for good. */
    public void close() {
        closed = true;
        cancelTimer();
        if (turn != null) {
            turn.close();
        }
        if (connection != null) {
            connection.close(new IOException(CLOSED));
        }
    }

    public List<InetSocketAddress> addresses() {
        return addresses;
    }

    public SessionState state() {
        return state;
    }

    /** Returns why the session is not up; empty if it is. */
    public String statusText() {
        return statusText;
    }

    /** Returns the time of the change to this state. */
    public Instant since() {
        return since;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns the connection of a session that is up, else null. */
    public JsonRpcHandler rpc() {
        return state == SessionState.UP ? connection : null;
    }

    /** Runs a task after a delay in place of the last one, unless the connection is lost before. */
    public void schedule(final Runnable task, final long delayMillis) {
        cancelTimer();
        timer = loop.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onMessage() {
        peer.onMessage();
    }

    @Override
    public void onNotification(final String method, final ObjectNode params) throws ProtocolException {
        peer.onNotification(method, params);
    }

    @Override
    public void onClosed(final IOException reason) {
        if (connection != null) {
            connection = null;
            onDown(reason);
        }
    }

    private void connect() {
        turn = turns.request(this::dial);
    }

    private void dial() {
        connector.connect(identity, addresses.get(attempts % addresses.size()), this)
            .whenComplete((rpc, thrown) -> {
                if (thrown != null) {
                    onDown(thrown);
                } else if (closed) {
                    rpc.close(new IOException(CLOSED));
                } else {
                    connection = rpc;
                    greet(rpc);
                }
            });
    }

    private void greet(final JsonRpcHandler rpc) {
        rpc.claim().thenCompose(claimed -> peer.greet(rpc)).whenComplete((done, thrown) -> {
            if (thrown != null) {
                rpc.close(Failures.asIOException(thrown));
            } else if (connection == rpc && !closed) {
                reconnectDelay.reset();
                loggedFailures.reset();
                setState(SessionState.UP, "");
                peer.opened(rpc);
            }
        });
    }

    private void onDown(final Throwable thrown) {
        if (closed) {
            return;
        }
        final String reason = Failures.text(thrown);
        peer.lost(reason);
        setState(Failures.isRefusal(thrown) ? SessionState.REFUSED : SessionState.DOWN, reason);
        if (loggedFailures.isNew(reason)) {
            LOG.warn("{} at {}: no session, trying again: {}", name, addresses, reason);
        }
        attempts++;
        schedule(this::connect, reconnectDelay.next());
    }

    private void setState(final SessionState newState, final String newStatusText) {
        if (state != newState || !statusText.equals(newStatusText)) {
            if (state != newState) {
                since = Instant.now();
            }
            state = newState;
            statusText = newStatusText;
            peer.changed();
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
