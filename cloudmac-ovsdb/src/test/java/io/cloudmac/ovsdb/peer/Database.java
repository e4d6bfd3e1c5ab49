// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cloudmac.ovsdb.db.Datum;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Holds an OVSDB database in memory. Rows store only columns that differ from their defaults, so that a
 * thousand databases fit beside the controller. Not thread-safe.
 */
final class Database {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Holds the rows by table and UUID, each without the columns that have their default. */
    static final class Content {
        private final Map<String, Map<UUID, Map<String, Datum>>> tables;

        Content() {
            tables = new HashMap<>();
        }

        /** Creates a shallow copy. Its user replaces rows and never modifies them. */
        Content(final Content other) {
            tables = new HashMap<>();
            other.tables.forEach((name, rows) -> tables.put(name, new LinkedHashMap<>(rows)));
        }

        Map<UUID, Map<String, Datum>> rows(final String table) {
            return tables.computeIfAbsent(table, name -> new LinkedHashMap<>());
        }

        Set<String> tables() {
            return tables.keySet();
        }
    }

    private final Schema schema;
    private Content content = new Content();
    private UUID version = UUID.randomUUID();

    Database(final Schema schema) {
        this.schema = schema;
    }

    Schema schema() {
        return schema;
    }

    Content content() {
        return content;
    }

    /** Returns the ID of the last transaction. */
    UUID version() {
        return version;
    }

    /**
     * Executes a transaction.
     *
     * @param operations the operations, as in the parameters of "transact" after the database's name
     * @return the result
     */
    ArrayNode transact(final Iterable<JsonNode> operations) {
        final Transaction transaction = new Transaction(schema, new Content(content));
        final ArrayNode results = JSON.arrayNode();
        boolean failed = false;
        try {
            transaction.name(operations);
            for (final JsonNode operation : operations) {
                if (failed) {
                    results.addNull();
                    continue;
                }
                try {
                    results.add(transaction.execute(operation));
                } catch (final TransactionException e) {
                    results.add(e.toJson());
                    failed = true;
                } catch (final IllegalArgumentException e) {
                    results.addObject().put("error", "syntax error").put("details", e.getMessage());
                    failed = true;
                }
            }
            if (!failed) {
                Integrity.restore(schema, transaction.content());
            }
        } catch (final TransactionException e) {
            results.add(e.toJson());
            failed = true;
        }
        if (!failed && transaction.changed()) {
            content = transaction.content();
            version = UUID.randomUUID();
        }
        return results;
    }
}
