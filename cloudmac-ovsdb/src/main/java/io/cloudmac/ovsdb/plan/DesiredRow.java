// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One configured entry: a row, or a part of one, with the rows that are part of it.
 *
 * @param key    which row
 * @param parent the row that it is part of (for a port its bridge), or null if it stands for itself
 * @param made   whether it is made if it is not there; otherwise it is waited for
 * @param part   what it shall be
 */
public record DesiredRow(RowKey key, RowKey parent, boolean made, Part part) {
    /** A row that stands for itself, and is ours as a whole. */
    public static DesiredRow free(final RowKey key, final Map<String, Datum> columns) {
        return new DesiredRow(key, null, true,
            new Part(key.table(), key.id(), columns, Map.of(), key.id(), List.of()));
    }

    /** Columns of a row that others make. */
    public static DesiredRow of(final RowKey key, final RowKey parent, final Map<String, Datum> columns) {
        return new DesiredRow(key, parent, false,
            new Part(key.table(), key.id(), columns, Map.of(), null, List.of()));
    }

    /** The entries that it refers to. */
    Set<RowKey> references() {
        final Set<RowKey> found = new TreeSet<>();
        part.columns().values().forEach(datum -> {
            datum.atomSet().forEach(atom -> addReference(found, atom));
            datum.map().values().forEach(atom -> addReference(found, atom));
        });
        return found;
    }

    private static void addReference(final Set<RowKey> found, final Object atom) {
        if (atom instanceof RowKey key) {
            found.add(key);
        }
    }
}
