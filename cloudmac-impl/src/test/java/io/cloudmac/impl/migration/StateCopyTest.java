// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The state of an LVNF at its old and at its new node. */
class StateCopyTest {
    private static final int PAGE = 3;

    private final Map<String, TreeMap<Integer, Integer>> tables = Map.of("old", new TreeMap<>(), "new",
        new TreeMap<>());
    private final Map<Integer, Integer> remembered = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private Optional<Integer> refusal = Optional.empty();
    /** A key that is told to be gone too. */
    private Optional<Integer> alsoGone = Optional.empty();
    /** Runs when the copy begins to write: frames go on to change the state. */
    private Runnable meanwhile = () -> { };
    private final StateCopy copy = new StateCopy(new NodeCalls(new MoveNodes() {
        @Override
        public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
            calls.add(node + " " + method);
            return answer(node, method, params);
        }

        @Override
        public Optional<String> ofSwitch(final String switchNode) {
            return Optional.empty();
        }
    }), "guests_a", "old", "new");

    private CompletionStage<ObjectNode> answer(final String node, final String method, final ObjectNode params) {
        final ObjectNode answer = Json.newObject();
        final TreeMap<Integer, Integer> table = tables.get(node);
        switch (method) {
            case "state.list" -> answer.putArray("handlers").add("t");
            case "state.read" -> {
                final Map<Integer, Integer> rest = params.has("after")
                    ? table.tailMap(params.get("after").intValue(), false) : table;
                if (params.has("remember") && !params.has("after")) {
                    remembered.clear();
                }
                put(answer, rest, params.has("remember"));
            }
            case "state.changes" -> {
                if (refusal.isPresent()) {
                    return CompletableFuture.failedStage(new JsonRpcException(refusal.orElseThrow(), method, "no"));
                }
                changes(answer, table);
            }
            case "state.write" -> {
                meanwhile.run();
                params.withArray("delete").forEach(key -> table.remove(key.intValue()));
                params.withArray("entries").forEach(entry ->
                    table.put(entry.get("key").intValue(), entry.get("value").intValue()));
            }
            default -> throw new AssertionError(method);
        }
        return CompletableFuture.completedStage(answer);
    }

    private void put(final ObjectNode answer, final Map<Integer, Integer> entries, final boolean remembers) {
        final ArrayNode array = answer.putArray("entries");
        entries.entrySet().stream().limit(PAGE).forEach(entry -> {
            array.addObject().put("key", entry.getKey()).put("value", entry.getValue());
            if (remembers) {
                remembered.put(entry.getKey(), entry.getValue());
            }
        });
        answer.put("more", entries.size() > PAGE);
    }

    private void changes(final ObjectNode answer, final Map<Integer, Integer> table) {
        final Map<Integer, Integer> differing = new TreeMap<>(table);
        differing.entrySet().removeIf(entry -> entry.getValue().equals(remembered.get(entry.getKey())));
        put(answer, differing, true);
        final ArrayNode gone = answer.putArray("gone");
        alsoGone.ifPresent(gone::add);
        if (differing.size() <= PAGE) {
            remembered.keySet().stream().filter(key -> !table.containsKey(key)).forEach(gone::add);
        }
    }

    private void changeSome(final Random random) {
        final TreeMap<Integer, Integer> table = tables.get("old");
        for (int i = random.nextInt(10); i > 0; i--) {
            final int key = random.nextInt(20);
            if (random.nextInt(3) == 0) {
                table.remove(key);
            } else {
                table.put(key, random.nextInt(3));
            }
        }
    }

    /** Any state moves exactly, whether the node tells changes or not. */
    @Test
    void theNewNodeHasWhatTheOldOneHas() {
        final Random random = new Random(8);
        for (int i = 0; i < 500; i++) {
            tables.values().forEach(Map::clear);
            refusal = random.nextInt(4) == 0 ? Optional.of(random.nextBoolean() ? -32601 : -32021) : Optional.empty();
            changeSome(random);
            meanwhile = () -> changeSome(random);
            copy.copy().toCompletableFuture().join();
            changeSome(random);
            meanwhile = () -> { };
            copy.copyChanges().toCompletableFuture().join();
            assertEquals(tables.get("old"), tables.get("new"), "round " + i);
        }
    }

    @Test
    void onlyChangesAreReadAtTheEnd() {
        for (int key = 0; key < 100; key++) {
            tables.get("old").put(key, 1);
        }
        copy.copy().toCompletableFuture().join();
        calls.clear();
        tables.get("old").put(7, 2);
        tables.get("old").remove(8);
        copy.copyChanges().toCompletableFuture().join();
        assertEquals(List.of("old state.changes", "new state.write", "new state.write"), calls);
        assertEquals(tables.get("old"), tables.get("new"));
    }

    /** Two keys of different octets may be the same text: one is gone, the other is new. */
    @Test
    void aKeyThatIsGoneAndNewStays() {
        tables.get("old").put(1, 1);
        copy.copy().toCompletableFuture().join();
        tables.get("old").put(1, 2);
        alsoGone = Optional.of(1);
        copy.copyChanges().toCompletableFuture().join();
        assertEquals(Map.of(1, 2), tables.get("new"));
    }

    @Test
    void whatANodeRefusesIsReadAnewOnce() {
        tables.get("old").put(1, 1);
        copy.copy().toCompletableFuture().join();
        refusal = Optional.of(-32021);
        calls.clear();
        tables.get("old").put(1, 2);
        copy.copyChanges().toCompletableFuture().join();
        assertEquals(List.of("old state.changes", "old state.read", "new state.write"), calls);
        assertTrue(tables.get("new").containsValue(2));
        assertFalse(tables.get("new").containsValue(1));
    }
}
