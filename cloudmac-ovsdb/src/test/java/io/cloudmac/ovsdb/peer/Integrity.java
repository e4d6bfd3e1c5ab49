// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.peer.Database.Content;
import io.cloudmac.ovsdb.peer.Schema.Base;
import io.cloudmac.ovsdb.peer.Schema.Column;
import io.cloudmac.ovsdb.peer.Schema.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;

/** Checks references and indexes at the end of a transaction (RFC 7047, section 3.2). */
final class Integrity {
    private Integrity() {
    }

    /**
     * Deletes unreferenced rows of non-root tables and weak references to deleted rows.
     *
     * @throws TransactionException if a reference or an index is violated
     */
    static void restore(final Schema schema, final Content content) throws TransactionException {
        collect(schema, content);
        for (final String table : content.tables()) {
            for (final Map<String, Datum> row : content.rows(table).values()) {
                final Set<String> missing = new HashSet<>();
                strong(schema, table, row, (target, uuid) -> {
                    if (!content.rows(target).containsKey(uuid)) {
                        missing.add(target + " " + uuid);
                    }
                });
                if (!missing.isEmpty()) {
                    throw new TransactionException("referential integrity violation",
                        "Table " + table + " refers to rows that do not exist: " + missing);
                }
            }
        }
        weak(schema, content);
        for (final String table : content.tables()) {
            for (final List<String> index : schema.tables().get(table).indexes()) {
                unique(table, schema.tables().get(table), index, content);
            }
        }
    }

    private static void collect(final Schema schema, final Content content) {
        // Creates the maps of empty tables first, since the lookup of a reference must not add one while iterating.
        schema.tables().keySet().forEach(content::rows);
        boolean again = true;
        while (again) {
            final Map<String, Set<UUID>> needed = new HashMap<>();
            content.tables().forEach(table -> content.rows(table).values().forEach(row -> strong(schema, table, row,
                (target, uuid) -> needed.computeIfAbsent(target, name -> new HashSet<>()).add(uuid))));
            again = false;
            for (final String table : content.tables()) {
                if (!schema.tables().get(table).root()) {
                    again |= content.rows(table).keySet().retainAll(needed.getOrDefault(table, Set.of()));
                }
            }
        }
    }

    private static void weak(final Schema schema, final Content content) {
        for (final String table : content.tables()) {
            content.rows(table).replaceAll((uuid, row) -> {
                final Map<String, Datum> next = new LinkedHashMap<>(row);
                row.forEach((name, datum) -> {
                    final Base key = schema.tables().get(table).columns().get(name).key();
                    if (key.refTable() != null && !key.strong()) {
                        final Set<Object> left = new LinkedHashSet<>(datum.atomSet());
                        left.retainAll(content.rows(key.refTable()).keySet());
                        next.put(name, new Datum.SetDatum(left));
                    }
                });
                next.values().removeIf(Datum.EMPTY::equals);
                return next.equals(row) ? row : next;
            });
        }
    }

    private static void unique(final String name, final Table table, final List<String> index, final Content content)
            throws TransactionException {
        final Set<List<Datum>> seen = new HashSet<>();
        for (final Map<String, Datum> row : content.rows(name).values()) {
            if (!seen.add(index.stream()
                    .map(column -> row.getOrDefault(column, table.columns().get(column).initial())).toList())) {
                throw new TransactionException("constraint violation",
                    "two rows in table " + name + " have the same " + index);
            }
        }
    }

    private static void strong(final Schema schema, final String table, final Map<String, Datum> row,
            final BiConsumer<String, UUID> each) {
        row.forEach((name, datum) -> {
            final Column column = schema.tables().get(table).columns().get(name);
            if (column.key().refTable() != null && column.key().strong()) {
                datum.atomSet().forEach(atom -> each.accept(column.key().refTable(), (UUID) atom));
                datum.map().keySet().forEach(atom -> each.accept(column.key().refTable(), (UUID) atom));
            }
            if (column.value() != null && column.value().refTable() != null && column.value().strong()) {
                datum.map().values().forEach(atom -> each.accept(column.value().refTable(), (UUID) atom));
            }
        });
    }
}
