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
import io.cloudmac.ovsdb.plan.Operation.Mutate;
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

/**
 * Computes the transaction that takes a switch from its actual state to the configured state.
 *
 * <p>It inserts, changes and removes whole rows that bear the mark of this controller. In rows of others it
 * changes only the configured columns, and in map columns only the configured keys. It also removes their
 * references to marked rows that are not configured there. An entry that cannot be programmed now does not
 * delay the others.
 */
public final class Planner {
    /** Order of programming: entries that others refer to come first. */
    private static final List<String> ORDER = List.of(Tables.QUEUE, Tables.QOS, Tables.PORT, Tables.MIRROR,
        Tables.BRIDGE, Tables.OPEN_VSWITCH);

    private final PlannedSwitch planned;
    private final Map<RowKey, DesiredRow> effective;
    /** Names, within the transaction, of the rows that it inserts. */
    private final Map<RowKey, String> inserted = new HashMap<>();
    private final List<Operation> operations = new ArrayList<>();
    private int names;

    private Planner(final PlannedSwitch planned, final Map<RowKey, DesiredRow> effective) {
        this.planned = planned;
        this.effective = effective;
    }

    /**
     * Computes a plan.
     *
     * @param desired  configuration
     * @param actual   state of the switch
     * @param excluded failed entries that this plan leaves out
     */
    public static Plan plan(final DesiredState desired, final Snapshot actual,
            final Map<RowKey, Problem> excluded) {
        final PlannedSwitch planned = new PlannedSwitch(actual);
        final ProgrammableEntries entries = new ProgrammableEntries(desired, planned, excluded);
        final Planner planner = new Planner(planned, entries.effective());
        planner.nameInsertions();
        planner.makeAndChange();
        planner.detach(desired, excluded);
        final OrphanRemoval removal = new OrphanRemoval(desired, entries.effective(), excluded, planned);
        removal.plan(planner.operations);
        return new Plan(planner.operations, entries.problems(), removal.kept());
    }

    private void nameInsertions() {
        effective.values().stream()
            .filter(row -> row.made() && planned.row(row.key(), row.parent(), row.content().name()).isEmpty())
            .forEach(row -> inserted.put(row.key(), name()));
    }

    private String name() {
        return "row" + names++;
    }

    private void makeAndChange() {
        for (final String table : ORDER) {
            effective.values().stream().filter(row -> row.key().table().equals(table)).forEach(row -> {
                if (inserted.containsKey(row.key())) {
                    insert(row);
                } else {
                    change(row.key(), row.content(), false,
                        planned.row(row.key(), row.parent(), row.content().name()).orElseThrow());
                }
            });
        }
    }

    private void insert(final DesiredRow row) {
        final RowKey key = row.key();
        final String name = inserted.get(key);
        if (row.parent() == null) {
            operations.add(new WaitAbsent(key));
            insert(key, row.content(), name);
            return;
        }
        final Tables.Containment place = Tables.containment(key.table());
        if (Tables.UNIQUE.contains(key.table()) && planned.named(key.table(), row.content().name()).isEmpty()) {
            operations.add(new WaitAbsent(key, key.table(), place.name(), Datum.of(row.content().name())));
        }
        insert(key, row.content(), name);
        planned.parent(row.parent()).ifPresent(parent -> attach(key, place, parent, name));
    }

    /** Inserts a row with the rows it contains, and the entries that the same transaction inserts in it. */
    private void insert(final RowKey key, final RowContent part, final String name) {
        final Map<String, Set<Object>> contents = new LinkedHashMap<>();
        part.parts().stream()
            // A bridge's own port can be configured as an entry of its own.
            .filter(child -> !inserted.containsKey(new RowKey(child.table(), child.name())))
            .forEach(child -> {
                final String childName = name();
                insert(key, child, childName);
                content(contents, child.table(), childName);
            });
        if (part.table().equals(key.table())) {
            effective.values().stream()
                .filter(row -> key.equals(row.parent()) && inserted.containsKey(row.key()))
                .forEach(row -> content(contents, row.key().table(), inserted.get(row.key())));
        }
        final Map<String, Datum> columns = resolve(part.whole());
        contents.forEach((column, references) -> columns.put(column, new SetDatum(references)));
        operations.add(new Insert(key, part.table(), name, columns));
    }

    private static void content(final Map<String, Set<Object>> contents, final String table, final String name) {
        contents.computeIfAbsent(Tables.containment(table).column(), column -> new LinkedHashSet<>())
            .add(new NamedUuid(name));
    }

