// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.trigger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.packetnode.PacketNodeControl.OpenSession;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.ResultDecoder;
import io.cloudmac.impl.trigger.TriggerEvent.EventPlace;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the triggers of one node as configured, and takes its events: each is passed on once, and acknowledged after
 * that. What the node refuses waits for another session, or for a change of the trigger. All methods run on the event
 * loop.
 */
final class TriggerKeeper {
    /** Pause before a request that could not be sent although there is a session. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(TriggerKeeper.class);
    private static final int UNKNOWN = -32021;
    private static final int MAX_TRIGGERS = 65_536;
    private static final int MAX_PROBLEM = 500;

    private final String node;
    private final EventLoop loop;
    private final Consumer<TriggerEvent> events;
    /** What is configured, by tenant and name at the node. */
    private final Map<String, Map<String, NodeTrigger>> wanted = new HashMap<>();
    private final Map<String, NodeTrigger> refused = new HashMap<>();
    /** What the node has in the open session, by name. */
    private final TreeMap<String, NodeTrigger> has = new TreeMap<>();
    private OpenSession session;
    private boolean isListed;
    private boolean isBusy;
    /** The node's list of events; 0: no event and no list has come yet. */
    private long log;
    /** Number of the last event that was passed on. */
    private long passed;
    private long acknowledged;
    private boolean isAcknowledging;

    /**
     * Starts without a session.
     *
     * @param events receives each event once
     */
    TriggerKeeper(final String node, final EventLoop loop, final Consumer<TriggerEvent> events) {
        this.node = node;
        this.loop = loop;
        this.events = events;
    }

    /** Sets the triggers of a tenant, by their names at the node. */
    void want(final String tenant, final Map<String, NodeTrigger> now) {
        if (now.isEmpty()) {
            wanted.remove(tenant);
        } else {
            wanted.put(tenant, Map.copyOf(now));
        }
        refused.values().removeIf(trigger -> !wanted(trigger.name()).equals(Optional.of(trigger)));
        work();
    }

    private Optional<NodeTrigger> wanted(final String name) {
        return TriggerId.of(name).flatMap(id -> Optional.ofNullable(wanted.getOrDefault(id.tenant(), Map.of())
            .get(name)));
    }

    /** Handles a session that has opened. */
    void opened(final OpenSession now) {
        lost();
        session = now;
        list(new ArrayList<>(), Json.newObject());
    }

    /** Handles the end of a session. */
    void lost() {
        session = null;
        isListed = false;
        isBusy = false;
        isAcknowledging = false;
        has.clear();
        refused.clear();
    }

    /** Returns true if there is nothing to keep. */
    boolean isIdle() {
        return session == null && wanted.isEmpty();
    }

    private void list(final List<NodeTrigger> earlier, final ObjectNode params) {
        call("trigger.list", params, result -> {
            earlier.addAll(Json.list(result, "triggers", NodeTrigger::read));
            return Json.bool(result, "more");
        }, more -> {
            if (more && !earlier.isEmpty() && earlier.size() < MAX_TRIGGERS) {
                list(earlier, name("after", earlier.get(earlier.size() - 1).name()));
            } else {
                earlier.forEach(trigger -> has.put(trigger.name(), trigger));
                watch();
            }
        }, problem -> LOG.warn("Packet node {} has no triggers: {}", node, problem.getMessage()));
    }

    /** Asks for events: in the first session for all that the node still has, which another controller may have had. */
    private void watch() {
        final ObjectNode params = Json.newObject();
        if (log == 0) {
            params.put("after", 0);
        }
        call("trigger.watch", params, result -> Json.integer(result, "log", 1, Long.MAX_VALUE), found -> {
            follow(found);
            isListed = true;
            work();
        }, problem -> LOG.warn("Packet node {} does not send events: {}", node, problem.getMessage()));
    }

    private void follow(final long now) {
        if (log != now) {
            log = now;
            passed = 0;
            acknowledged = 0;
        }
    }

