// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.Datum;
import io.cloudmac.ovsdb.db.Datum.MapDatum;
import io.cloudmac.ovsdb.db.Datum.NamedUuid;
import io.cloudmac.ovsdb.db.Datum.SetDatum;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.db.Snapshot;
import io.cloudmac.ovsdb.plan.Operation.Insert;
import io.cloudmac.ovsdb.plan.Operation.Update;
import io.cloudmac.ovsdb.plan.Operation.Wait;
import io.cloudmac.ovsdb.plan.Operation.WaitAbsent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Computes the transaction that takes a switch from what it has to what is configured.
 *
 * <p>Rows that bear our mark are made, changed and removed; of other rows only the columns that are
 * configured are changed, and references to rows of ours that should not be there are taken out. A
 * row that cannot be programmed now is left as it is, and does not hold up the others.
 */
public final class Planner {
    private final DesiredState desired;
    private final Snapshot actual;
    private final OwnedRows owned;
    private final Map<RowKey, Problem> excluded;
    private final Map<RowKey, Problem> problems;
    private final Map<RowKey, DesiredRow> effective;
    private final Map<RowKey, String> inserted = new HashMap<>();
    private final List<Operation> operations = new ArrayList<>();
    /** Rows with the columns that this plan gives them, for what comes later in the plan. */
    private final Map<UUID, Row> changed = new HashMap<>();

    private Planner(final DesiredState desired, final Snapshot actual, final Map<RowKey, Problem> excluded) {
        this.desired = desired;
        this.actual = actual;
        this.excluded = excluded;
        owned = new OwnedRows(actual);
        problems = new LinkedHashMap<>(desired.problems());
        effective = new LinkedHashMap<>(desired.rows());
        excluded.forEach(this::exclude);
    }

    /**
     * Computes a plan.
     *
     * @param desired  what is configured
     * @param actual   what the switch has
     * @param excluded rows that failed and are not to be tried now
     */
    public static Plan plan(final DesiredState desired, final Snapshot actual,
            final Map<RowKey, Problem> excluded) {
        final Planner planner = new Planner(desired, actual, excluded);
        planner.excludeImpossible();
        planner.nameInsertions();
        planner.makeAndChange();
        planner.detach();
        final Map<RowKey, Problem> kept = new Removal(planner).plan();
        return new Plan(planner.operations, planner.problems, kept);
    }

    private void exclude(final RowKey key, final Problem problem) {
        if (effective.remove(key) != null) {
            problems.put(key, problem);
        }
    }

    /** Takes out rows that are not there, or refer to such, until none is left. */
    private void excludeImpossible() {
        boolean again = true;
        while (again) {
            again = false;
            for (final DesiredRow row : List.copyOf(effective.values())) {
                final Problem problem = obstacle(row);
                if (problem != null) {
                    exclude(row.key(), problem);
                    again = true;
                }
            }
        }
    }

    private Problem obstacle(final DesiredRow row) {
        if (Tables.mark(row.key().table()) == null) {
            final Problem problem = placeProblem(row);
            if (problem != null) {
                return problem;
            }
        }
        for (final RowKey target : row.references()) {
            if (!desired.keys().contains(target)) {
                return Problem.waiting(Problem.MISSING_REFERENCE, target + " is not configured");
            }
            if (!effective.containsKey(target) && owned.uuid(target) == null) {
                return Problem.waiting(Problem.MISSING_REFERENCE, target + " is not in the switch: "
                    + problems.get(target).text());
            }
        }
        return null;
    }

    /** Whether a row that we do not make is where it should be. */
    private Problem placeProblem(final DesiredRow row) {
        final Row found = actual.find(row.key().table(), Tables.NAME, row.key().id()).orElse(null);
        final RowKey parent = row.parent();
        if (found != null && (parent == null || actual.find(parent.table(), Tables.NAME, parent.id())
                .filter(bridge -> bridge.references("ports").contains(found.uuid())).isPresent())) {
            return null;
        }
        return Problem.waiting(Problem.NO_SUCH_PORT, "the switch has no port " + row.key().id()
            + (parent == null ? "" : " in bridge " + parent.id()));
    }

