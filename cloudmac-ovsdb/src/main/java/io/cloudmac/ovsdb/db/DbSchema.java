// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The part of a switch's schema (RFC 7047, section 3.2) that the southbound needs: the columns, and for each
 * whether it is a map and how many elements it can have.
 *
 * @param version version of the schema
 * @param tables  column types by table and column
 */
public record DbSchema(String version, Map<String, Map<String, ColumnType>> tables) {
    private static final Interner<DbSchema> KNOWN = Interners.newWeakInterner();

    /**
     * The type of a column.
     *
     * @param map     true for a map, false for a set
     * @param min     least number of elements, 0 or 1
     * @param max     greatest number of elements; {@link Integer#MAX_VALUE} for unlimited
     * @param keyType atomic type of a set's elements or a map's keys
     * @param valueType atomic type of a map's values; null for a set
     */
    public record ColumnType(boolean map, int min, int max, String keyType, String valueType) {
        private static final Map<String, Datum> ZERO = Map.of("integer", Datum.of(0L), "real", Datum.of(0.0),
            "boolean", Datum.of(false), "uuid", Datum.of(new UUID(0, 0)), "string", Datum.of(""));

        /** Returns true if updates carry the difference of the column, false if they carry the new value. */
        boolean composite() {
            return max > 1;
        }

        /** Returns the value of a column that was not set when its row was inserted. */
        Datum defaultValue() {
            if (map) {
                return Datum.EMPTY_MAP;
            }
            if (min == 0) {
                return Datum.EMPTY;
            }
            return ZERO.getOrDefault(keyType, ZERO.get("string"));
        }
    }

    /**
     * Parses a schema.
     *
     * @param json the result of get_schema
     * @throws IllegalArgumentException if this is not a schema
     */
    public static DbSchema parse(final JsonNode json) {
        if (!json.path("tables").isObject()) {
            throw new IllegalArgumentException("the database schema of the peer has no tables");
        }
        final Map<String, Map<String, ColumnType>> tables = new HashMap<>();
        json.get("tables").fields().forEachRemaining(table -> {
            final Map<String, ColumnType> columns = new HashMap<>();
            table.getValue().path("columns").fields().forEachRemaining(
                column -> columns.put(column.getKey(), columnType(column.getValue().path("type"))));
            tables.put(table.getKey(), Map.copyOf(columns));
        });
        return new DbSchema(json.path("version").asText(""), Map.copyOf(tables));
    }

    /** Returns the schema restricted to the wanted tables and columns. */
    public DbSchema restrictedTo(final Map<String, Set<String>> wanted) {
        final Map<String, Map<String, ColumnType>> kept = new HashMap<>();
        tables.forEach((table, columns) -> {
            if (wanted.containsKey(table)) {
                final Map<String, ColumnType> some = new HashMap<>(columns);
                some.keySet().retainAll(wanted.get(table));
                kept.put(table, Map.copyOf(some));
            }
        });
        // Most switches have the same schema.
        return KNOWN.intern(new DbSchema(version, Map.copyOf(kept)));
    }

    /** Returns the columns of a table; none for an unknown table. */
    public Set<String> columns(final String table) {
        return tables.getOrDefault(table, Map.of()).keySet();
    }

    ColumnType type(final String table, final String column) {
        final ColumnType type = tables.getOrDefault(table, Map.of()).get(column);
        if (type == null) {
            throw new IllegalArgumentException("no column " + column + " in table " + table);
        }
        return type;
    }

    private static ColumnType columnType(final JsonNode type) {
        if (type.isTextual()) {
            return new ColumnType(false, 1, 1, type.asText(), null);
        }
        final JsonNode max = type.path("max");
        return new ColumnType(type.has("value"), type.path("min").asInt(1),
            max.isTextual() ? Integer.MAX_VALUE : max.asInt(1), baseType(type.path("key")),
            type.has("value") ? baseType(type.path("value")) : null);
    }

    private static String baseType(final JsonNode key) {
        return key.isTextual() ? key.asText() : key.path("type").asText();
    }
}
