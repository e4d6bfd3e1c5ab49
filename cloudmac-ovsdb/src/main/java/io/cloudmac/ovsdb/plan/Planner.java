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
 * Computes the transaction that takes a switch from what it has to what is configured.
 *
 * <p>Rows that bear our mark are made, changed and removed as a whole; of other rows only the columns, and
 * of their maps only the keys, that are configured are changed, and references to rows of ours that should
 * not be there are taken out. An entry that cannot be programmed now is left as it is, and does not hold up
 * the others.
 */
public final class Planner {
    /** The order in which entries are programmed: what others refer to comes first. */
    private static final List<String> ORDER = List.of(Tables.QUEUE, Tables.QOS, Tables.PORT, Tables.MIRROR,
        Tables.BRIDGE, Tables.OPEN_VSWITCH);

    private final Picture picture;
    private final Map<RowKey, DesiredRow> effective;
    /** Names within the transaction of the rows that it makes. */
    private final Map<RowKey, String> inserted = new HashMap<>();
    private final List<Operation> operations = new ArrayList<>();
    private int names;

    private Planner(final Picture picture, final Map<RowKey, DesiredRow> effective) {
        this.picture = picture;
        this.effective = effective;
    }

    /**
     * Computes a plan.
     *
     * @param desired  what is configured
     * @param actual   what the switch has
     * @param excluded entries that failed and are not to be tried now
     */
    public static Plan plan(final DesiredState desired, final Snapshot actual,
            final Map<RowKey, Problem> excluded) {
        final Picture picture = new Picture(actual);
        final Obstacles obstacles = new Obstacles(desired, picture, excluded);
        final Planner planner = new Planner(picture, obstacles.effective());
        planner.nameInsertions();
        planner.makeAndChange();
        planner.detach(desired, excluded);
        final Removal removal = new Removal(desired, obstacles.effective(), excluded, picture);
        removal.plan(planner.operations);
        return new Plan(planner.operations, obstacles.problems(), removal.kept());
    }

    private void nameInsertions() {
        effective.values().stream()
            .filter(row -> row.made() && picture.row(row.key(), row.parent(), row.part().name()).isEmpty())
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
                    change(row.key(), row.part(), false,
                        picture.row(row.key(), row.parent(), row.part().name()).orElseThrow());
                }
            });
        }
    }

    private void insert(final DesiredRow row) {
        final RowKey key = row.key();
        final String name = inserted.get(key);
        if (row.parent() == null) {
            operations.add(new WaitAbsent(key));
            insert(key, row.part(), name);
            return;
        }
        final Tables.Containment place = Tables.containment(key.table());
        if (Tables.UNIQUE.contains(key.table()) && picture.named(key.table(), row.part().name()).isEmpty()) {
            operations.add(new WaitAbsent(key, key.table(), place.name(), Datum.of(row.part().name())));
        }
        insert(key, row.part(), name);
        picture.parent(row.parent()).ifPresent(parent -> attach(key, place, parent, name));
    }

    /** Makes a row with its parts, and with the entries that are made in it by the same transaction. */
    private void insert(final RowKey key, final Part part, final String name) {
        final Map<String, Set<Object>> contents = new LinkedHashMap<>();
        part.parts().stream()
            // A bridge's own port may be configured by itself.
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

    /** Puts a new row into one that is there; names that are not unique are guarded by what the parent has. */
    private void attach(final RowKey key, final Tables.Containment place, final Row parent, final String name) {
        final String seen = Tables.UNIQUE.contains(place.table()) ? Tables.NAME : place.column();
        if (!place.parent().equals(Tables.OPEN_VSWITCH)) {
            operations.add(new Wait(key, place.parent(), parent.uuid(), Map.of(seen, parent.column(seen))));
        }
        operations.add(new Mutate(key, place.parent(), parent.uuid(), place.column(), true,
            Datum.of(new NamedUuid(name))));
    }

    private void change(final RowKey key, final Part part, final boolean inOurs, final Row present) {
        // The interface of a port has no mark of its own.
        final boolean ours = Tables.marked(part.table(), present) || inOurs && part.table().equals(Tables.INTERFACE);
        final Map<String, Datum> columns = resolve(ours ? part.whole() : part.columns());
        if (!ours) {
            columns.replaceAll((column, datum) -> datum instanceof MapDatum map
                ? merged(present.column(column), map) : datum);
        }
        change(key, part.table(), present, columns);
        for (final Part child : part.parts()) {
            final var found = picture.part(present, child.table(), child.name());
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
            picture.changed(present, after);
        }
    }

    /** Takes references to our rows out of others' rows for which none is configured. */
    private void detach(final DesiredState desired, final Map<RowKey, Problem> excluded) {
        for (final Tables.Reference reference : Tables.REFERENCES) {
            if (Tables.free(reference.table())) {
                continue;
            }
            for (final Row row : picture.rows(reference.table())) {
                final RowKey key = new RowKey(reference.table(), row.string(Tables.NAME).orElse(""));
                if (!desired.keys().contains(key) && !excluded.containsKey(key)
                        && !Tables.marked(reference.table(), row)
                        && row.references(reference.column()).stream()
                            .anyMatch(target -> picture.owned().contains(reference.target(), target))) {
                    change(key, reference.table(), row, Map.of(reference.column(), Datum.EMPTY));
                }
            }
        }
    }

    /** Replaces references to configured entries by references to actual or future rows. */
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
        return Tables.free(key.table()) ? picture.owned().uuid(key)
            : picture.named(key.table(), key.id()).orElseThrow().uuid();
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
