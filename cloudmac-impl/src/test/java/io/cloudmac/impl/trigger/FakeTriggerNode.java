// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.packetnode.PacketNodeControl;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/** A packet node with triggers. It carries requests out, and answers them, when the test says so. */
final class FakeTriggerNode implements PacketNodeControl {
    /** Triggers that it can have. */
    static final int MAX_TRIGGERS = 3;

    private record Asked(String method, ObjectNode params, CompletableFuture<ObjectNode> answer) {
    }

    private final String name;
    private final TreeMap<String, ObjectNode> triggers = new TreeMap<>();
    private final List<ObjectNode> events = new ArrayList<>();
    private final List<PacketNodeListener> listeners = new ArrayList<>();
    private final Deque<Asked> asked = new ArrayDeque<>();
    private OpenSession open;
    private long log = 77;
    private int acknowledged;
    private int sent = -1;

    FakeTriggerNode(final String name) {
        this.name = name;
    }

    void open() {
        final OpenSession[] opened = new OpenSession[1];
        opened[0] = (method, params) -> {
            final Asked request = new Asked(method, params, new CompletableFuture<>());
            if (open == opened[0]) {
                asked.add(request);
            } else {
                request.answer.completeExceptionally(new IOException("the session has ended"));
            }
            return request.answer;
        };
        open = opened[0];
        listeners.forEach(listener -> listener.opened(name, opened[0]));
    }

    /** Ends the session. Requests that wait are lost. */
    void lose() {
        open = null;
        sent = -1;
        for (final Asked each : List.copyOf(asked)) {
            asked.remove(each);
            each.answer.completeExceptionally(new IOException("the peer closed the connection"));
        }
        listeners.forEach(listener -> listener.lost(name));
    }

    /** Loses triggers and events, as a daemon that starts again. */
    void restart() {
        lose();
        triggers.clear();
        events.clear();
        log++;
        acknowledged = 0;
    }

    /** Lets a trigger fire. */
    void fire(final String trigger, final String lvnf, final String value) {
        final ObjectNode event = Json.newObject();
        event.put("log", log);
        event.put("number", events.size() + 1);
        event.put("trigger", trigger);
        event.put("lvnf", lvnf);
        event.set("value", Json.parseValue(value));
        event.put("time_us", 1000 * events.size());
        events.add(event);
        send();
    }

    private void send() {
        while (sent >= 0 && sent < events.size()) {
            final ObjectNode event = events.get(sent++);
            listeners.forEach(listener -> listener.notified(name, "trigger.event", event.deepCopy()));
        }
    }

    /** Carries out and answers the request that has waited longest. Returns false if there is none. */
    boolean answerNext() {
        final Asked next = asked.poll();
        if (next != null) {
            try {
                next.answer.complete(Json.parse(answer(next)));
                send();
            } catch (final JsonRpcException e) {
                next.answer.completeExceptionally(e);
            } catch (final ProtocolException e) {
                throw new AssertionError(e);
            }
        }
        return next != null;
    }

    private String answer(final Asked request) throws JsonRpcException {
        final ObjectNode params = request.params;
        return switch (request.method) {
            case "trigger.list" -> {
                final List<ObjectNode> rest = List.copyOf((params.has("after")
                    ? triggers.tailMap(params.get("after").textValue(), false) : triggers).values());
                yield "{\"triggers\":" + rest.stream().limit(1).toList() + ",\"more\":" + (rest.size() > 1) + "}";
            }
            case "trigger.add" -> {
                final String trigger = params.get("trigger").textValue();
                if (triggers.size() == MAX_TRIGGERS) {
                    throw new JsonRpcException(-32024, request.method, "no room");
                }
                triggers.put(trigger, params);
                yield params.toString();
            }
            case "trigger.remove" -> {
                triggers.remove(params.get("trigger").textValue());
                yield params.toString();
            }
            case "trigger.watch" -> {
                sent = params.has("after") ? params.get("after").intValue() : acknowledged;
                yield "{\"log\":" + log + "}";
            }
            case "trigger.acknowledge" -> {
                acknowledged = Math.max(acknowledged, params.get("number").intValue());
                yield "{\"log\":" + log + "}";
            }
            default -> throw new JsonRpcException(-32601, request.method, "no such method");
        };
    }

    /** Returns the triggers as JSON by name. */
    Map<String, String> triggers() {
        final Map<String, String> result = new TreeMap<>();
        triggers.forEach((trigger, params) -> result.put(trigger, params.toString()));
        return result;
    }

    int acknowledged() {
        return acknowledged;
    }

    @Override
    public Map<String, PacketNodeDetails> nodes() {
        return Map.of();
    }

    @Override
    public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Registration listen(final PacketNodeListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