    private void nameInsertions() {
        effective.keySet().stream()
            .filter(key -> Tables.mark(key.table()) != null && owned.uuid(key) == null)
            .forEach(key -> inserted.put(key, "row" + inserted.size()));
    }

    private void makeAndChange() {
        for (final String table : Tables.OWNED) {
            effective.values().stream().filter(row -> row.key().table().equals(table)).forEach(this::program);
        }
        effective.values().stream()
            .filter(row -> Tables.mark(row.key().table()) == null).forEach(this::program);
    }

    private void program(final DesiredRow row) {
        final RowKey key = row.key();
        final Map<String, Datum> columns = new LinkedHashMap<>();
        row.columns().forEach((column, datum) -> columns.put(column, resolve(datum)));
        final String name = inserted.get(key);
        if (name != null) {
            operations.add(new WaitAbsent(key));
            operations.add(new Insert(key, name, columns));
            return;
        }
        final Row present = Tables.mark(key.table()) == null
            ? actual.find(key.table(), Tables.NAME, key.id()).orElseThrow()
            : actual.row(key.table(), owned.uuid(key)).orElseThrow();
        change(key, present, columns);
    }

    private void change(final RowKey key, final Row present, final Map<String, Datum> columns) {
        final Map<String, Datum> before = new LinkedHashMap<>();
        final Map<String, Datum> after = new LinkedHashMap<>();
        columns.forEach((column, datum) -> {
            if (!same(present.column(column), datum)) {
                before.put(column, present.column(column));
                after.put(column, datum);
            }
        });
        if (!after.isEmpty()) {
            operations.add(new Wait(key, present.uuid(), before));
            operations.add(new Update(key, present.uuid(), after));
            changed.put(present.uuid(), present.with(after));
        }
    }

    /** Takes references to our rows out of others' rows for which none is configured. */
    private void detach() {
        for (final Tables.Reference reference : Tables.REFERENCES) {
            if (Tables.mark(reference.table()) != null) {
                continue;
            }
            for (final Row row : actual.rows(reference.table())) {
                final RowKey key = new RowKey(reference.table(), row.string(Tables.NAME).orElse(""));
                if (!desired.keys().contains(key) && !excluded.containsKey(key)
                        && row.references(reference.column()).stream()
                            .anyMatch(target -> owned.contains(reference.target(), target))) {
                    change(key, row, Map.of(reference.column(), Datum.EMPTY));
                }
            }
        }
    }

    /** Replaces references to configured rows by references to actual or future ones. */
    private Datum resolve(final Datum datum) {
        if (datum instanceof MapDatum map) {
            final Map<Object, Object> entries = new LinkedHashMap<>();
            map.entries().forEach((key, value) -> entries.put(key, resolveAtom(value)));
            return new MapDatum(entries);
        }
        final Set<Object> atoms = new LinkedHashSet<>();
        datum.atomSet().forEach(atom -> atoms.add(resolveAtom(atom)));
        return new SetDatum(atoms);
    }

    private Object resolveAtom(final Object atom) {
        if (!(atom instanceof RowKey key)) {
            return atom;
        }
        final String name = inserted.get(key);
        return name != null ? new NamedUuid(name) : owned.uuid(key);
    }

    private static boolean same(final Datum one, final Datum other) {
        return one.equals(other) || one.atomSet().isEmpty() && one.map().isEmpty()
            && other.atomSet().isEmpty() && other.map().isEmpty();
    }

    DesiredState desired() {
        return desired;
    }

    OwnedRows owned() {
        return owned;
    }

    /** The problem for which a row is not to be tried now, or null. */
    Problem excluded(final RowKey key) {
        return excluded.get(key);
    }

    void add(final Operation operation) {
        operations.add(operation);
    }

    /** Rows of a table as they are after what is planned so far, insertions aside. */
    List<Row> rowsAfter(final String table) {
        return actual.rows(table).stream().map(row -> changed.getOrDefault(row.uuid(), row)).toList();
    }
}
