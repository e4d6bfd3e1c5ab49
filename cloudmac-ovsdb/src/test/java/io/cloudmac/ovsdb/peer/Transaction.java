// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Datum.MapDatum;
import io.cloudmac.ovsdb.db.Datum.SetDatum;
import io.cloudmac.ovsdb.db.DatumCodec;
import io.cloudmac.ovsdb.peer.Database.Content;
import io.cloudmac.ovsdb.peer.Schema.Base;
import io.cloudmac.ovsdb.peer.Schema.Column;
import io.cloudmac.ovsdb.peer.Schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Executes the operations of one transaction (RFC 7047, section 5.2) on a copy of the database. */
final class Transaction {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String UUID_COLUMN = "_uuid";

    private final Schema schema;
    private final Content content;
    private final Map<String, UUID> names = new HashMap<>();
    private boolean changed;

    Transaction(final Schema schema, final Content content) {
        this.schema = schema;
        this.content = content;
    }

    Content content() {
        return content;
    }

    boolean changed() {
        return changed;
    }

    /** Assigns UUIDs to named rows, since operations may refer to a row before its insert. */
    void name(final Iterable<JsonNode> operations) {
        operations.forEach(operation -> {
            if (operation.has("uuid-name")) {
                names.put(operation.get("uuid-name").asText(), UUID.randomUUID());
            }
        });
    }

    JsonNode execute(final JsonNode operation) throws TransactionException {
        final String op = operation.path("op").asText();
        if ("comment".equals(op)) {
            return JSON.objectNode();
        }
        if ("abort".equals(op)) {
            throw new TransactionException("aborted", "aborted by request");
        }
        final String name = operation.path("table").asText();
        final Table table = schema.tables().get(name);
        if (table == null) {
            throw syntax("No table named " + name + ".");
        }
        return switch (op) {
            case "insert" -> insert(operation, name, table);
            case "select" -> JSON.objectNode().set("rows", rows(operation, table, matching(operation, name, table)));
            case "update" -> update(operation, name, table);
            case "mutate" -> mutate(operation, name, table);
            case "delete" -> delete(operation, name, table);
            case "wait" -> await(operation, name, table);
            default -> throw syntax("No operation \"" + op + "\".");
        };
    }

    private JsonNode insert(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final UUID uuid = operation.has("uuid-name") ? names.get(operation.get("uuid-name").asText())
            : UUID.randomUUID();
        if (content.rows(name).containsKey(uuid)) {
            throw new TransactionException("duplicate uuid-name", "an earlier operation has this \"uuid-name\"");
        }
        content.rows(name).put(uuid, sparse(table, row(operation.path("row"), table, true)));
        changed = true;
        return JSON.objectNode().set("uuid", DatumCodec.encodeUuid(uuid));
    }

    private JsonNode update(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final Map<String, Datum> columns = row(operation.path("row"), table, false);
        final List<UUID> matching = matching(operation, name, table);
        matching.forEach(uuid -> put(name, table, uuid, columns));
        return count(matching.size());
    }

    private JsonNode delete(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final List<UUID> matching = matching(operation, name, table);
        matching.forEach(content.rows(name)::remove);
        changed |= !matching.isEmpty();
        return count(matching.size());
    }

    private JsonNode mutate(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final List<UUID> matching = matching(operation, name, table);
        for (final UUID uuid : matching) {
            for (final JsonNode mutation : operation.path("mutations")) {
                final String column = mutation.path(0).asText();
                final Column type = column(table, column);
                final Datum result = mutated(content.rows(name).get(uuid).getOrDefault(column, type.initial()),
                    mutation.path(1).asText(), datum(mutation.path(2)));
                check(column, type, result);
                put(name, table, uuid, Map.of(column, result));
            }
        }
        return count(matching.size());
    }

