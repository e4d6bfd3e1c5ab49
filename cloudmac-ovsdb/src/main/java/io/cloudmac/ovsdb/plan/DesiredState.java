// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Everything that is configured for one switch.
 *
 * @param rows     what can be programmed
 * @param problems what cannot as it is configured; such rows are left in the switch as they are
 * @param places   the rows that the entries, right or wrong, are to be part of
 */
public record DesiredState(Map<RowKey, DesiredRow> rows, Map<RowKey, Problem> problems,
        Map<RowKey, RowKey> places) {
    /** Nothing is configured. */
    public static final DesiredState EMPTY = new DesiredState(Map.of(), Map.of(), Map.of());

    public DesiredState {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
        problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
    }

    /** Entries none of which is wrong. */
    public static DesiredState of(final Map<RowKey, DesiredRow> rows) {
        final Map<RowKey, RowKey> places = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (row.parent() != null) {
                places.put(key, row.parent());
            }
        });
        return new DesiredState(rows, Map.of(), places);
    }

    /** All that is configured, right or wrong. */
    public Set<RowKey> keys() {
        final Set<RowKey> keys = new LinkedHashSet<>(rows.keySet());
        keys.addAll(problems.keySet());
        return keys;
    }
}
