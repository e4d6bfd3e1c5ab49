// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudmac.ovsdb.db.Datum;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A database schema (RFC 7047, section 3.2): types, references and indexes. */
final class Schema {
    /** The schema of Open vSwitch in Debian's package openvswitch-common. */
    static final Path FILE = Path.of("/usr/share/openvswitch/vswitch.ovsschema");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * One side of a column's type.
     *
     * @param type     atomic type
     * @param refTable table of the reference, or null
     * @param strong   true if the reference keeps the row alive
     * @param limits   the base type in JSON, for enum and ranges
     */
    record Base(String type, String refTable, boolean strong, JsonNode limits) {
        Object zero() {
            return switch (type) {
                case "integer" -> 0L;
                case "real" -> 0.0;
                case "boolean" -> false;
                case "uuid" -> new UUID(0, 0);
                default -> "";
            };
        }
    }

    /** A column. The value type is null for a set. */
    record Column(Base key, Base value, int min, int max, boolean mutable) {
        Datum initial() {
            return value != null ? Datum.EMPTY_MAP : min == 0 ? Datum.EMPTY : Datum.of(key.zero());
        }
    }

    /** A table. */
    record Table(Map<String, Column> columns, boolean root, List<List<String>> indexes) {
    }

    private final JsonNode json;
    private final Map<String, Table> tables = new HashMap<>();

    private Schema(final JsonNode json) {
        this.json = json;
        json.get("tables").fields().forEachRemaining(table -> {
            final Map<String, Column> columns = new HashMap<>();
            table.getValue().get("columns").fields().forEachRemaining(
                column -> columns.put(column.getKey(), column(column.getValue())));
            final List<List<String>> indexes = new ArrayList<>();
            table.getValue().path("indexes").forEach(index -> {
                final List<String> names = new ArrayList<>();
                index.forEach(name -> names.add(name.asText()));
                indexes.add(names);
            });
            tables.put(table.getKey(), new Table(columns, table.getValue().path("isRoot").asBoolean(), indexes));
        });
    }

    /** Reads a schema file. */
    static Schema read(final Path file) throws IOException {
        return new Schema(MAPPER.readTree(file.toFile()));
    }

    /** Returns the schema as the file has it. */
    JsonNode json() {
        return json;
    }

    Map<String, Table> tables() {
        return tables;
    }

    private static Column column(final JsonNode column) {
        final JsonNode type = column.get("type");
        final boolean mutable = column.path("mutable").asBoolean(true);
        if (type.isTextual()) {
            return new Column(base(type), null, 1, 1, mutable);
        }
        final JsonNode max = type.path("max");
        return new Column(base(type.get("key")), type.has("value") ? base(type.get("value")) : null,
            type.path("min").asInt(1), max.isTextual() ? Integer.MAX_VALUE : max.asInt(1), mutable);
    }

    private static Base base(final JsonNode base) {
        return base.isTextual() ? new Base(base.asText(), null, false, base)
            : new Base(base.get("type").asText(), base.path("refTable").asText(null),
                !"weak".equals(base.path("refType").asText()), base);
    }
}