    private static Datum mutated(final Datum old, final String mutator, final Datum value)
            throws TransactionException {
        if ("+=".equals(mutator)) {
            return Datum.of(old.single(Long.class).orElseThrow() + value.single(Long.class).orElseThrow());
        }
        if (!"insert".equals(mutator) && !"delete".equals(mutator)) {
            throw new TransactionException("unknown mutator", "No mutator named " + mutator + ".");
        }
        final boolean insert = "insert".equals(mutator);
        if (old instanceof MapDatum map) {
            final Map<Object, Object> entries = new LinkedHashMap<>(map.entries());
            value.map().forEach((key, mapped) -> {
                if (insert) {
                    entries.putIfAbsent(key, mapped);
                } else {
                    entries.remove(key, mapped);
                }
            });
            if (!insert) {
                entries.keySet().removeAll(value.atomSet());
            }
            return new MapDatum(entries);
        }
        final Set<Object> atoms = new LinkedHashSet<>(old.atomSet());
        if (insert) {
            atoms.addAll(value.atomSet());
        } else {
            atoms.removeAll(value.atomSet());
        }
        return new SetDatum(atoms);
    }

    /** Fails at once if the condition is false: no other client could make it true before the timeout. */
    private JsonNode await(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final Set<String> columns = columns(operation, table);
        final Set<Map<String, Datum>> wanted = new HashSet<>();
        for (final JsonNode json : operation.path("rows")) {
            final Map<String, Datum> given = row(json, table, true);
            final Map<String, Datum> full = new HashMap<>();
            columns.forEach(column -> full.put(column,
                given.getOrDefault(column, table.columns().get(column).initial())));
            wanted.add(full);
        }
        final Set<Map<String, Datum>> present = new HashSet<>();
        for (final UUID uuid : matching(operation, name, table)) {
            final Map<String, Datum> full = new HashMap<>();
            columns.forEach(column -> full.put(column, value(name, table, uuid, column)));
            present.add(full);
        }
        if (present.equals(wanted) != "==".equals(operation.path("until").asText())) {
            throw new TransactionException("timed out", "\"wait\" timed out");
        }
        return JSON.objectNode();
    }

    private ArrayNode rows(final JsonNode operation, final Table table, final List<UUID> matching)
            throws TransactionException {
        final String name = operation.path("table").asText();
        final Set<String> columns = new TreeSet<>();
        if (operation.has("columns")) {
            operation.get("columns").forEach(column -> columns.add(column.asText()));
        } else {
            columns.addAll(table.columns().keySet());
            columns.add(UUID_COLUMN);
        }
        final ArrayNode rows = JSON.arrayNode();
        for (final UUID uuid : matching) {
            final ObjectNode row = rows.addObject();
            for (final String column : columns) {
                if (!UUID_COLUMN.equals(column)) {
                    column(table, column);
                }
                row.set(column, DatumCodec.encode(value(name, table, uuid, column)));
            }
        }
        return rows;
    }

    private static Set<String> columns(final JsonNode operation, final Table table) throws TransactionException {
        final Set<String> columns = new HashSet<>();
        for (final JsonNode column : operation.path("columns")) {
            column(table, column.asText());
            columns.add(column.asText());
        }
        return columns;
    }

    private List<UUID> matching(final JsonNode operation, final String name, final Table table)
            throws TransactionException {
        final List<UUID> matching = new ArrayList<>(content.rows(name).keySet());
        for (final JsonNode condition : operation.path("where")) {
            final String column = condition.path(0).asText();
            if (!UUID_COLUMN.equals(column)) {
                column(table, column);
            }
            final Datum argument = datum(condition.path(2));
            final String function = condition.path(1).asText();
            if (!Set.of("==", "!=", "includes", "excludes").contains(function)) {
                throw syntax("No function named " + function + ".");
            }
            matching.removeIf(uuid -> !holds(value(name, table, uuid, column), function, argument));
        }
        return matching;
    }

    private static boolean holds(final Datum value, final String function, final Datum argument) {
        return switch (function) {
            case "==" -> same(value, argument);
            case "!=" -> !same(value, argument);
            case "includes" -> value.atomSet().containsAll(argument.atomSet())
                && value.map().entrySet().containsAll(argument.map().entrySet());
            default -> argument.atomSet().stream().noneMatch(value.atomSet()::contains)
                && argument.map().entrySet().stream().noneMatch(value.map().entrySet()::contains);
        };
    }

    private static boolean same(final Datum one, final Datum other) {
        return one.atomSet().equals(other.atomSet()) && one.map().equals(other.map());
    }

