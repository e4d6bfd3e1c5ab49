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
 * What is to be done to a switch.
 *
 * @param operations one transaction, empty if the switch is as configured
 * @param problems   configured rows that are left alone for now, and why
 * @param kept       rows of ours that are no longer configured but cannot go yet, and why
 */
public record Plan(List<Operation> operations, Map<RowKey, Problem> problems, Map<RowKey, Problem> kept) {
    public Plan {
        operations = List.copyOf(operations);
        problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
        kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
    }

    /** The rows that the transaction is about. */
    public Set<RowKey> touched() {
        final Set<RowKey> keys = new LinkedHashSet<>();
        operations.forEach(operation -> keys.add(operation.key()));
        return keys;
    }
}
