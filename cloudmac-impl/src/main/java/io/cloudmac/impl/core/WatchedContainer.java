// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import com.google.common.util.concurrent.FutureCallback;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.ClusteredDataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current value of a container in the configuration datastore. At a start the datastore can answer late, so nothing
 * blocks here: the container is read again until there is an answer, and is followed from then on.
 *
 * @param <T> its type
 */
public final class WatchedContainer<T extends DataObject>
        implements ClusteredDataTreeChangeListener<T>, AutoCloseable {
    /** How long one read may take before the next one. */
    static final Duration ANSWER_TIME = Duration.ofSeconds(20);
    /** Pause after a read that failed. */
    static final Duration PAUSE = Duration.ofSeconds(2);
    /** Shortest time between two warnings. */
    static final Duration WARNING_PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(WatchedContainer.class);

    private final List<Consumer<DataObjectModification<T>>> listeners = new CopyOnWriteArrayList<>();
    private final DataBroker broker;
    private final EventLoop loop;
    private final InstanceIdentifier<T> path;
    private final T empty;
    private final Runnable ready;
    private final long beganNanos;
    private long warnedNanos;
    /** Why the last read failed; null: it has not failed. */
    private Throwable failure;
    /** The next read; replaced by the registration for changes. */
    private Registration pending = () -> { };
    private boolean isReading = true;
    private boolean isClosed;
    private volatile T current;

    /**
     * Begins to read the container.
     *
     * @param empty value of a container that does not exist, and of one that has not been read
     * @param ready runs once on the event loop, when the value is known
     */
    public WatchedContainer(final DataBroker broker, final EventLoop loop, final InstanceIdentifier<T> path,
            final T empty, final Runnable ready) {
        this.broker = broker;
        this.loop = loop;
        this.path = path;
        this.empty = empty;
        this.ready = ready;
        current = empty;
        beganNanos = loop.nanoTime();
        warnedNanos = beganNanos;
        loop.execute(this::read);
    }

    /** Returns the current value. */
    public T current() {
        return current;
    }

    /** Passes on each change, on a thread of the datastore, until the registration is closed. */
    public Registration listen(final Consumer<DataObjectModification<T>> changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private synchronized void read() {
        if (!isReading || isClosed) {
            return;
        }
        warnIfLate();
        readAgainAfter(ANSWER_TIME);
        try {
            final ReadTransaction tx = broker.newReadOnlyTransaction();
            tx.read(LogicalDatastoreType.CONFIGURATION, path).addCallback(new FutureCallback<>() {
                @Override
                public void onSuccess(final Optional<T> value) {
                    tx.close();
                    follow(value.orElse(empty));
                }

                @Override
                public void onFailure(final Throwable cause) {
                    tx.close();
                    retry(cause);
                }
            }, loop);
        } catch (final RuntimeException e) {
            retry(e);
        }
    }

    private void readAgainAfter(final Duration delay) {
        pending.close();
        pending = loop.schedule(delay, this::read);
    }

    private synchronized void retry(final Throwable cause) {
        if (isReading && !isClosed) {
            failure = cause;
            readAgainAfter(PAUSE);
        }
    }

    private void warnIfLate() {
        final long nowNanos = loop.nanoTime();
        if (nowNanos - warnedNanos >= WARNING_PERIOD.toNanos()) {
            warnedNanos = nowNanos;
            LOG.warn("CloudMAC cannot start: {} could not be read from the datastore for {} s. In a cluster, a majority"
                + " of the members must run", path.getTargetType().getSimpleName(),
                Duration.ofNanos(nowNanos - beganNanos).toSeconds(), failure);
        }
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private void follow(final T value) {
        synchronized (this) {
            if (!isReading || isClosed) {
                return;
            }
            current = value;
            try {
                final Registration changes = broker.registerDataTreeChangeListener(
                    DataTreeIdentifier.create(LogicalDatastoreType.CONFIGURATION, path), this);
                pending.close();
                pending = changes;
            } catch (final RuntimeException e) {
                retry(e);
                return;
            }
            isReading = false;
        }
        ready.run();
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<T>> changes) {
        for (final DataTreeModification<T> each : changes) {
            final DataObjectModification<T> change = each.getRootNode();
            final T after = change.getDataAfter();
            current = after == null ? empty : after;
            listeners.forEach(listener -> listener.accept(change));
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        pending.close();
    }
}
