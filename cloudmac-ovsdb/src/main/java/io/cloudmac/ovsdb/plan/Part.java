// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Unicode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is configured of one row of the switch.
 *
 * @param table    its table
 * @param name     what tells it from its siblings: name, or target of a controller
 * @param columns  the columns that are configured; references are {@link io.cloudmac.ovsdb.db.RowKey}s
 * @param defaults further columns that a row of ours has; in rows of others they are left alone
 * @param mark     value of the mark that a row has if we make it, or null for a row without one
 * @param parts    rows that are part of it and are reported as one with it
 */
public record Part(String table, String name, Map<String, Datum> columns, Map<String, Datum> defaults,
        String mark, List<Part> parts) {
    public Part {
        check(mark);
        check(name);
        columns.values().forEach(Part::check);
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
        parts = List.copyOf(parts);
    }

    /** All columns of a row that we make, its name and mark among them. */
    Map<String, Datum> whole() {
        final Map<String, Datum> all = new LinkedHashMap<>(defaults);
        all.putAll(columns);
        if (!Tables.free(table) && !table.equals(Tables.OPEN_VSWITCH)) {
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

    /** One string that the switch cannot even read would cost the connection, and all other rows with it. */
    private static void check(final Object value) {
        if (value instanceof Datum datum) {
            datum.atomSet().forEach(Part::check);
            datum.map().forEach((key, mapped) -> {
                check(key);
                check(mapped);
            });
        } else if (value instanceof String text && !Unicode.isValid(text)) {
            throw new IllegalArgumentException("there is text that is no Unicode, or holds NUL");
        }
    }
}