    private Datum value(final String name, final Table table, final UUID uuid, final String column) {
        return UUID_COLUMN.equals(column) ? Datum.of(uuid)
            : content.rows(name).get(uuid).getOrDefault(column, table.columns().get(column).initial());
    }

    private void put(final String name, final Table table, final UUID uuid, final Map<String, Datum> columns) {
        final Map<String, Datum> before = content.rows(name).get(uuid);
        final Map<String, Datum> row = new LinkedHashMap<>(before);
        row.putAll(columns);
        final Map<String, Datum> after = sparse(table, row);
        if (!after.equals(before)) {
            content.rows(name).put(uuid, after);
            changed = true;
        }
    }

    private static Map<String, Datum> sparse(final Table table, final Map<String, Datum> row) {
        final Map<String, Datum> sparse = new LinkedHashMap<>();
        row.forEach((column, datum) -> {
            if (!same(datum, table.columns().get(column).initial())) {
                sparse.put(column, datum);
            }
        });
        return sparse;
    }

    private Map<String, Datum> row(final JsonNode json, final Table table, final boolean any)
            throws TransactionException {
        final Map<String, Datum> row = new LinkedHashMap<>();
        for (final var fields = json.fields(); fields.hasNext();) {
            final var field = fields.next();
            final Column column = column(table, field.getKey());
            if (!any && !column.mutable()) {
                throw new TransactionException("constraint violation", "Cannot update immutable column "
                    + field.getKey() + ".");
            }
            final Datum datum = datum(field.getValue());
            check(field.getKey(), column, datum);
            row.put(field.getKey(), datum);
        }
        return row;
    }

    private static Column column(final Table table, final String name) throws TransactionException {
        final Column column = table.columns().get(name);
        if (column == null) {
            throw new TransactionException("unknown column", "No column " + name + ".");
        }
        return column;
    }

    private static void check(final String name, final Column column, final Datum datum)
            throws TransactionException {
        final int size = column.value() == null ? datum.atomSet().size() : datum.map().size();
        if (column.value() != null && !datum.atomSet().isEmpty() || column.value() == null && !datum.map().isEmpty()) {
            throw syntax(name + " is of another type");
        }
        if (size > column.max() || size < column.min()) {
            throw syntax(name + " has " + size + " elements");
        }
        for (final Object atom : column.value() == null ? datum.atomSet() : datum.map().keySet()) {
            check(name, column.key(), atom);
        }
        for (final Object atom : datum.map().values()) {
            check(name, column.value(), atom);
        }
    }

    private static void check(final String name, final Base base, final Object atom) throws TransactionException {
        final boolean fits = switch (base.type()) {
            case "integer" -> atom instanceof Long;
            case "real" -> atom instanceof Number;
            case "boolean" -> atom instanceof Boolean;
            case "uuid" -> atom instanceof UUID;
            default -> atom instanceof String;
        };
        if (!fits) {
            throw syntax(name + " is of another type");
        }
        final JsonNode values = base.limits().path("enum").path(1);
        boolean allowed = values.isMissingNode();
        for (final JsonNode value : values) {
            allowed |= value.asText().equals(atom.toString());
        }
        if (atom instanceof Long number) {
            allowed &= number >= base.limits().path("minInteger").asLong(Long.MIN_VALUE)
                && number <= base.limits().path("maxInteger").asLong(Long.MAX_VALUE);
        }
        if (!allowed) {
            throw new TransactionException("constraint violation", atom + " is not an allowed value of " + name + ".");
        }
    }

    private Datum datum(final JsonNode json) {
        return DatumCodec.decode(resolved(json));
    }

    /** Replaces names by UUIDs. */
    private JsonNode resolved(final JsonNode json) {
        if (!json.isArray()) {
            return json;
        }
        if (json.size() == 2 && "named-uuid".equals(json.get(0).asText()) && names.containsKey(json.get(1).asText())) {
            return DatumCodec.encodeUuid(names.get(json.get(1).asText()));
        }
        final ArrayNode copy = JSON.arrayNode();
        json.forEach(element -> copy.add(resolved(element)));
        return copy;
    }

    private static JsonNode count(final int count) {
        return JSON.objectNode().put("count", count);
    }

    private static TransactionException syntax(final String details) {
        return new TransactionException("syntax error", details);
    }
}
