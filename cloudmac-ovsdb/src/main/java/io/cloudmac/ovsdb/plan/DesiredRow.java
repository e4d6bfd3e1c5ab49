// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A row, or a part of one, as it is configured.
 *
 * @param key     which row
 * @param columns the columns that we determine; references are {@link RowKey}s
 * @param parent  where a row that is not ours must be found (for a port its bridge), or null
 */
public record DesiredRow(RowKey key, Map<String, Datum> columns, RowKey parent) {
    public DesiredRow {
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /** A row that is ours as a whole. */
    public static DesiredRow owned(final RowKey key, final Map<String, Datum> columns) {
        return new DesiredRow(key, columns, null);
    }

    /** The rows that it refers to. */
    Set<RowKey> references() {
        final Set<RowKey> found = new TreeSet<>();
        columns.values().forEach(datum -> {
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
