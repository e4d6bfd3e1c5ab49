// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Separates the entries that can be programmed now from those that cannot. The latter were refused, have no
 * place in the switch, or depend on such an entry.
 */
final class ProgrammableEntries {
    private final DesiredState desired;
    private final PlannedSwitch planned;
    private final Map<RowKey, Problem> problems;
    private final Map<RowKey, DesiredRow> effective;

    /**
     * Checks all entries.
     *
     * @param excluded entries not to program now, with the reason
     */
    ProgrammableEntries(final DesiredState desired, final PlannedSwitch planned, final Map<RowKey, Problem> excluded) {
        this.desired = desired;
        this.planned = planned;
        problems = new LinkedHashMap<>(desired.problems());
        effective = new LinkedHashMap<>(desired.rows());
        excluded.forEach(this::exclude);
        boolean again = true;
        while (again) {
            again = false;
            for (final DesiredRow row : List.copyOf(effective.values())) {
                final Optional<Problem> problem = place(row).or(() -> references(row));
                if (problem.isPresent()) {
                    exclude(row.key(), problem.orElseThrow());
                    again = true;
                }
            }
        }
    }

    /** Returns the entries that can be programmed. */
    Map<RowKey, DesiredRow> effective() {
        return effective;
    }

    /** Returns the entries that cannot be programmed, with the reason. */
    Map<RowKey, Problem> problems() {
        return problems;
    }

    private void exclude(final RowKey key, final Problem problem) {
        if (effective.remove(key) != null) {
            problems.put(key, problem);
        }
    }

    /** Checks that the switch has, or will have, a place for the row. */
    private Optional<Problem> place(final DesiredRow row) {
        if (row.parent() == null) {
            return row.made() || planned.row(row.key(), null, "").isPresent() ? Optional.empty()
                : Optional.of(Problem.waiting(Problem.MISSING_REFERENCE, "the switch has no such row"));
        }
        final RowKey key = row.key();
        final Optional<Row> parent = planned.parent(row.parent());
        if (parent.isEmpty() && !isMade(row.parent())) {
            return Optional.of(Problem.waiting(Problem.NO_SUCH_BRIDGE, "the switch has no bridge "
                + row.parent().id() + because(row.parent())));
        }
        if (parent.flatMap(bridge -> planned.part(bridge, key.table(), row.content().name())).isPresent()) {
            return Optional.empty();
        }
        if (!row.made()) {
            return Optional.of(key.table().equals(Tables.BRIDGE)
                ? Problem.waiting(Problem.NO_SUCH_BRIDGE, "the switch has no bridge " + key.id())
                : Problem.waiting(Problem.NO_SUCH_PORT,
                    "the switch has no port " + key.id() + " in bridge " + row.parent().id()));
        }
        return nameConflict(row);
    }

    /** Names of ports and interfaces are unique in a switch, across its bridges. */
    private Optional<Problem> nameConflict(final DesiredRow row) {
        if (!row.key().table().equals(Tables.PORT)) {
            return Optional.empty();
        }
        final String name = row.content().name();
        final Optional<Row> port = planned.named(Tables.PORT, name);
        // The same transaction moves a port of this controller that is configured elsewhere now.
        if (port.isPresent() ? !Tables.isMarked(Tables.PORT, port.orElseThrow())
                : planned.named(Tables.INTERFACE, name).isPresent()) {
            return Optional.of(Problem.waiting(Problem.NAME_IN_USE, "the switch has "
                + (port.isPresent() ? "port " + name + " in another bridge" : "interface " + name
                    + " in another port")));
        }
        return Optional.empty();
    }

    private Optional<Problem> references(final DesiredRow row) {
        for (final RowKey target : row.references()) {
            final Optional<Problem> problem = target.table().equals(Tables.PORT)
                ? portReference(row, target) : reference(target);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<Problem> reference(final RowKey target) {
        if (!desired.keys().contains(target)) {
            return Optional.of(Problem.waiting(Problem.MISSING_REFERENCE, target + " is not configured"));
        }
        if (!effective.containsKey(target) && planned.owned().uuid(target) == null) {
            return Optional.of(Problem.waiting(Problem.MISSING_REFERENCE,
                target + " is not in the switch" + because(target)));
        }
        return Optional.empty();
    }

    /** A mirror refers to a port of its bridge, of any owner. */
    private Optional<Problem> portReference(final DesiredRow row, final RowKey target) {
        final DesiredRow port = effective.get(target);
        final boolean there = port != null && port.made() && port.parent().equals(row.parent())
            || planned.parent(row.parent())
                .flatMap(bridge -> planned.part(bridge, Tables.PORT, target.id())).isPresent();
        return there ? Optional.empty() : Optional.of(Problem.waiting(Problem.NO_SUCH_PORT,
            "the switch has no port " + target.id() + " in bridge " + row.parent().id() + because(target)));
    }

    private boolean isMade(final RowKey parent) {
        final DesiredRow row = effective.get(parent);
        return row != null && row.made();
    }

    private String because(final RowKey key) {
        return problems.containsKey(key) ? ": " + problems.get(key).text() : "";
    }
}
