// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.impl.migration.NodeCalls.StateEntry;
import io.cloudmac.impl.session.Failures;
import io.cloudmac.impl.session.JsonRpcException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Copies the state of an LVNF to its new node: once while frames change it, and then only what differs from that copy.
 */
final class StateCopy {
    private final NodeCalls calls;
    private final String lvnf;
    private final String from;
    private final String to;
    /** What the new node has, by map. */
    private final Map<String, Map<JsonNode, JsonNode>> copied = new HashMap<>();
    private List<String> maps = List.of();
    /** Maps whose entries at the new node are those that the old node remembers. */
    private final Set<String> remembered = new HashSet<>();

    StateCopy(final NodeCalls calls, final String lvnf, final String from, final String to) {
        this.calls = calls;
        this.lvnf = lvnf;
        this.from = from;
        this.to = to;
    }

    /**
     * Copies the state while frames change it. A map that changes too fast to be read, or that has no room for what was
     * read at different times, follows later, because this copy only shortens the next one.
     */
    CompletionStage<Void> copy() {
        return calls.stateMaps(from, lvnf).thenCompose(names -> {
            maps = names;
            return each(map -> readCopied(map).thenCompose(done -> calls.rememberState(from, lvnf, map)
                .thenCompose(entries -> write(map, Set.of(), byKey(entries))).thenRun(() -> remembered.add(map))
                .exceptionallyCompose(thrown -> readCopied(map))));
        });
    }

    /** Reads what the new node has: an array has entries from the beginning. */
    private CompletionStage<Void> readCopied(final String map) {
        return calls.readState(to, lvnf, map).thenAccept(entries -> copied.put(map, byKey(entries)));
    }

    /** Copies what differs. Nothing changes the state at the old node any more. */
    CompletionStage<Void> copyChanges() {
        return each(map -> remembered.remove(map)
            // A program, a large map and a node of an earlier version have no changes: they are read anew.
            ? calls.readChanges(from, lvnf, map).thenCompose(changes -> write(map, changes.gone(), changes.written()))
                .exceptionallyCompose(thrown -> Failures.unwrap(thrown) instanceof JsonRpcException ? copyAll(map)
                    : CompletableFuture.failedStage(thrown))
            : copyAll(map));
    }

    private CompletionStage<Void> copyAll(final String map) {
        return calls.readState(from, lvnf, map).thenCompose(entries -> {
            final Map<JsonNode, JsonNode> now = byKey(entries);
            final Set<JsonNode> gone = new HashSet<>(copied.get(map).keySet());
            gone.removeAll(now.keySet());
            return write(map, gone, now);
        });
    }

    private CompletionStage<Void> write(final String map, final Set<JsonNode> gone, final Map<JsonNode, JsonNode> now) {
        final Map<JsonNode, JsonNode> before = copied.get(map);
        final Map<JsonNode, JsonNode> differing = new HashMap<>(now);
        differing.entrySet().removeIf(entry -> entry.getValue().equals(before.get(entry.getKey())));
        return calls.writeState(to, lvnf, map, gone, differing).thenRun(() -> {
            before.putAll(differing);
            before.keySet().removeAll(gone);
        });
    }

    private CompletionStage<Void> each(final Function<String, CompletionStage<Void>> task) {
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (final String map : maps) {
            done = done.thenCompose(before -> task.apply(map));
        }
        return done;
    }

    private static Map<JsonNode, JsonNode> byKey(final List<StateEntry> entries) {
        final Map<JsonNode, JsonNode> byKey = new HashMap<>();
        entries.forEach(entry -> byKey.put(entry.key(), entry.value()));
        return byKey;
    }
}
