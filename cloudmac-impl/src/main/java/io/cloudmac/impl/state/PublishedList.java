// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * The published entries of one list. Only entries that differ are written, each alone. Entries of a transaction that
 * has failed are written again with the next one.
 *
 * @param <K> what an entry describes
 * @param <D> type of the entries
 */
final class PublishedList<K, D extends DataObject> {
    private final Map<K, D> published = new HashMap<>();
    /** The entries to write; empty: to delete. */
    private final Map<K, Optional<D>> differing = new HashMap<>();
    private final Function<K, InstanceIdentifier<D>> path;

    /**
     * Starts with an empty list.
     *
     * @param path returns the path of an entry
     */
    PublishedList(final Function<K, InstanceIdentifier<D>> path) {
        this.path = path;
    }

    /** Sets the present value of an entry; empty: it is gone. */
    void set(final K key, final Optional<D> now) {
        if (differing.containsKey(key) || !Objects.equals(published.get(key), now.orElse(null))) {
            differing.put(key, now);
        }
    }

    /** Sets the present values of all entries. */
    void setAll(final Map<K, D> now) {
        final Set<K> gone = new HashSet<>(published.keySet());
        gone.addAll(differing.keySet());
        gone.removeAll(now.keySet());
        gone.forEach(key -> set(key, Optional.empty()));
        now.forEach((key, entry) -> set(key, Optional.of(entry)));
    }

    /** Returns true if an entry has to be written. */
    boolean isDue() {
        return !differing.isEmpty();
    }

    /** Writes the entries that differ. Call {@link #committed} when the transaction has succeeded. */
    void write(final WriteTransaction tx) {
        differing.forEach((key, entry) -> entry.ifPresentOrElse(
            data -> tx.put(LogicalDatastoreType.OPERATIONAL, path.apply(key), data),
            () -> tx.delete(LogicalDatastoreType.OPERATIONAL, path.apply(key))));
    }

    /** Records that all entries that differed are written. Nothing may be set between the writing and this call. */
    void committed() {
        differing.forEach((key, entry) -> entry.ifPresentOrElse(data -> published.put(key, data),
            () -> published.remove(key)));
        differing.clear();
    }
}
