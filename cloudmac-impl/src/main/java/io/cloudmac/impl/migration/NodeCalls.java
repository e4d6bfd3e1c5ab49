// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.ResultDecoder;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Calls the methods of packet nodes that a migration needs. */
final class NodeCalls {
    /** Greatest length of entries in one request, octets: the node accepts lines of 65,536. */
    static final int MAX_CHUNK = 60_000;
    /** Greatest number of entries, and of keys to delete, in one request. */
    static final int MAX_ENTRIES = 4096;

    private static final String LVNF = "lvnf";
    private static final String TIMEOUT = "timeout_ms";
    private static final String MIGRATION = "migration";
    private static final String HANDLER = "handler";

    private final MoveNodes nodes;

    /** Frames that a gate has counted, of all ports together. */
    record FrameCount(long relayed, long dropped) {
    }

    /** An entry of a map. */
    record StateEntry(JsonNode key, JsonNode value) {
    }

    /** How a map differs from what was read of it: entries that are new or different, and keys that are gone. */
    record StateChanges(Map<JsonNode, JsonNode> written, Set<JsonNode> gone) {
        StateChanges {
            written = Map.copyOf(written);
            gone = Set.copyOf(gone);
        }
    }

    private record StatePage(List<StateEntry> entries, boolean more) {
    }

    NodeCalls(final MoveNodes nodes) {
        this.nodes = nodes;
    }

    private <T> CompletionStage<T> call(final String node, final String method, final ObjectNode params,
            final ResultDecoder<T> decoder) {
        return ResultDecoder.decodeAnswer(method, nodes.request(node, method, params), decoder);
    }

    private CompletionStage<Void> order(final String node, final String method, final ObjectNode params) {
        return call(node, method, params, result -> null);
    }

    private static ObjectNode of(final String lvnf) {
        return Json.newObject().put(LVNF, lvnf);
    }

    /** Lets an LVNF process frames, or pass them unprocessed. */
    CompletionStage<Void> resume(final String node, final String lvnf, final boolean bypasses) {
        return order(node, bypasses ? "lvnf.flush" : "lvnf.resume", of(lvnf));
    }

    /** Lets the frames pass that wait for a stopped LVNF, while later ones wait. */
    CompletionStage<Void> pass(final String node, final String lvnf) {
        return order(node, "lvnf.pass", of(lvnf));
    }

    CompletionStage<Void> pause(final String node, final String lvnf) {
        return order(node, "lvnf.pause", of(lvnf));
    }

    /** Lets an LVNF send each frame back to its switch, with a VLAN tag. */
    CompletionStage<Void> relay(final String node, final String lvnf, final int vlan) {
        return order(node, "lvnf.relay", of(lvnf).put("vlan", vlan));
    }

    /** Waits until the datapath of a node's switch follows its flow tables. */
    CompletionStage<Void> settleSwitch(final String node, final long millis) {
        return order(node, "switch.settle", Json.newObject().put(TIMEOUT, millis));
    }

    /** Lets the gate of an LVNF count markers. */
    CompletionStage<Void> expect(final String node, final String lvnf, final long migration,
            final Collection<Integer> sources) {
        final ObjectNode params = of(lvnf).put(MIGRATION, migration);
        final ArrayNode list = params.putArray("sources");
        sources.forEach(list::add);
        return order(node, "marker.expect", params);
    }

    CompletionStage<Void> forget(final String node, final String lvnf, final long migration) {
        return order(node, "marker.forget", of(lvnf).put(MIGRATION, migration));
    }

    /** Waits until a gate has seen all markers, and no frame for some time; fails if it has not. */
    CompletionStage<Void> settle(final String node, final String lvnf, final long migration, final long millis,
            final long quietMicros) {
        final ObjectNode params = of(lvnf).put(MIGRATION, migration).put(TIMEOUT, millis).put("quiet_us", quietMicros);
        return call(node, "lvnf.settle", params, result -> {
            if (!Json.bool(result, "settled")) {
                throw new ProtocolException("LVNF " + lvnf + " at packet node " + node + " still gets frames, or "
                    + "markers are missing: " + result.get("missing"));
            }
            return null;
        });
    }

    /** Sends a marker into a port of the node's switch. */
    CompletionStage<Void> markSwitch(final String node, final long port, final int vlan, final String address,
            final long migration, final int source) {
        return mark(node, Json.newObject().put("ofport", port), vlan, address, migration, source);
    }

    /** Sends a marker out of a port of an LVNF. */
    CompletionStage<Void> markOutput(final String node, final String lvnf, final int port, final int vlan,
            final String address, final long migration, final int source) {
        return mark(node, of(lvnf).put("port", port), vlan, address, migration, source);
    }

    private CompletionStage<Void> mark(final String node, final ObjectNode place, final int vlan,
            final String address, final long migration, final int source) {
        final ObjectNode params = place.put("to", address).put(MIGRATION, migration).put("source", source);
        if (vlan != 0) {
            params.put("vlan", vlan);
        }
        return order(node, "marker.send", params);
    }

    CompletionStage<FrameCount> count(final String node, final String lvnf) {
        return call(node, "lvnf.stats", of(lvnf), result -> {
            long relayed = 0;
            long dropped = 0;
            for (final long[] port : Json.list(result, "ports", NodeCalls::counts)) {
                relayed += port[0];
                dropped += port[1];
            }
            return new FrameCount(relayed, dropped);
        });
    }

