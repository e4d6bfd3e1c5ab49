// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.wire.Mac;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with one agent. It connects, and reconnects after each loss, until it is closed. Call all methods in its
 * event loop.
 */
final class AgentSession implements JsonRpcHandler.RpcListener {
    /** Reports an agent that names another WTP than its certificate and announcement. */
    static final class WrongAgentException extends ProtocolException {
        private static final long serialVersionUID = 1L;

        WrongAgentException(final String wtp) {
            super("the agent says it is WTP " + wtp);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
    private static final int PROTOCOL = 1;

    private final Mac wtp;
    private final List<InetSocketAddress> addresses;
    private final SessionContext context;
    private final ReconnectDelay reconnectDelay;
    private final LeaseTable leases;

    private SessionStatus.SessionState state = SessionStatus.SessionState.CONNECTING;
    private String statusText = "connecting";
    private Instant since = Instant.now();
    private AgentInfo info;
    private AgentClient connection;
    private ScheduledFuture<?> timer;
    private final RepeatedMessageFilter loggedFailures = new RepeatedMessageFilter();
    private int attempts;
    private int signalInterval;
    private int subscribedInterval;
    private boolean subscribing;
    private boolean closed;

    AgentSession(final Mac wtp, final List<InetSocketAddress> addresses, final SessionContext context,
            final LeaseTable leases) {
        this.wtp = wtp;
        this.addresses = addresses;
        this.context = context;
        this.leases = leases;
        reconnectDelay = context.newReconnectDelay();
    }

    List<InetSocketAddress> addresses() {
        return addresses;
    }

    /** Makes the first attempt. */
    void start() {
        publish();
        connect();
    }

    /** Ends the session. The leases stay at the agent until they expire. */
    void close() {
        closed = true;
        cancelTimer();
        leases.onSessionLost("the session was closed");
        if (connection != null) {
            connection.close(new IOException("the session was closed"));
        }
    }

    /** Returns the client of a session that is up, else null. */
    AgentClient client() {
        return state == SessionStatus.SessionState.UP ? connection : null;
    }

    /** Returns why {@link #client()} is null. */
    String whyDown() {
        return statusText;
    }

    /** Reads how each radio shares the air, one radio after the other. Requires a session that is up. */
    CompletionStage<List<AgentAirtime>> airtime() {
        final AgentClient client = connection;
        CompletionStage<List<AgentAirtime>> all = CompletableFuture.completedStage(List.of());
        for (final AgentRadio radio : info.radios()) {
            all = all.thenCompose(before -> client.airtime(radio.index()).thenApply(
                one -> Stream.concat(before.stream(), Stream.of(one)).toList()));
        }
        return all;
    }

    /** Publishes the present state. Call it after each change of a lease. */
    void publish() {
        if (!closed) {
            context.publisher().publish(wtp, new SessionStatus(state, statusText, since, Optional.ofNullable(info),
                leases.statuses()));
        }
    }

    /** Sends a request if the session is up. The answer is the agent's sign of life. */
    void probe() {
        final AgentClient client = client();
        if (client != null) {
            client.info();
        }
    }

    @Override
    public void onMessage() {
        context.signsOfLife().accept(wtp);
    }

    @Override
    public void onNotification(final String method, final ObjectNode params) throws ProtocolException {
        if ("signal.report".equals(method)) {
            context.signals().accept(SignalReport.read(wtp, params));
        } else {
            LOG.debug("WTP {} sent the unknown notification {}", wtp, method);
        }
    }

    @Override
    public void onClosed(final IOException reason) {
        if (connection != null) {
            connection = null;
            onDown(reason);
        }
    }

    private void connect() {
        context.connector().connect(wtp, addresses.get(attempts % addresses.size()), this)
            .whenComplete((client, thrown) -> {
                if (thrown != null) {
                    onDown(thrown);
                } else if (closed) {
                    client.close(new IOException("the session was closed"));
                } else {
                    connection = client;
                    checkAgent(client);
                }
            });
    }

    private void checkAgent(final AgentClient client) {
        client.info().whenComplete((answer, thrown) -> {
            if (thrown != null) {
                client.close(Failures.asIOException(thrown));
            } else if (!answer.wtp().equals(wtp.toString())) {
                client.close(new WrongAgentException(answer.wtp()));
            } else if (answer.protocol() != PROTOCOL) {
                client.close(new ProtocolException("the agent speaks protocol version " + answer.protocol()
                    + ", the controller version " + PROTOCOL));
            } else {
                onUp(client, answer);
            }
        });
    }

    private void onUp(final AgentClient client, final AgentInfo answer) {
        info = answer;
        reconnectDelay.reset();
        loggedFailures.reset();
        LOG.info("WTP {} ({}, agent {}): session up", wtp, answer.name(), answer.version());
        setState(SessionStatus.SessionState.UP, "");
        leases.renew(client, answer);
        subscribedInterval = 0;
        subscribing = false;
        subscribe(client);
        schedule(() -> renew(client), context.renewIntervalMs());
    }

    /** Sets the interval of the agent's signal reports, ms; 0: no reports. */
    void reportSignals(final int intervalMillis) {
        signalInterval = intervalMillis;
        final AgentClient client = client();
        if (client != null) {
            subscribe(client);
        }
    }

    /** Subscribes to signal reports. If this fails, the next renewal of leases tries again. */
    private void subscribe(final AgentClient client) {
        final int wantedInterval = signalInterval;
        if (subscribedInterval == wantedInterval || subscribing) {
            return;
        }
        subscribing = true;
        client.subscribeSignals(wantedInterval).whenComplete((interval, thrown) -> {
            if (connection != client) {
                return;
            }
            subscribing = false;
            if (thrown == null) {
                subscribedInterval = wantedInterval;
                subscribe(client); // the interval may have changed meanwhile
            } else {
                LOG.warn("WTP {} did not accept signal reports every {} ms: {}", wtp, wantedInterval,
                    Failures.text(thrown));
            }
        });
    }

    private void renew(final AgentClient client) {
        client.info().whenComplete((answer, thrown) -> {
            if (thrown != null) {
                client.close(Failures.asIOException(thrown));
            } else if (connection == client) {
                info = answer;
                leases.renew(client, answer);
                subscribe(client);
                publish();
            }
        });
        schedule(() -> renew(client), context.renewIntervalMs());
    }

    private void onDown(final Throwable thrown) {
        if (closed) {
            return;
        }
        final String reason = Failures.text(thrown);
        leases.onSessionLost(reason);
        setState(Failures.isRefusal(thrown) ? SessionStatus.SessionState.REFUSED : SessionStatus.SessionState.DOWN,
            reason);
        if (loggedFailures.isNew(reason)) {
            LOG.warn("WTP {} at {}: no session, trying again: {}", wtp, addresses, reason);
        }
        attempts++;
        schedule(this::connect, reconnectDelay.next());
    }

    private void setState(final SessionStatus.SessionState newState, final String newStatusText) {
        if (state != newState || !statusText.equals(newStatusText)) {
            if (state != newState) {
                since = Instant.now();
            }
            state = newState;
            statusText = newStatusText;
            publish();
        }
    }

    private void schedule(final Runnable task, final long delayMillis) {
        cancelTimer();
        timer = context.loop().schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
