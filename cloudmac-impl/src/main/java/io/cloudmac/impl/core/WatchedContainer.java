// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * The current value of a container in the configuration datastore.
 *
 * @param <T> its type
 */
public final class WatchedContainer<T extends DataObject> implements DataTreeChangeListener<T>, AutoCloseable {
    private static final long READ_TIMEOUT_S = 60;

    private final T empty;
    private final Runnable changed;
    private final Registration registration;
    private volatile T current;

    /**
     * Reads the container and follows its changes from then on.
     *
     * @param empty value of a container that does not exist
     * @param changed runs after each change, on a thread of the datastore
     * @throws IllegalStateException if the datastore does not answer within 60 s
     */
    public WatchedContainer(final DataBroker broker, final InstanceIdentifier<T> path, final T empty,
            final Runnable changed) {
        this.empty = empty;
        this.changed = changed;
        try (var tx = broker.newReadOnlyTransaction()) {
            current = tx.read(LogicalDatastoreType.CONFIGURATION, path)
                .get(READ_TIMEOUT_S, TimeUnit.SECONDS).orElse(empty);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + path, e);
        } catch (final ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot read " + path, e);
        }
        registration = broker.registerDataTreeChangeListener(
            DataTreeIdentifier.create(LogicalDatastoreType.CONFIGURATION, path), this);
    }

    /** Returns the current value. */
    public T current() {
        return current;
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<T>> changes) {
        T last = null;
        for (final Iterator<DataTreeModification<T>> each = changes.iterator(); each.hasNext();) {
            last = each.next().getRootNode().getDataAfter();
        }
        current = last == null ? empty : last;
        changed.run();
    }

    @Override
    public void close() {
        registration.close();
    }
}
