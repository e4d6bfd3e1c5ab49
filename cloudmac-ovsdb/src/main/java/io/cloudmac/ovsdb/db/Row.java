// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * One row as last reported by the switch. Immutable.
 *
 * @param uuid    identifier of the row
 * @param columns the monitored columns by name
 */
public record Row(UUID uuid, Map<String, Datum> columns) {
    public Row {
        columns = Map.copyOf(columns);
    }

    /** Returns a column. A column that is not monitored or that the schema lacks is empty. */
    public Datum column(final String name) {
        return columns.getOrDefault(name, Datum.EMPTY);
    }

    /** Returns the string in a column that holds exactly one. */
    public Optional<String> string(final String column) {
        return column(column).single(String.class);
    }

    /** Returns the integer in a column that holds exactly one. */
    public Optional<Long> integer(final String column) {
        return column(column).single(Long.class);
    }

    /** Returns the boolean in a column that holds exactly one. */
    public Optional<Boolean> bool(final String column) {
        return column(column).single(Boolean.class);
    }

    /** Returns the references in a set column. */
    public Set<UUID> references(final String column) {
        return column(column).atomSet().stream()
            .filter(UUID.class::isInstance).map(UUID.class::cast).collect(Collectors.toSet());
    }

    /** Returns a map column as strings. */
    public Map<String, String> stringMap(final String column) {
        final Map<String, String> result = new LinkedHashMap<>();
        column(column).map().forEach((key, value) -> result.put(key.toString(), value.toString()));
        return result;
    }

    /** Returns the row with some columns replaced. */
    public Row with(final Map<String, Datum> changed) {
        final Map<String, Datum> merged = new LinkedHashMap<>(columns);
        merged.putAll(changed);
        return new Row(uuid, merged);
    }
}
