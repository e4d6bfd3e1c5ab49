// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Datum.MapDatum;
import io.cloudmac.ovsdb.db.Datum.SetDatum;
import io.cloudmac.ovsdb.db.DatumCodec;
import io.cloudmac.ovsdb.peer.Database.Content;
import io.cloudmac.ovsdb.peer.Schema.Column;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Builds a peer's updates for the columns that it monitors: table-updates2 of ovsdb-server(7). */
final class MonitorView {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Schema schema;
    private final JsonNode id;
    private final Map<String, Set<String>> columns = new LinkedHashMap<>();

    /**
     * Creates the view of one monitor call.
     *
     * @param requests monitor-requests by table
     */
    MonitorView(final Schema schema, final JsonNode id, final JsonNode requests) {
        this.schema = schema;
        this.id = id;
        requests.fields().forEachRemaining(table -> table.getValue().forEach(request -> request.path("columns")
            .forEach(column -> columns.computeIfAbsent(table.getKey(), name -> new LinkedHashSet<>())
                .add(column.asText()))));
    }

    JsonNode id() {
        return id;
    }

    ObjectNode initial(final Content content) {
        final ObjectNode updates = JSON.objectNode();
        columns.keySet().forEach(table -> content.rows(table).forEach((uuid, row) ->
            updates.withObject("/" + table).putObject(uuid.toString()).set("initial", encode(table, row))));
        return updates;
    }

    ObjectNode difference(final Content before, final Content after) {
        final ObjectNode updates = JSON.objectNode();
        columns.keySet().forEach(table -> {
            final Map<UUID, Map<String, Datum>> old = before.rows(table);
            final Map<UUID, Map<String, Datum>> now = after.rows(table);
            now.forEach((uuid, row) -> {
                if (!old.containsKey(uuid)) {
                    updates.withObject("/" + table).putObject(uuid.toString()).set("insert", encode(table, row));
                } else if (old.get(uuid) != row) {
                    final ObjectNode modify = modify(table, old.get(uuid), row);
                    if (!modify.isEmpty()) {
                        updates.withObject("/" + table).putObject(uuid.toString()).set("modify", modify);
                    }
                }
            });
            old.keySet().stream().filter(uuid -> !now.containsKey(uuid)).forEach(uuid ->
                updates.withObject("/" + table).putObject(uuid.toString()).putNull("delete"));
        });
        return updates;
    }

    private ObjectNode encode(final String table, final Map<String, Datum> row) {
        final ObjectNode json = JSON.objectNode();
        row.forEach((column, datum) -> {
            if (columns.get(table).contains(column)) {
                json.set(column, DatumCodec.encode(datum));
            }
        });
        return json;
    }

    private ObjectNode modify(final String table, final Map<String, Datum> old, final Map<String, Datum> now) {
        final ObjectNode json = JSON.objectNode();
        for (final String name : columns.get(table)) {
            final Column column = schema.tables().get(table).columns().get(name);
            final Datum one = old.getOrDefault(name, column.initial());
            final Datum other = now.getOrDefault(name, column.initial());
            if (!one.equals(other)) {
                json.set(name, DatumCodec.encode(column.max() > 1 ? exclusive(one, other) : other));
            }
        }
        return json;
    }

    private static Datum exclusive(final Datum old, final Datum now) {
        if (now instanceof MapDatum) {
            final Map<Object, Object> entries = new LinkedHashMap<>(now.map());
            entries.entrySet().removeAll(old.map().entrySet());
            old.map().forEach((key, value) -> {
                if (!now.map().containsKey(key)) {
                    entries.put(key, value);
                }
            });
            return new MapDatum(entries);
        }
        final Set<Object> atoms = new HashSet<>(old.atomSet());
        now.atomSet().forEach(atom -> {
            if (!atoms.remove(atom)) {
                atoms.add(atom);
            }
        });
        return new SetDatum(atoms);
    }
}
