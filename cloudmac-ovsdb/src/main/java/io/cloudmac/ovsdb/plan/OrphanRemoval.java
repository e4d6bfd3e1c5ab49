// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.Operation.Delete;
import io.cloudmac.ovsdb.plan.Operation.Mutate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Plans the removal of marked rows that are no longer configured.
 *
 * <p>A row is removed in the transaction that removes the last reference to it. A row to which a row of
 * others refers, or that contains one, is kept. The monitor reports when that changes.
 */
final class OrphanRemoval {
    private final DesiredState desired;
    private final Map<RowKey, DesiredRow> effective;
    private final Map<RowKey, Problem> excluded;
    private final PlannedSwitch planned;
    private final Map<RowKey, Problem> kept = new LinkedHashMap<>();
    private final Set<UUID> removed = new HashSet<>();

    /**
     * Creates the plan of removals.
     *
     * @param effective the entries that are programmed
     * @param excluded  failed entries that this plan leaves out
     */
    OrphanRemoval(final DesiredState desired, final Map<RowKey, DesiredRow> effective,
            final Map<RowKey, Problem> excluded, final PlannedSwitch planned) {
        this.desired = desired;
        this.effective = effective;
        this.excluded = excluded;
        this.planned = planned;
    }

    /** Returns the rows that are kept although they are no longer configured, with the reason. */
    Map<RowKey, Problem> kept() {
        return kept;
    }

    /** Adds the removals to a plan that is otherwise complete. */
    void plan(final List<Operation> operations) {
        for (final Tables.Containment place : Tables.CONTAINMENTS) {
            for (final Row parent : planned.rows(place.parent())) {
                if (removed.contains(parent.uuid())) {
                    // The database removes what a removed row contains.
                    removed.addAll(parent.references(place.column()));
                } else {
                    planned.parts(parent, place)
                        .filter(part -> Tables.isMarked(place.table(), part) && isOrphan(place, parent, part))
                        .forEach(part -> detach(operations, place, parent, part));
                }
            }
        }
        for (int i = Tables.INDEPENDENT.size() - 1; i >= 0; i--) {
            final String table = Tables.INDEPENDENT.get(i);
            planned.owned().marked(table).forEach((uuid, key) -> {
                if (!(desired.keys().contains(key) && uuid.equals(planned.owned().uuid(key)))) {
                    delete(operations, table, uuid, key);
                }
            });
        }
    }

    private void detach(final List<Operation> operations, final Tables.Containment place, final Row parent,
            final Row part) {
        final RowKey key = key(place, parent, part);
        if (excluded.containsKey(key)) {
            kept.putIfAbsent(key, excluded.get(key));
            return;
        }
        final Optional<String> foreign = place.table().equals(Tables.BRIDGE) ? foreignPort(part) : Optional.empty();
        if (foreign.isPresent()) {
            kept.put(key, Problem.waiting(Problem.IN_USE,
                "no longer configured, but contains port " + foreign.orElseThrow() + " of another owner"));
            return;
        }
        removed.add(part.uuid());
        operations.add(new Mutate(key, place.parent(), parent.uuid(), place.column(), false,
            Datum.of(part.uuid())));
    }

    /**
     * Returns true if a marked row is no longer configured, or configured elsewhere. Rows of entries that
     * cannot be programmed stay.
     */
    private boolean isOrphan(final Tables.Containment place, final Row parent, final Row part) {
        final RowKey key = key(place, parent, part);
        if (!desired.keys().contains(key)) {
            return true;
        }
        final DesiredRow row = effective.get(key);
        if (row == null) {
            return false;
        }
        if (place.table().equals(Tables.CONTROLLER)) {
            final String target = part.string(Tables.TARGET).orElse("");
            return row.content().parts().stream()
                .noneMatch(child -> child.table().equals(Tables.CONTROLLER) && child.name().equals(target));
        }
        return !row.parent().equals(place.parent().equals(Tables.OPEN_VSWITCH) ? Tables.ROOT
            : new RowKey(place.parent(), name(parent)));
    }

    /** Returns the entry with which a row is reported: for a controller its bridge. */
    private static RowKey key(final Tables.Containment place, final Row parent, final Row part) {
        return switch (place.table()) {
            case Tables.CONTROLLER -> new RowKey(Tables.BRIDGE, name(parent));
            case Tables.MIRROR -> new RowKey(Tables.MIRROR, name(parent) + "/" + name(part));
            default -> new RowKey(place.table(), name(part));
        };
    }

    /** Returns a port of the bridge that this controller does not own, except the bridge's own port. */
    private Optional<String> foreignPort(final Row bridge) {
        return planned.parts(bridge, Tables.containment(Tables.PORT))
            .filter(port -> !Tables.isMarked(Tables.PORT, port)).map(OrphanRemoval::name)
            .filter(name -> !name.equals(name(bridge))).findFirst();
    }

    private void delete(final List<Operation> operations, final String table, final UUID uuid, final RowKey key) {
        if (excluded.containsKey(key) && !desired.keys().contains(key)) {
            kept.put(key, excluded.get(key));
            return;
        }
        final Optional<String> user = user(table, uuid);
        if (user.isPresent()) {
            kept.put(key, Problem.waiting(Problem.IN_USE,
                "no longer configured, but " + user.orElseThrow() + " still refers to it"));
        } else {
            removed.add(uuid);
            operations.add(new Delete(key, uuid));
        }
    }

    /** Returns a row that will still refer to this one. */
    private Optional<String> user(final String table, final UUID uuid) {
        return Tables.REFERENCES.stream().filter(reference -> reference.target().equals(table))
            .flatMap(reference -> planned.rowsAfter(reference.table()).stream()
                .filter(row -> !removed.contains(row.uuid()) && row.column(reference.column()).refersTo(uuid))
                .map(row -> reference.table() + " " + row.string(Tables.NAME).orElse(row.uuid().toString())))
            .findFirst();
    }

    private static String name(final Row row) {
        return row.string(Tables.NAME).orElse("");
    }
}
