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
 */
public record DesiredState(Map<RowKey, DesiredRow> rows, Map<RowKey, Problem> problems) {
    /** Nothing is configured. */
    public static final DesiredState EMPTY = new DesiredState(Map.of(), Map.of());

    public DesiredState {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
        problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
    }

    /** All that is configured, right or wrong. */
    public Set<RowKey> keys() {
        final Set<RowKey> keys = new LinkedHashSet<>(rows.keySet());
        keys.addAll(problems.keySet());
        return keys;
    }
}
