// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.packetnode.PacketNodeDetails.PacketNodeInfo;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnection;
import io.cloudmac.impl.session.PeerIdentity;
import io.cloudmac.impl.session.PeerSessions;
import io.cloudmac.impl.session.RequestNotSentException;
import io.cloudmac.impl.session.ResultDecoder;
import io.cloudmac.impl.session.WrongPeerException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with one packet node, until it is closed. A node that does not answer a request in time loses its
 * session, because nobody knows what it has done. Call all methods in its event loop.
 */
final class PacketNodeSession implements PeerConnection.Peer, PeerSessions.PeerSession {
    /** Greatest number of requests that wait for their answers. */
    static final int MAX_WAITING = 1024;
    /** Greatest length of the parameters of a request, octets: a line has 65,536. */
    static final int MAX_PARAMS = 65_000;

    private static final Logger LOG = LoggerFactory.getLogger(PacketNodeSession.class);
    /** The URI in the certificate of a packet node, without the name. */
    private static final String URI_PREFIX = "urn:cloudmac:packet-node:";
    private static final String INFO = "node.info";
    private static final int PROTOCOL = 1;

    private final String name;
    private final InetSocketAddress address;
    private final NodeContext context;
    private final PeerConnection connection;
    private Optional<PacketNodeInfo> info = Optional.empty();
    private boolean isOpen;
    private int waiting;

    PacketNodeSession(final String name, final InetSocketAddress address, final NodeContext context) {
        this.name = name;
        this.address = address;
        this.context = context;
        connection = new PeerConnection("Packet node " + name, new PeerIdentity(URI_PREFIX + name, false),
            List.of(address), context.loop(), context.connector(), DialTurns.AT_ONCE,
            context.settings().newReconnectDelay(context.random().get()), this);
    }

    @Override
    public void start() {
        connection.start();
    }

    @Override
    public void close() {
        connection.close();
        end();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    private PacketNodeDetails status() {
        return new PacketNodeDetails(address, connection.state(), connection.statusText(), info);
    }

    /** Calls a method as {@link PacketNodeControl#request} describes. */
    CompletionStage<ObjectNode> request(final String method, final ObjectNode params) {
        final JsonRpcHandler rpc = connection.rpc();
        if (rpc == null) {
            return CompletableFuture.failedStage(new RequestNotSentException("no session with packet node " + name
                + ": " + connection.statusText()));
        }
        if (waiting >= MAX_WAITING) {
            return CompletableFuture.failedStage(new RequestNotSentException("packet node " + name
                + " does not keep up: " + MAX_WAITING + " requests wait for its answers"));
        }
        if (params.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PARAMS) {
            return CompletableFuture.failedStage(new IllegalArgumentException(method + ": packet node " + name
                + " accepts at most " + MAX_PARAMS + " octets in one request"));
        }
        waiting++;
        return call(rpc, method, params).whenComplete((result, thrown) -> waiting--);
    }

    /** Calls a method on a connection; fails if that is not the present one any more. */
    CompletionStage<ObjectNode> request(final JsonRpcHandler rpc, final String method, final ObjectNode params) {
        return rpc == connection.rpc() ? request(method, params) : CompletableFuture.failedStage(
            new RequestNotSentException("the session with packet node " + name + " has ended"));
    }

    /** Calls a method. Without an answer in time, the connection ends. */
    private CompletionStage<ObjectNode> call(final JsonRpcHandler rpc, final String method, final ObjectNode params) {
        return rpc.call(method, params, context.requestLimitMillis()).exceptionallyCompose(thrown -> {
            final Throwable cause = Failures.unwrap(thrown);
            if (cause instanceof TimeoutException) {
                final IOException silence = new IOException(cause.getMessage(), cause);
                rpc.close(silence);
                return CompletableFuture.failedStage(silence);
            }
            return CompletableFuture.failedStage(cause);
        });
    }

    @Override
    public CompletionStage<Void> greet(final JsonRpcHandler rpc) {
        return rpc.call(INFO, Json.newObject()).thenCompose(this::check);
    }

    private CompletionStage<Void> check(final ObjectNode result) {
        try {
            final String node = Json.shortText(result, "node");
            if (!node.equals(name)) {
                throw new WrongPeerException("the daemon says it is on packet node " + node);
            }
            final long protocol = Json.integer(result, "protocol", 0, Integer.MAX_VALUE);
            if (protocol != PROTOCOL) {
                throw new ProtocolException("the daemon speaks protocol version " + protocol
                    + ", the controller version " + PROTOCOL);
            }
            info = Optional.of(PacketNodeInfo.read(result));
            return CompletableFuture.completedStage(null);
        } catch (final IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public void opened(final JsonRpcHandler rpc) {
        isOpen = true;
        LOG.info("Packet node {} (cloudmac-cpp {}): session up", name,
            info.map(PacketNodeInfo::version).orElse(""));
        scheduleInfo(rpc);
        context.listener().sessionOpened(name, rpc);
    }

    /** Asks the node regularly how it is: a sign of life, and of ours. */
    private void scheduleInfo(final JsonRpcHandler rpc) {
        connection.schedule(() -> ResultDecoder.decodeAnswer(INFO, call(rpc, INFO, Json.newObject()),
            PacketNodeInfo::read).whenComplete((now, thrown) -> {
                if (thrown != null) {
                    rpc.close(Failures.asIOException(thrown));
                } else {
                    info = Optional.of(now);
                    changed();
                    scheduleInfo(rpc);
                }
            }), context.infoIntervalMillis());
    }

    @Override
    public void lost(final String reason) {
        end();
    }

    private void end() {
        if (isOpen) {
            isOpen = false;
            context.listener().sessionLost(name);
        }
    }

    @Override
    public void changed() {
        if (!connection.isClosed()) {
            context.listener().nodeChanged(name, status());
        }
    }

    @Override
    public void onNotification(final String method, final ObjectNode params) {
        if (isOpen) {
            context.listener().notification(name, method, params);
        }
    }
}
