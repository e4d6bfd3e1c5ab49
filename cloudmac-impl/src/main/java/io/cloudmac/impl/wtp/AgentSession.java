// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnection;
import io.cloudmac.impl.session.PeerIdentity;
import io.cloudmac.impl.session.WrongPeerException;
import io.cloudmac.impl.wire.Mac;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session with one agent, until it is closed. Call all methods in its event loop. */
final class AgentSession implements PeerConnection.Peer {
    /** The URI in a WTP's certificate, without the id. */
    private static final String URI_PREFIX = "urn:cloudmac:wtp:";
    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
    private static final int PROTOCOL = 1;

    private final Mac wtp;
    private final SessionContext context;
    private final LeaseTable leases;
    private final PermitTable permits;
    private final PeerConnection connection;

    private AgentInfo info;
    private AgentClient client;
    private int signalIntervalMillis;
    private int subscribedIntervalMillis;
    private boolean subscribing;

    AgentSession(final Mac wtp, final List<InetSocketAddress> addresses, final SessionContext context,
            final LeaseTable leases, final PermitTable permits) {
        this.wtp = wtp;
        this.context = context;
        this.leases = leases;
        this.permits = permits;
        connection = new PeerConnection("WTP " + wtp, new PeerIdentity(URI_PREFIX + wtp, true), addresses,
            context.loop(), context.connector(), dial -> context.dials().apply(wtp).request(dial),
            context.newReconnectDelay(), this);
    }

    List<InetSocketAddress> addresses() {
        return connection.addresses();
    }

    /** Makes the first attempt. */
    void start() {
        connection.start();
    }

    /** Ends the session. Leases and permits stay at the agent until they expire. */
    void close() {
        leases.onSessionLost("the session was closed");
        permits.onSessionLost();
        connection.close();
    }

    /** Returns the client of a session that is up, else null. */
    AgentClient client() {
        return connection.rpc() == null ? null : client;
    }

    /** Returns why {@link #client()} is null. */
    String whyDown() {
        return connection.statusText();
    }

    /** Reads how each radio shares the air, one radio after the other. Requires a session that is up. */
    CompletionStage<List<AgentAirtime>> airtime() {
        final AgentClient agent = client;
        CompletionStage<List<AgentAirtime>> all = CompletableFuture.completedStage(List.of());
        for (final AgentRadio radio : info.radios()) {
            all = all.thenCompose(before -> agent.airtime(radio.index()).thenApply(
                one -> Stream.concat(before.stream(), Stream.of(one)).toList()));
        }
        return all;
    }

    /** Publishes the present state. Call it after each change of a lease. */
    void publish() {
        if (!connection.isClosed()) {
            context.publisher().publish(wtp, new SessionStatus(connection.state(), connection.statusText(),
                connection.since(), Optional.ofNullable(info), leases.statuses()));
        }
    }

    /** Sends a request if the session is up. The answer is the agent's sign of life. */
    void probe() {
        final AgentClient agent = client();
        if (agent != null) {
            agent.info();
        }
    }

    @Override
    public void changed() {
        publish();
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
    public CompletionStage<Void> greet(final JsonRpcHandler rpc) {
        return new AgentClient(rpc, context.ssids()).info().thenCompose(answer -> {
            if (!answer.wtp().equals(wtp.toString())) {
                return CompletableFuture.failedStage(
                    new WrongPeerException("the agent says it is WTP " + answer.wtp()));
            }
            if (answer.protocol() != PROTOCOL) {
                return CompletableFuture.failedStage(new ProtocolException("the agent speaks protocol version "
                    + answer.protocol() + ", the controller version " + PROTOCOL));
            }
            info = answer;
            return CompletableFuture.completedStage(null);
        });
    }

    @Override
    public void opened(final JsonRpcHandler rpc) {
        final AgentClient agent = new AgentClient(rpc, context.ssids());
        client = agent;
        LOG.info("WTP {} ({}, agent {}): session up", wtp, info.name(), info.version());
        renewAll(agent);
        subscribedIntervalMillis = 0;
        subscribing = false;
        subscribe(agent);
        connection.schedule(() -> renew(agent), context.renewIntervalMillis());
    }

    @Override
    public void lost(final String reason) {
        client = null;
        leases.onSessionLost(reason);
        permits.onSessionLost();
    }

    /** Sets the interval of the agent's signal reports, ms; 0: no reports. */
    void reportSignals(final int intervalMillis) {
        signalIntervalMillis = intervalMillis;
        final AgentClient agent = client();
        if (agent != null) {
            subscribe(agent);
        }
    }

    /** Subscribes to signal reports. If this fails, the next renewal of leases tries again. */
    private void subscribe(final AgentClient agent) {
        final int wantedIntervalMillis = signalIntervalMillis;
        if (subscribedIntervalMillis == wantedIntervalMillis || subscribing) {
            return;
        }
        subscribing = true;
        agent.subscribeSignals(wantedIntervalMillis).whenComplete((interval, thrown) -> {
            if (client != agent) {
                return;
            }
            subscribing = false;
            if (thrown == null) {
                subscribedIntervalMillis = wantedIntervalMillis;
                subscribe(agent); // the interval may have changed meanwhile
            } else {
                LOG.warn("WTP {} did not accept signal reports every {} ms: {}", wtp, wantedIntervalMillis,
                    Failures.text(thrown));
            }
        });
    }

    /** Requests permits and leases again. The permits come first: they decide which radios a lease may tune. */
    private void renewAll(final AgentClient agent) {
        leases.report(agent, info);
        permits.renew(agent);
        leases.renew();
    }

    private void renew(final AgentClient agent) {
        agent.info().whenComplete((answer, thrown) -> {
            if (thrown != null) {
                agent.close(Failures.asIOException(thrown));
            } else if (client == agent) {
                info = answer;
                renewAll(agent);
                subscribe(agent);
                publish();
                connection.schedule(() -> renew(agent), context.renewIntervalMillis());
            }
        });
    }
}
