// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tech.pantheon.triemap.ImmutableTrieMap;
import tech.pantheon.triemap.MutableTrieMap;
import tech.pantheon.triemap.TrieMap;

/**
 * An immutable map that shares its entries with the version that it was made from, and knows which keys have changed in
 * between. So neither a new version nor the comparison with an earlier one costs more than the change.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class VersionedMap<K, V> extends AbstractMap<K, V> {
    /**
     * A place in the history of a map. It points forward, so that a version does not keep earlier ones in memory.
     *
     * @param <K> type of the keys
     */
    private static final class Version<K> {
        private final int number;
        private volatile VersionStep<K> next;

        Version(final int number) {
            this.number = number;
        }
    }

    /**
     * The way from a version to the next one.
     *
     * @param <K> type of the keys
     */
    private record VersionStep<K>(Set<K> changed, Version<K> to) {
    }

    /** After so many versions a new history begins, so that a version in use for long keeps few steps in memory. */
    static final int HISTORY = 1024;

    private final ImmutableTrieMap<K, V> entries;
    private final Version<K> version;

    private VersionedMap(final ImmutableTrieMap<K, V> entries, final Version<K> version) {
        this.entries = entries;
        this.version = version;
    }

    /** Returns an immutable map with the same entries; the argument itself if it is one. */
    public static <K, V> VersionedMap<K, V> copyOf(final Map<K, V> map) {
        if (map instanceof VersionedMap<K, V> same) {
            return same;
        }
        final MutableTrieMap<K, V> entries = TrieMap.create();
        entries.putAll(map);
        return new VersionedMap<>(entries.immutableSnapshot(), new Version<>(0));
    }

    /**
     * Returns the next version.
     *
     * @param values the new value of each key; empty: the key is removed
     * @return this map if it has these values already
     */
    public VersionedMap<K, V> with(final Map<K, Optional<V>> values) {
        final Set<K> changed = new HashSet<>();
        values.forEach((key, value) -> {
            if (!value.equals(Optional.ofNullable(entries.get(key)))) {
                changed.add(key);
            }
        });
        if (changed.isEmpty()) {
            return this;
        }
        final MutableTrieMap<K, V> now = entries.mutableSnapshot();
        changed.forEach(key -> values.get(key).ifPresentOrElse(value -> now.put(key, value), () -> now.remove(key)));
        final Version<K> next = new Version<>((version.number + 1) % HISTORY);
        if (next.number > 0) {
            version.next = new VersionStep<>(changed, next);
        }
        return new VersionedMap<>(now.immutableSnapshot(), next);
    }

    /** Returns the next version, with the entries of a map; this map if it has these already. Looks at all entries. */
    public VersionedMap<K, V> withAll(final Map<K, V> map) {
        final Map<K, Optional<V>> values = new HashMap<>();
        differing(this, map).forEach(key -> values.put(key, Optional.ofNullable(map.get(key))));
        return with(values);
    }

    /**
     * Returns the keys that one map lacks, or whose values differ. If both are versions of one map, this costs the
     * changes in between, else all entries.
     */
    public static <K, V> Set<K> differing(final Map<K, V> before, final Map<K, V> now) {
        if (before == now) {
            return Set.of();
        }
        final Optional<Set<K>> changed = changed(before, now);
        final Set<K> found = new HashSet<>();
        if (changed.isPresent()) {
            changed.orElseThrow().stream().filter(key -> !Objects.equals(before.get(key), now.get(key)))
                .forEach(found::add);
            return found;
        }
        int both = 0;
        for (final Map.Entry<K, V> entry : now.entrySet()) {
            final V old = before.get(entry.getKey());
            both += old == null ? 0 : 1;
            if (old != entry.getValue() && !entry.getValue().equals(old)) {
                found.add(entry.getKey());
            }
        }
        if (both < before.size()) {
            before.keySet().stream().filter(key -> !now.containsKey(key)).forEach(found::add);
        }
        return found;
    }

    /** Returns the keys that have changed from a version to a later one; empty if the maps are no such versions. */
    private static <K, V> Optional<Set<K>> changed(final Map<K, V> before, final Map<K, V> now) {
        if (!(before instanceof VersionedMap<K, V> first) || !(now instanceof VersionedMap<K, V> last)) {
            return Optional.empty();
        }
        final Set<K> changed = new HashSet<>();
        Version<K> at = first.version;
        while (at != last.version) {
            final VersionStep<K> step = at.next;
            if (step == null) {
                return Optional.empty();
            }
            changed.addAll(step.changed());
            at = step.to();
        }
        return Optional.of(changed);
    }

    @Override
    public V get(final Object key) {
        return entries.get(key);
    }

    @Override
    public boolean containsKey(final Object key) {
        return entries.containsKey(key);
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return entries.entrySet();
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean equals(final Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Map && (other instanceof VersionedMap
            ? differing(this, (Map<K, V>) other).isEmpty() : super.equals(other));
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
