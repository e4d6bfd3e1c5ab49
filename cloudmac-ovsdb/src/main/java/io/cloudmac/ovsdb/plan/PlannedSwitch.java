// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The state of a switch with indexes for the plan, including the changes planned so far. */
final class PlannedSwitch {
    private final Snapshot actual;
    private final OwnedRows owned;
    private final Map<String, Map<String, Row>> byName = new HashMap<>();
    /** Rows with planned changes. */
    private final Map<UUID, Row> changed = new HashMap<>();

    PlannedSwitch(final Snapshot actual) {
        this.actual = actual;
        owned = new OwnedRows(actual);
    }

    OwnedRows owned() {
        return owned;
    }

    Collection<Row> rows(final String table) {
        return actual.rows(table);
    }

    /** Returns the rows of a table with the changes planned so far, without planned insertions. */
    List<Row> rowsAfter(final String table) {
        return actual.rows(table).stream().map(row -> changed.getOrDefault(row.uuid(), row)).toList();
    }

    void changed(final Row row, final Map<String, Datum> columns) {
        changed.put(row.uuid(), changed.getOrDefault(row.uuid(), row).with(columns));
    }

    /** Returns the row with this name, in a table where names are unique. */
    Optional<Row> named(final String table, final String name) {
        return Optional.ofNullable(byName.computeIfAbsent(table, key -> {
            final Map<String, Row> rows = new LinkedHashMap<>();
            actual.rows(table).forEach(row -> row.string(Tables.NAME).ifPresent(id -> rows.putIfAbsent(id, row)));
            return rows;
        }).get(name));
    }

    /** Returns the row that represents an entry: by its mark, or inside the row of its parent. */
    Optional<Row> row(final RowKey key, final RowKey parent, final String name) {
        if (key.equals(Tables.ROOT)) {
            return actual.rows(Tables.OPEN_VSWITCH).stream().findFirst();
        }
        if (Tables.isIndependent(key.table())) {
            return Optional.ofNullable(owned.uuid(key)).flatMap(uuid -> actual.row(key.table(), uuid));
        }
        return parent(parent).flatMap(row -> part(row, key.table(), name));
    }

    /** Returns the row of an entry that can contain others. */
    Optional<Row> parent(final RowKey key) {
        return key.equals(Tables.ROOT) ? row(key, null, "") : named(key.table(), key.id());
    }

    /** Returns the contained row with this name. */
    Optional<Row> part(final Row parent, final String table, final String name) {
        final Tables.Containment containment = Tables.containment(table);
        if (Tables.UNIQUE.contains(table)) {
            return named(table, name).filter(row -> parent.column(containment.column()).refersTo(row.uuid()));
        }
        return parts(parent, containment)
            .filter(row -> row.string(containment.name()).filter(name::equals).isPresent()).findFirst();
    }

    Stream<Row> parts(final Row parent, final Tables.Containment containment) {
        return parent.references(containment.column()).stream().sorted()
            .flatMap(uuid -> actual.row(containment.table(), uuid).stream());
    }
}
