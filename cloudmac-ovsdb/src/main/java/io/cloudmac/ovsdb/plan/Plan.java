// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes to apply to a switch.
 *
 * @param operations one transaction; empty if the switch matches its configuration
 * @param problems   entries that are not programmed now, with the reason
 * @param kept       rows of this controller that are no longer configured but cannot be removed yet, with the
 *     reason
 */
public record Plan(List<Operation> operations, Map<RowKey, Problem> problems, Map<RowKey, Problem> kept) {
    public Plan {
        operations = List.copyOf(operations);
        problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
        kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
    }

    /** Returns the entries that the transaction changes. */
    public Set<RowKey> touched() {
        final Set<RowKey> keys = new LinkedHashSet<>();
        operations.forEach(operation -> keys.add(operation.key()));
        return keys;
    }
}
