// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.packetnode.FakePacketNode;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.RequestNotSentException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** Sessions with fake nodes, which answer when the test says so. A node acts when it answers. */
final class FakeNodes implements PacketNodeControl {
    private record Asked(String node, String method, ObjectNode params, CompletableFuture<ObjectNode> answer) {
    }

    private final Map<String, FakePacketNode> nodes = new HashMap<>();
    private final Map<String, PacketNodeDetails> details = new HashMap<>();
    private final Map<String, OpenSession> open = new HashMap<>();
    private final List<PacketNodeListener> listeners = new ArrayList<>();
    private final Deque<Asked> asked = new ArrayDeque<>();
    /** True: requests are refused before they are sent, although there is a session. */
    private boolean isBusy;

    FakePacketNode node(final String name) {
        return nodes.computeIfAbsent(name, FakePacketNode::new);
    }

    void isBusy(final boolean now) {
        isBusy = now;
    }

    void show(final String node, final PacketNodeDetails now) {
        details.put(node, now);
    }

    void open(final String node) {
        final OpenSession[] opened = new OpenSession[1];
        opened[0] = (method, params) -> open.get(node) == opened[0] ? request(node, method, params)
            : CompletableFuture.failedStage(new RequestNotSentException("the session has ended"));
        open.put(node, opened[0]);
        listeners.forEach(listener -> listener.opened(node, opened[0]));
    }

    /** Ends a session. Requests without an answer fail; some of them have been carried out. */
    void lose(final String node, final boolean isCarriedOut) {
        open.remove(node);
        for (final Asked each : List.copyOf(asked)) {
            if (each.node.equals(node)) {
                asked.remove(each);
                if (isCarriedOut) {
                    answer(new Asked(node, each.method, each.params, new CompletableFuture<>()));
                }
                each.answer.completeExceptionally(new IOException("the peer closed the connection"));
            }
        }
        node(node).endSession();
        listeners.forEach(listener -> listener.lost(node));
    }

    void remove(final String node) {
        if (open.containsKey(node)) {
            lose(node, false);
        }
        details.remove(node);
        listeners.forEach(listener -> listener.removed(node));
    }

    /** Answers the request that has waited longest. Returns false if there is none. */
    boolean answerNext() {
        final Asked next = asked.poll();
        if (next != null) {
            answer(next);
        }
        return next != null;
    }

    private void answer(final Asked next) {
        try {
            next.answer.complete(Json.parse(node(next.node).answer(next.method, next.params)));
        } catch (final Refusal e) {
            next.answer.completeExceptionally(new JsonRpcException(e.code(), next.method, e.getMessage()));
        } catch (final ProtocolException e) {
            throw new AssertionError(e);
        }
    }

    int waiting() {
        return asked.size();
    }

    @Override
    public Map<String, PacketNodeDetails> nodes() {
        return Map.copyOf(details);
    }

    @Override
    public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
        if (!open.containsKey(node) || isBusy) {
            return CompletableFuture.failedStage(new RequestNotSentException("no session with packet node " + node
                + ": it is not configured, or not enabled"));
        }
        final Asked request = new Asked(node, method, params, new CompletableFuture<>());
        asked.add(request);
        return request.answer;
    }

    @Override
    public Registration listen(final PacketNodeListener listener) {
        listeners.add(listener);
        open.forEach(listener::opened);
        return () -> listeners.remove(listener);
    }
}
