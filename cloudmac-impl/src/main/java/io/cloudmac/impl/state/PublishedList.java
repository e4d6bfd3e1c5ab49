// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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
public final class PublishedList<K, D extends DataObject> {
    /**
     * Writes an entry.
     *
     * @param <D> type of the entry
     */
    @FunctionalInterface
    public interface EntryWriter<D extends DataObject> {
        /** Writes an entry in place of the one before; null: there is none. */
        void write(WriteTransaction tx, InstanceIdentifier<D> path, D before, D now);
    }

    private final Map<K, D> published = new HashMap<>();
    /** The entries to write; empty: to delete. */
    private final Map<K, Optional<D>> differing = new HashMap<>();
    private final EntryEncoder encoder;
    private final Function<K, InstanceIdentifier<D>> path;
    private final EntryWriter<D> writer;

    /**
     * Starts with an empty list, whose entries are put as a whole.
     *
     * @param path returns the path of an entry
     */
    public PublishedList(final EntryEncoder encoder, final Function<K, InstanceIdentifier<D>> path) {
        this(encoder, path, (tx, at, before, now) -> tx.put(LogicalDatastoreType.OPERATIONAL, at, now));
    }

    /**
     * Starts with an empty list.
     *
     * @param path returns the path of an entry
     * @param writer writes an entry
     */
    public PublishedList(final EntryEncoder encoder, final Function<K, InstanceIdentifier<D>> path,
            final EntryWriter<D> writer) {
        this.encoder = encoder;
        this.path = path;
        this.writer = writer;
    }

    /** Sets the present value of an entry. If it cannot be encoded, the entry stays as it is. */
    public void encode(final K key, final Supplier<D> entry) {
        encoder.encode(path.apply(key), entry).ifPresent(now -> set(key, Optional.of(now)));
    }

    /** Records that an entry is gone. */
    public void remove(final K key) {
        encoder.forget(path.apply(key));
        set(key, Optional.empty());
    }

    private void set(final K key, final Optional<D> now) {
        if (differing.containsKey(key) || !Objects.equals(published.get(key), now.orElse(null))) {
            differing.put(key, now);
        }
    }

    /** Sets the present values of all entries. */
    public void setAll(final Map<K, D> now) {
        final Set<K> gone = new HashSet<>(published.keySet());
        gone.addAll(differing.keySet());
        gone.removeAll(now.keySet());
        gone.forEach(this::remove);
        now.forEach((key, entry) -> set(key, Optional.of(entry)));
    }

    /** Returns true if an entry has to be written. */
    public boolean isDue() {
        return !differing.isEmpty();
    }

    /** Writes the entries that differ. Call {@link #committed} when the transaction has succeeded. */
    public void write(final WriteTransaction tx) {
        differing.forEach((key, entry) -> entry.ifPresentOrElse(
            data -> writer.write(tx, path.apply(key), published.get(key), data),
            () -> tx.delete(LogicalDatastoreType.OPERATIONAL, path.apply(key))));
    }

    /** Records that all entries that differed are written. Nothing may be set between the writing and this call. */
    public void committed() {
        differing.forEach((key, entry) -> entry.ifPresentOrElse(data -> published.put(key, data),
            () -> published.remove(key)));
        differing.clear();
    }
}
