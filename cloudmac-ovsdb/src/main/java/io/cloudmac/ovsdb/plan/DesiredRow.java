// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One configured entry: a row, or some columns of a row, together with the rows that it contains.
 *
 * @param key    identifies the entry
 * @param parent the row that contains it (the bridge of a port), or null for an independent row
 * @param made   true if the plan inserts the row when it is missing, false if it waits for the row
 * @param content the desired contents
 */
public record DesiredRow(RowKey key, RowKey parent, boolean made, RowContent content) {
    /** Returns an entry for an independent row that this controller owns. */
    public static DesiredRow free(final RowKey key, final Map<String, Datum> columns) {
        return new DesiredRow(key, null, true,
            new RowContent(key.table(), key.id(), columns, Map.of(), key.id(), List.of()));
    }

    /** Returns an entry for some columns of a row that others insert. */
    public static DesiredRow of(final RowKey key, final RowKey parent, final Map<String, Datum> columns) {
        return new DesiredRow(key, parent, false,
            new RowContent(key.table(), key.id(), columns, Map.of(), null, List.of()));
    }

    /** Returns the entries to which this one refers. */
    Set<RowKey> references() {
        final Set<RowKey> found = new TreeSet<>();
        content.columns().values().forEach(datum -> {
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
