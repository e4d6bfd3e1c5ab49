// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Datum;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Collects the columns of one row: those that are configured, and what the others are in a row of ours. */
final class Columns {
    private final Map<String, Datum> configured = new LinkedHashMap<>();
    private final Map<String, Datum> defaults = new LinkedHashMap<>();

    /** A column with one value, which may be null for "not configured". */
    Columns value(final String column, final Object value, final Datum otherwise) {
        defaults.put(column, otherwise);
        if (value != null) {
            configured.put(column, Datum.of(value));
        }
        return this;
    }

    /** A column that is empty if it is not configured. */
    Columns value(final String column, final Object value) {
        return value(column, value, Datum.EMPTY);
    }

    /** A column with a set; an empty one is not configured. */
    Columns set(final String column, final Set<?> values) {
        defaults.put(column, Datum.EMPTY);
        if (!values.isEmpty()) {
            configured.put(column, Datum.ofSet(values));
        }
        return this;
    }

    /** A column with a map from string to string; an empty one is not configured. */
    <T> Columns map(final String column, final Collection<T> entries, final Function<T, String> key,
            final Function<T, String> value) {
        defaults.put(column, Datum.EMPTY_MAP);
        final Map<String, String> map = map(entries, key, value);
        if (!map.isEmpty()) {
            configured.put(column, Datum.ofMap(map));
        }
        return this;
    }

    /** A YANG list of pairs as a map; a value that is not given is empty. */
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
