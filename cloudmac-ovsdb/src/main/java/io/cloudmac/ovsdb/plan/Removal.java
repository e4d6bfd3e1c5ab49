// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Operation.Delete;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Plans the removal of rows of ours that are no longer configured. Such a row goes in the very
 * transaction that takes the last reference to it away; one to which somebody else's row refers is kept
 * until that reference goes, which the monitor will tell.
 */
final class Removal {
    private final Planner planner;
    private final Set<UUID> removed = new HashSet<>();

    Removal(final Planner planner) {
        this.planner = planner;
    }

    /** Adds the deletions to the plan and returns what has to stay. */
    Map<RowKey, Problem> plan() {
        final Map<RowKey, Problem> kept = new LinkedHashMap<>();
        final Set<RowKey> configured = planner.desired().keys();
        for (int i = Tables.OWNED.size() - 1; i >= 0; i--) {
            final String table = Tables.OWNED.get(i);
            planner.owned().marked(table).forEach((uuid, key) -> {
                if (configured.contains(key) && uuid.equals(planner.owned().uuid(key))) {
                    return;
                }
                if (planner.excluded(key) != null && !configured.contains(key)) {
                    kept.put(key, planner.excluded(key));
                    return;
                }
                final Optional<String> user = user(table, uuid);
                if (user.isPresent()) {
                    kept.put(key, Problem.waiting("in use",
                        "no longer configured, but " + user.orElseThrow() + " still refers to it"));
                } else {
                    removed.add(uuid);
                    planner.add(new Delete(key, uuid));
                }
            });
        }
        return kept;
    }

    /** A row that will still refer to this one. */
    private Optional<String> user(final String table, final UUID uuid) {
        return Tables.REFERENCES.stream().filter(reference -> reference.target().equals(table))
            .flatMap(reference -> users(reference, uuid).stream()
                .map(row -> reference.table() + " " + row.string(Tables.NAME).orElse(row.uuid().toString())))
            .findFirst();
    }

    private List<Row> users(final Tables.Reference reference, final UUID uuid) {
        return planner.rowsAfter(reference.table()).stream()
            .filter(row -> !removed.contains(row.uuid()) && row.column(reference.column()).refersTo(uuid))
            .toList();
    }
}