    /** Sends the next order, if there is one and no other is under way. */
    private void work() {
        if (!isListed || isBusy) {
            return;
        }
        final Optional<NodeTrigger> old = has.values().stream().filter(trigger ->
            TriggerId.of(trigger.name()).isPresent() && !wanted(trigger.name()).equals(Optional.of(trigger)))
            .findFirst();
        if (old.isPresent()) {
            remove(old.orElseThrow().name());
            return;
        }
        wanted.values().stream().flatMap(triggers -> triggers.values().stream()).filter(trigger ->
            !has.containsKey(trigger.name()) && !refused.containsKey(trigger.name())).findFirst().ifPresent(this::add);
    }

    private void add(final NodeTrigger trigger) {
        order("trigger.add", trigger.toJson(), () -> has.put(trigger.name(), trigger), problem -> {
            refused.put(trigger.name(), trigger);
            LOG.warn("Packet node {} refuses trigger {}: {}", node, trigger.name(), problem.getMessage());
        });
    }

    private void remove(final String name) {
        order("trigger.remove", name("trigger", name), () -> {
            has.remove(name);
            // There is room for another one now.
            refused.clear();
        }, problem -> {
            has.remove(name);
            if (problem.code() != UNKNOWN) {
                LOG.warn("Packet node {} keeps trigger {}: {}", node, name, problem.getMessage());
            }
        });
    }

    private void order(final String method, final ObjectNode params, final Runnable done,
            final Consumer<JsonRpcException> refusal) {
        isBusy = true;
        call(method, params, result -> true, result -> {
            isBusy = false;
            done.run();
            work();
        }, problem -> {
            isBusy = false;
            refusal.accept(problem);
            work();
        });
    }

    /**
     * Calls a method. A request that is not answered ends with its session, and one that was not sent is sent again.
     *
     * @param done receives the result, in the session of the request
     * @param refusal receives a refusal likewise
     */
    private <T> void call(final String method, final ObjectNode params, final ResultDecoder<T> decoder,
            final Consumer<T> done, final Consumer<JsonRpcException> refusal) {
        final OpenSession present = session;
        final CompletionStage<T> answer = present == null ? CompletableFuture.failedStage(new IllegalStateException())
            : ResultDecoder.decodeAnswer(method, present.request(method, params), decoder);
        answer.whenCompleteAsync((result, thrown) -> {
            if (session != present || present == null) {
                return;
            }
            if (thrown == null) {
                done.accept(result);
                return;
            }
            final Throwable cause = Failures.unwrap(thrown);
            if (cause instanceof JsonRpcException problem) {
                refusal.accept(problem);
            } else if (cause instanceof ProtocolException) {
                LOG.warn("Packet node {} answers {} wrongly: {}", node, method, Failures.text(cause, MAX_PROBLEM));
            } else {
                loop.schedule(PAUSE, () -> {
                    if (session == present) {
                        call(method, params, decoder, done, refusal);
                    }
                });
            }
        }, loop);
    }

    private static ObjectNode name(final String member, final String value) {
        final ObjectNode params = Json.newObject();
        params.put(member, value);
        return params;
    }

    /** Handles a notification of an event. One that was passed on before is acknowledged again. */
    void event(final ObjectNode params) {
        if (session == null) {
            return;
        }
        try {
            final EventPlace place = EventPlace.read(node, params);
            final Optional<TriggerEvent> event = TriggerEvent.read(place, params);
            follow(place.log());
            if (place.number() > passed) {
                if (place.number() > passed + 1 && passed > 0) {
                    LOG.warn("Packet node {} had no room for {} events, which are lost", node,
                        place.number() - passed - 1);
                }
                passed = place.number();
                event.ifPresent(events);
            }
            acknowledged = Math.min(acknowledged, place.number() - 1);
            acknowledge();
        } catch (final ProtocolException e) {
            LOG.warn("Packet node {} sends a wrong event: {}", node, e.getMessage());
        }
    }

    /** Acknowledges all that was passed on. Events that come meanwhile are acknowledged together. */
    private void acknowledge() {
        if (isAcknowledging || acknowledged >= passed) {
            return;
        }
        final long number = passed;
        final ObjectNode params = Json.newObject();
        params.put("log", log);
        params.put("number", number);
        isAcknowledging = true;
        call("trigger.acknowledge", params, result -> true, result -> {
            isAcknowledging = false;
            acknowledged = number;
            acknowledge();
        }, problem -> {
            isAcknowledging = false;
            LOG.warn("Packet node {} refuses an acknowledgement: {}", node, problem.getMessage());
        });
    }
}
