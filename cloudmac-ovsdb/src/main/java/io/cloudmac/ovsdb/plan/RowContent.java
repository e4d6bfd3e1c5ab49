// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Unicode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The desired contents of one row.
 *
 * @param table    its table
 * @param name     identifies it among its siblings: name, or target of a controller
 * @param columns  the configured columns; references are {@link io.cloudmac.ovsdb.db.RowKey}s
 * @param defaults values of the other columns in a row of this controller; rows of others keep theirs
 * @param mark     value of the mark in a row that this controller inserts, or null for no mark
 * @param parts    rows that this row contains and that are reported with it
 */
public record RowContent(String table, String name, Map<String, Datum> columns, Map<String, Datum> defaults,
        String mark, List<RowContent> parts) {
    public RowContent {
        check(mark);
        check(name);
        columns.values().forEach(RowContent::check);
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
        parts = List.copyOf(parts);
    }

    /** Returns all columns of a row to insert, with its name and mark. */
    Map<String, Datum> whole() {
        final Map<String, Datum> all = new LinkedHashMap<>(defaults);
        all.putAll(columns);
        if (!Tables.isIndependent(table) && !table.equals(Tables.OPEN_VSWITCH)) {
            all.put(Tables.containment(table).name(), Datum.of(name));
        }
        if (mark != null) {
            final Map<Object, Object> ids = new LinkedHashMap<>(
                all.getOrDefault(Tables.EXTERNAL_IDS, Datum.EMPTY_MAP).map());
            ids.put(Tables.mark(table), mark);
            all.put(Tables.EXTERNAL_IDS, Datum.ofMap(ids));
        }
        return all;
    }

    /**
     * The switch closes the connection when it receives a string that it cannot parse, so such a string fails
     * here.
     */
    private static void check(final Object value) {
        if (value instanceof Datum datum) {
            datum.atomSet().forEach(RowContent::check);
            datum.map().forEach((key, mapped) -> {
                check(key);
                check(mapped);
            });
        } else if (value instanceof String text && !Unicode.isValid(text)) {
            throw new IllegalArgumentException("a string is not valid Unicode or contains NUL");
        }
    }
}