    private static long[] counts(final ObjectNode port) throws ProtocolException {
        return new long[] {
            Json.integer(Json.object(port, "relayed"), "packets", 0, Long.MAX_VALUE),
            port.has("dropped") ? Json.integer(port, "dropped", 0, Long.MAX_VALUE) : 0 };
    }

    /** Returns the state of the program of an LVNF; empty: its image is no program. */
    CompletionStage<Optional<String>> programState(final String node, final String lvnf) {
        return call(node, "state.list", of(lvnf), result ->
            result.has("program") ? Optional.of(Json.string(result, "program")) : Optional.empty());
    }

    /** Returns the names of the maps that move with an LVNF. */
    CompletionStage<List<String>> stateMaps(final String node, final String lvnf) {
        return call(node, "state.list", of(lvnf), result -> Json.strings(result, "handlers"));
    }

    /** Returns all entries of a map, and lets the node remember them for {@link #readChanges}. */
    CompletionStage<List<StateEntry>> rememberState(final String node, final String lvnf, final String map) {
        return readState(node, lvnf, map, true, new ArrayList<>());
    }

    /** Returns all entries of a map. */
    CompletionStage<List<StateEntry>> readState(final String node, final String lvnf, final String map) {
        return readState(node, lvnf, map, false, new ArrayList<>());
    }

    private CompletionStage<List<StateEntry>> readState(final String node, final String lvnf, final String map,
            final boolean isRemembered, final List<StateEntry> earlier) {
        final ObjectNode params = of(lvnf).put(HANDLER, map);
        if (isRemembered) {
            params.put("remember", true);
        }
        if (!earlier.isEmpty()) {
            params.set("after", earlier.get(earlier.size() - 1).key());
        }
        return call(node, "state.read", params, result -> {
            final StatePage page = new StatePage(Json.list(result, "entries", NodeCalls::entry),
                Json.bool(result, "more"));
            if (page.more() && page.entries().isEmpty()) {
                throw new ProtocolException("an empty page says that more entries follow");
            }
            return page;
        }).thenCompose(page -> {
            earlier.addAll(page.entries());
            return page.more() ? readState(node, lvnf, map, isRemembered, earlier)
                : CompletableFuture.completedStage(earlier);
        });
    }

    /** Returns what differs from the entries that {@link #rememberState} has read. The node forgets these. */
    CompletionStage<StateChanges> readChanges(final String node, final String lvnf, final String map) {
        return readChanges(node, lvnf, map, new HashMap<>(), new HashSet<>());
    }

    private CompletionStage<StateChanges> readChanges(final String node, final String lvnf, final String map,
            final Map<JsonNode, JsonNode> written, final Set<JsonNode> gone) {
        return call(node, "state.changes", of(lvnf).put(HANDLER, map), result -> {
            for (final StateEntry entry : Json.list(result, "entries", NodeCalls::entry)) {
                written.put(entry.key(), entry.value());
            }
            gone.addAll(Json.values(result, "gone"));
            return Json.bool(result, "more");
        }).thenCompose(more -> {
            if (more) {
                return readChanges(node, lvnf, map, written, gone);
            }
            // Different octets may be the same text.
            gone.removeAll(written.keySet());
            return CompletableFuture.completedStage(new StateChanges(written, gone));
        });
    }

    private static StateEntry entry(final ObjectNode object) throws ProtocolException {
        return new StateEntry(Json.value(object, "key"), Json.value(object, "value"));
    }

    /** Removes and writes entries of a map, in as many requests as it takes. */
    CompletionStage<Void> writeState(final String node, final String lvnf, final String map,
            final Collection<JsonNode> deleted, final Map<JsonNode, JsonNode> written) {
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (final ObjectNode chunk : chunks(deleted, written)) {
            chunk.put(LVNF, lvnf).put(HANDLER, map);
            done = done.thenCompose(before -> order(node, "state.write", chunk));
        }
        return done;
    }

    private static List<ObjectNode> chunks(final Collection<JsonNode> deleted, final Map<JsonNode, JsonNode> written) {
        final ChunkList chunks = new ChunkList();
        // Deletions come first, because they make room.
        deleted.forEach(key -> chunks.add("delete", key));
        written.forEach((key, value) -> {
            final ObjectNode entry = Json.newObject();
            entry.set("key", key);
            entry.set("value", value);
            chunks.add("entries", entry);
        });
        return chunks.all;
    }

    private static final class ChunkList {
        private final List<ObjectNode> all = new ArrayList<>();
        private Optional<ArrayNode> last = Optional.empty();
        private String member = "";
        private int length;

        void add(final String kind, final JsonNode element) {
            // A node's JSON is ASCII, because it reads octets above 127 as a question mark.
            final int octets = element.toString().length() + 1;
            if (!member.equals(kind) || length + octets > MAX_CHUNK || last.orElseThrow().size() == MAX_ENTRIES) {
                final ObjectNode chunk = Json.newObject();
                all.add(chunk);
                last = Optional.of(chunk.putArray(kind));
                member = kind;
                length = 0;
            }
            last.orElseThrow().add(element);
            length += octets;
        }
    }
}
