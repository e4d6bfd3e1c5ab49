// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The configuration of one switch.
 *
 * @param rows     entries that can be programmed
 * @param problems invalid entries, with the reason; the plan does not touch their rows
 * @param places   parents of all entries, valid or not
 */
public record DesiredState(Map<RowKey, DesiredRow> rows, Map<RowKey, Problem> problems,
        Map<RowKey, RowKey> places) {
    /** An empty configuration. */
    public static final DesiredState EMPTY = new DesiredState(Map.of(), Map.of(), Map.of());

    public DesiredState {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
        problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
    }

    /** Returns a configuration without invalid entries. */
    public static DesiredState of(final Map<RowKey, DesiredRow> rows) {
        final Map<RowKey, RowKey> places = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.parent() != null) {
                places.put(key, row.parent());
            }
        });
        return new DesiredState(rows, Map.of(), places);
    }

    /** Returns the keys of all entries, valid or not. */
    public Set<RowKey> keys() {
        final Set<RowKey> keys = new LinkedHashSet<>(rows.keySet());
        keys.addAll(problems.keySet());
        return keys;
    }
}
