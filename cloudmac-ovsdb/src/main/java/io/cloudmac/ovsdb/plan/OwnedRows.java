// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The rows of a switch that bear the mark of this controller.
 *
 * <p>If an operator copies a row, several rows bear the same identifier. Then the row in use represents the
 * entry. If none is in use, the row with the lowest UUID does. So the choice is stable. The others are orphans.
 */
final class OwnedRows {
    private final Map<RowKey, UUID> chosen = new LinkedHashMap<>();
    /** All marked rows by table. */
    private final Map<String, Map<UUID, RowKey>> all = new LinkedHashMap<>();

    OwnedRows(final Snapshot actual) {
        for (final String table : Tables.INDEPENDENT) {
            final Set<UUID> used = used(actual, table);
            final Map<UUID, RowKey> marked = new LinkedHashMap<>();
            actual.rows(table).stream()
                .sorted(Comparator.comparing((Row row) -> !used.contains(row.uuid())).thenComparing(Row::uuid))
                .forEach(row -> Tables.owned(table, row).ifPresent(key -> {
                    marked.put(row.uuid(), key);
                    chosen.putIfAbsent(key, row.uuid());
                }));
            all.put(table, marked);
        }
    }

    /** Returns the row that represents this entry, or null. */
    UUID uuid(final RowKey key) {
        return chosen.get(key);
    }

    boolean contains(final String table, final UUID uuid) {
        return all.getOrDefault(table, Map.of()).containsKey(uuid);
    }

    /** Returns the marked rows of a table with their keys. */
    Map<UUID, RowKey> marked(final String table) {
        return all.getOrDefault(table, Map.of());
    }

    private static Set<UUID> used(final Snapshot actual, final String table) {
        final Set<UUID> used = new HashSet<>();
        Tables.REFERENCES.stream().filter(reference -> reference.target().equals(table))
            .forEach(reference -> actual.rows(reference.table()).forEach(row -> {
                used.addAll(row.references(reference.column()));
                row.column(reference.column()).map().values().forEach(value -> used.add((UUID) value));
            }));
        return used;
    }
}