    /** Adds a new row to an existing parent. The wait on the parent guards names that are not unique. */
    private void attach(final RowKey key, final Tables.Containment place, final Row parent, final String name) {
        final String seen = Tables.UNIQUE.contains(place.table()) ? Tables.NAME : place.column();
        if (!place.parent().equals(Tables.OPEN_VSWITCH)) {
            operations.add(new Wait(key, place.parent(), parent.uuid(), Map.of(seen, parent.column(seen))));
        }
        operations.add(new Mutate(key, place.parent(), parent.uuid(), place.column(), true,
            Datum.of(new NamedUuid(name))));
    }

    private void change(final RowKey key, final RowContent part, final boolean inOurs, final Row present) {
        // The interface of a port has no mark of its own.
        final boolean ours = Tables.isMarked(part.table(), present) || inOurs && part.table().equals(Tables.INTERFACE);
        final Map<String, Datum> columns = resolve(ours ? part.whole() : part.columns());
        if (!ours) {
            columns.replaceAll((column, datum) -> datum instanceof MapDatum map
                ? merged(present.column(column), map) : datum);
        }
        change(key, part.table(), present, columns);
        for (final RowContent child : part.parts()) {
            final var found = planned.part(present, child.table(), child.name());
            if (found.isPresent()) {
                if (!child.table().equals(Tables.PORT)) {
                    change(key, child, ours, found.orElseThrow());
                }
            } else if (child.table().equals(Tables.CONTROLLER)) {
                final String name = name();
                insert(key, child, name);
                attach(key, Tables.containment(child.table()), present, name);
            }
        }
    }

    private void change(final RowKey key, final String table, final Row present, final Map<String, Datum> columns) {
        final Map<String, Datum> before = new LinkedHashMap<>();
        final Map<String, Datum> after = new LinkedHashMap<>();
        columns.forEach((column, datum) -> {
            if (!same(present.column(column), datum)) {
                before.put(column, present.column(column));
                after.put(column, datum);
            }
        });
        if (!after.isEmpty()) {
            operations.add(new Wait(key, table, present.uuid(), before));
            operations.add(new Update(key, table, present.uuid(), after));
            planned.changed(present, after);
        }
    }

    /** Removes unconfigured references to marked rows from rows of others. */
    private void detach(final DesiredState desired, final Map<RowKey, Problem> excluded) {
        for (final Tables.Reference reference : Tables.REFERENCES) {
            if (Tables.isIndependent(reference.table())) {
                continue;
            }
            for (final Row row : planned.rows(reference.table())) {
                final RowKey key = new RowKey(reference.table(), row.string(Tables.NAME).orElse(""));
                if (!desired.keys().contains(key) && !excluded.containsKey(key)
                        && !Tables.isMarked(reference.table(), row)
                        && row.references(reference.column()).stream()
                            .anyMatch(target -> planned.owned().contains(reference.target(), target))) {
                    change(key, reference.table(), row, Map.of(reference.column(), Datum.EMPTY));
                }
            }
        }
    }

    /** Replaces references to entries by references to existing or inserted rows. */
    private Map<String, Datum> resolve(final Map<String, Datum> columns) {
        final Map<String, Datum> resolved = new LinkedHashMap<>();
        columns.forEach((column, datum) -> {
            if (datum instanceof MapDatum map) {
                final Map<Object, Object> entries = new LinkedHashMap<>();
                map.entries().forEach((key, value) -> entries.put(key, resolveAtom(value)));
                resolved.put(column, new MapDatum(entries));
            } else {
                final Set<Object> atoms = new LinkedHashSet<>();
                datum.atomSet().forEach(atom -> atoms.add(resolveAtom(atom)));
                resolved.put(column, new SetDatum(atoms));
            }
        });
        return resolved;
    }

    private Object resolveAtom(final Object atom) {
        if (!(atom instanceof RowKey key)) {
            return atom;
        }
        final String name = inserted.get(key);
        if (name != null) {
            return new NamedUuid(name);
        }
        return Tables.isIndependent(key.table()) ? planned.owned().uuid(key)
            : planned.named(key.table(), key.id()).orElseThrow().uuid();
    }

    private static Datum merged(final Datum present, final MapDatum configured) {
        final Map<Object, Object> entries = new LinkedHashMap<>(present.map());
        entries.putAll(configured.entries());
        return new MapDatum(entries);
    }

    private static boolean same(final Datum one, final Datum other) {
        return one.equals(other) || one.atomSet().isEmpty() && one.map().isEmpty()
            && other.atomSet().isEmpty() && other.map().isEmpty();
    }
}
