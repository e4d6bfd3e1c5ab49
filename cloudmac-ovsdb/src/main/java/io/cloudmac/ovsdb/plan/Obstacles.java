// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sorts out the configured entries that cannot be programmed now: those that were refused, those whose
 * place is not there or is taken, and those that refer to such.
 */
final class Obstacles {
    private final DesiredState desired;
    private final Picture picture;
    private final Map<RowKey, Problem> problems;
    private final Map<RowKey, DesiredRow> effective;

    /**
     * Sorts.
     *
     * @param excluded entries that are not to be tried now
     */
    Obstacles(final DesiredState desired, final Picture picture, final Map<RowKey, Problem> excluded) {
        this.desired = desired;
        this.picture = picture;
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

    /** What can be programmed. */
    Map<RowKey, DesiredRow> effective() {
        return effective;
    }

    /** What cannot, and why. */
    Map<RowKey, Problem> problems() {
        return problems;
    }

    private void exclude(final RowKey key, final Problem problem) {
        if (effective.remove(key) != null) {
            problems.put(key, problem);
        }
    }

    /** Whether a row that is part of another is there, or can be made there. */
    private Optional<Problem> place(final DesiredRow row) {
        if (row.parent() == null) {
            return row.made() || picture.row(row.key(), null, "").isPresent() ? Optional.empty()
                : Optional.of(Problem.waiting(Problem.MISSING_REFERENCE, "the switch has no such row"));
        }
        final RowKey key = row.key();
        final Optional<Row> parent = picture.parent(row.parent());
        if (parent.isEmpty() && !isMade(row.parent())) {
            return Optional.of(Problem.waiting(Problem.NO_SUCH_BRIDGE, "the switch has no bridge "
                + row.parent().id() + because(row.parent())));
        }
        if (parent.flatMap(bridge -> picture.part(bridge, key.table(), row.part().name())).isPresent()) {
            return Optional.empty();
        }
        if (!row.made()) {
            return Optional.of(key.table().equals(Tables.BRIDGE)
                ? Problem.waiting(Problem.NO_SUCH_BRIDGE, "the switch has no bridge " + key.id())
                : Problem.waiting(Problem.NO_SUCH_PORT,
                    "the switch has no port " + key.id() + " in bridge " + row.parent().id()));
        }
        return taken(row);
    }

    /** Names of ports and interfaces are unique in a switch, whatever bridge they are in. */
    private Optional<Problem> taken(final DesiredRow row) {
        if (!row.key().table().equals(Tables.PORT)) {
            return Optional.empty();
        }
        final String name = row.part().name();
        final Optional<Row> port = picture.named(Tables.PORT, name);
        // One of ours that is configured elsewhere now leaves its place in the same transaction.
        if (port.isPresent() ? !Tables.marked(Tables.PORT, port.orElseThrow())
                : picture.named(Tables.INTERFACE, name).isPresent()) {
            return Optional.of(Problem.waiting(Problem.NAME_IN_USE, "the switch has "
                + (port.isPresent() ? "a port " + name + " in another bridge" : "an interface " + name
                    + " that is part of another port")));
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
        if (!effective.containsKey(target) && picture.owned().uuid(target) == null) {
            return Optional.of(Problem.waiting(Problem.MISSING_REFERENCE,
                target + " is not in the switch" + because(target)));
        }
        return Optional.empty();
    }

    /** A mirror names ports of its bridge, whosever they are. */
    private Optional<Problem> portReference(final DesiredRow row, final RowKey target) {
        final DesiredRow port = effective.get(target);
        final boolean there = port != null && port.made() && port.parent().equals(row.parent())
            || picture.parent(row.parent())
                .flatMap(bridge -> picture.part(bridge, Tables.PORT, target.id())).isPresent();
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
