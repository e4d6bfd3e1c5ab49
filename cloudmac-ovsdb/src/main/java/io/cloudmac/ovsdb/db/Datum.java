// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.db;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The value of one column (RFC 7047, section 5.1): a set of atoms, or a map from atom to atom. A scalar is a
 * set of one atom, as in the database itself.
 *
 * <p>An atom is a {@link String}, {@link Long}, {@link Double}, {@link Boolean} or a reference. References are
 * {@link UUID} (a row), {@link NamedUuid} (a row that the same transaction inserts) and {@link RowKey} (not
 * resolved yet). Instances are immutable.
 */
public sealed interface Datum {
    /** The empty set. */
    Datum EMPTY = new SetDatum(Set.of());
    /** The empty map. */
    Datum EMPTY_MAP = new MapDatum(Map.of());

    /** A set of atoms, possibly empty. */
    record SetDatum(Set<Object> atoms) implements Datum {
        public SetDatum {
            // Nearly all sets have at most one atom, and there are very many sets: the copy saves memory.
            atoms = atoms.size() <= 1 ? Set.copyOf(atoms) : Collections.unmodifiableSet(new LinkedHashSet<>(atoms));
        }
    }

    /** A map from atom to atom, possibly empty. */
    record MapDatum(Map<Object, Object> entries) implements Datum {
        public MapDatum {
            entries = entries.size() <= 1 ? Map.copyOf(entries)
                : Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** A reference to a row that the same transaction inserts under this name. */
    record NamedUuid(String name) {
    }

    /** Returns the value of a column with exactly one atom. */
    static Datum of(final Object atom) {
        return new SetDatum(Set.of(atom));
    }

    /** Returns an optional value: null gives the empty set. */
    static Datum ofNullable(final Object atom) {
        return atom == null ? EMPTY : of(atom);
    }

    /** Returns a set. */
    static Datum ofSet(final Set<?> atoms) {
        return new SetDatum(new LinkedHashSet<>(atoms));
    }

    /** Returns a map. */
    static Datum ofMap(final Map<?, ?> entries) {
        return new MapDatum(new LinkedHashMap<>(entries));
    }

    /** Returns the atoms of a set; none for a map. */
    default Set<Object> atomSet() {
        return this instanceof SetDatum set ? set.atoms : Set.of();
    }

    /** Returns the entries of a map; none for a set. OVSDB encodes an empty map like any other map. */
    default Map<Object, Object> map() {
        return this instanceof MapDatum map ? map.entries : Map.of();
    }

    /** Returns the only atom, if there is exactly one and it has this type. */
    default <T> Optional<T> single(final Class<T> type) {
        final Set<Object> atoms = atomSet();
        if (atoms.size() != 1) {
            return Optional.empty();
        }
        final Object atom = atoms.iterator().next();
        return type.isInstance(atom) ? Optional.of(type.cast(atom)) : Optional.empty();
    }

    /** Returns true if any part of the value refers to this row. */
    default boolean refersTo(final UUID row) {
        return atomSet().contains(row) || map().containsValue(row) || map().containsKey(row);
    }
}
