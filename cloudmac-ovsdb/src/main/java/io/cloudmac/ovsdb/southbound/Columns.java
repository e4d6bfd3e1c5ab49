// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Collects the columns of one row: the configured ones, and the defaults of the others. */
final class Columns {
    private final Map<String, Datum> configured = new LinkedHashMap<>();
    private final Map<String, Datum> defaults = new LinkedHashMap<>();

    /** Adds a column with one value; null means "not configured". */
    Columns value(final String column, final Object value, final Datum otherwise) {
        defaults.put(column, otherwise);
        if (value != null) {
            configured.put(column, Datum.of(value));
        }
        return this;
    }

    /** Adds a column that is empty by default. */
    Columns value(final String column, final Object value) {
        return value(column, value, Datum.EMPTY);
    }

    /** Adds a set column; an empty set means "not configured". */
    Columns set(final String column, final Set<?> values) {
        defaults.put(column, Datum.EMPTY);
        if (!values.isEmpty()) {
            configured.put(column, Datum.ofSet(values));
        }
        return this;
    }

    /** Adds a map column from string to string; an empty map means "not configured". */
    <T> Columns map(final String column, final Collection<T> entries, final Function<T, String> key,
            final Function<T, String> value) {
        defaults.put(column, Datum.EMPTY_MAP);
        final Map<String, String> map = map(entries, key, value);
        if (!map.isEmpty()) {
            configured.put(column, Datum.ofMap(map));
        }
        return this;
    }

    /** Converts a YANG list of pairs to a map; a missing value becomes the empty string. */
    static <T> Map<String, String> map(final Collection<T> entries, final Function<T, String> key,
            final Function<T, String> value) {
        final Map<String, String> map = new LinkedHashMap<>();
        entries.forEach(entry -> {
            final String given = value.apply(entry);
            map.put(key.apply(entry), given == null ? "" : given);
        });
        return map;
    }

    Map<String, Datum> configured() {
        return configured;
    }

    Map<String, Datum> defaults() {
        return defaults;
    }
}
