// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.db.Datum.MapDatum;
import io.cloudmac.ovsdb.db.Datum.SetDatum;
import io.cloudmac.ovsdb.db.DbSchema.ColumnType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Applies monitor updates to a {@link Snapshot}.
 *
 * <p>It reads table-updates of RFC 7047, section 4.1.6 ("old" and "new" rows), and table-updates2 of
 * ovsdb-server(7) ("initial", "insert", "modify" with differences, "delete"). The members tell the two forms
 * apart.
 */
public final class TableUpdates {
    private TableUpdates() {
    }

    /**
     * Returns the snapshot after an update.
     *
     * @throws IllegalArgumentException if the update is malformed or does not match the snapshot; close the
     *     connection then, since the snapshot can be wrong
     */
    public static Snapshot apply(final Snapshot before, final DbSchema schema, final JsonNode updates) {
        final Map<String, Map<UUID, Optional<Row>>> changes = new LinkedHashMap<>();
        object(updates).fields().forEachRemaining(table -> {
            if (!schema.tables().containsKey(table.getKey())) {
                throw new IllegalArgumentException("the update names a table that is not monitored: " + table.getKey());
            }
            final Map<UUID, Optional<Row>> rows = new HashMap<>();
            object(table.getValue()).fields().forEachRemaining(entry -> {
                final UUID uuid = DatumCodec.uuid(entry.getKey());
                rows.put(uuid, row(before, schema, table.getKey(), uuid, entry.getValue()));
            });
            changes.put(table.getKey(), rows);
        });
        return before.apply(changes);
    }

    private static JsonNode object(final JsonNode json) {
        if (!json.isObject()) {
            throw new IllegalArgumentException("the table updates hold a value that is not an object");
        }
        return json;
    }

    private static Optional<Row> row(final Snapshot before, final DbSchema schema, final String table,
            final UUID uuid, final JsonNode update) {
        if (update.has("new")) {
            return Optional.of(complete(schema, table, uuid, update.get("new")));
        }
        if (update.has("initial")) {
            return Optional.of(complete(schema, table, uuid, update.get("initial")));
        }
        if (update.has("insert")) {
            return Optional.of(complete(schema, table, uuid, update.get("insert")));
        }
        if (update.has("modify")) {
            final Row old = before.row(table, uuid).orElseThrow(() -> new IllegalArgumentException(
                "the update modifies an unknown row: " + table + " " + uuid));
            final Map<String, Datum> changed = new HashMap<>();
            object(update.get("modify")).fields().forEachRemaining(column -> {
                final ColumnType type = schema.type(table, column.getKey());
                changed.put(column.getKey(),
                    patch(type, old.column(column.getKey()), DatumCodec.decode(column.getValue(), type)));
            });
            return Optional.of(old.with(changed));
        }
        if (update.has("delete") || update.has("old")) {
            return Optional.empty();
        }
        throw new IllegalArgumentException("unknown kind of row update in table " + table);
    }

    private static Row complete(final DbSchema schema, final String table, final UUID uuid,
            final JsonNode json) {
        final Map<String, Datum> columns = new HashMap<>();
        schema.tables().getOrDefault(table, Map.of())
            .forEach((column, type) -> columns.put(column, type.defaultValue()));
        object(json).fields().forEachRemaining(column -> columns.put(column.getKey(),
            DatumCodec.decode(column.getValue(), schema.type(table, column.getKey()))));
        return new Row(uuid, columns);
    }

    private static Datum patch(final ColumnType type, final Datum old, final Datum difference) {
        if (!type.composite()) {
            return difference;
        }
        if (!type.map()) {
            final Set<Object> atoms = new LinkedHashSet<>(old.atomSet());
            difference.atomSet().forEach(atom -> {
                if (!atoms.remove(atom)) {
                    atoms.add(atom);
                }
            });
            return new SetDatum(atoms);
        }
        final Map<Object, Object> entries = new LinkedHashMap<>(old.map());
        difference.map().forEach((key, value) -> {
            if (!entries.remove(key, value)) {
                entries.put(key, value);
            }
        });
        return new MapDatum(entries);
    }
}
