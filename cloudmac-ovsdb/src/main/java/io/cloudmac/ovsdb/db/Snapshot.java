// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A consistent state of the monitored tables of one switch. Immutable: an update creates a new snapshot.
 *
 * @param tables rows by table and identifier
 */
public record Snapshot(Map<String, Map<UUID, Row>> tables) {
    /** A database without rows. */
    public static final Snapshot EMPTY = new Snapshot(Map.of());

    public Snapshot {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** Returns all rows of a table; none for a table that is not monitored. */
    public Collection<Row> rows(final String table) {
        return tables.getOrDefault(table, Map.of()).values();
    }

    /** Returns the row with this identifier. */
    public Optional<Row> row(final String table, final UUID uuid) {
        return Optional.ofNullable(tables.getOrDefault(table, Map.of()).get(uuid));
    }

    /** Returns the row whose column holds exactly this string. */
    public Optional<Row> find(final String table, final String column, final String value) {
        final Datum wanted = Datum.of(value);
        return rows(table).stream().filter(row -> row.column(column).equals(wanted)).findFirst();
    }

    /**
     * Returns the snapshot after an update.
     *
     * @param changes by table and row the new row, or empty for a deleted row
     */
    public Snapshot apply(final Map<String, Map<UUID, Optional<Row>>> changes) {
        final Map<String, Map<UUID, Row>> next = new LinkedHashMap<>(tables);
        changes.forEach((table, rows) -> {
            final Map<UUID, Row> updated = new LinkedHashMap<>(next.getOrDefault(table, Map.of()));
            rows.forEach((uuid, row) -> row.ifPresentOrElse(
                present -> updated.put(uuid, present), () -> updated.remove(uuid)));
            next.put(table, Collections.unmodifiableMap(updated));
        });
        return new Snapshot(next);
    }
}
