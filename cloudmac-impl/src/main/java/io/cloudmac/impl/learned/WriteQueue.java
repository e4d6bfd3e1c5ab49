// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes changes to the datastore in their order, one transaction at a time: concurrent ones would conflict, at the
 * latest when both create the same list, and the last value put must be the one that is stored. Changes that come
 * during a commit share the next transaction. If it is refused, each is tried alone. Safe to use from any thread.
 */
final class WriteQueue {
    /** The most changes in one transaction. */
    static final int AT_ONCE = 256;
    private static final int ATTEMPTS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(WriteQueue.class);

    /** A change that waits, or is being written. */
    private record QueuedWrite(String what, Consumer<WriteTransaction> write, CompletableFuture<Void> stored) {
    }

    private final Deque<QueuedWrite> waiting = new ArrayDeque<>();
    private final DataBroker broker;
    private boolean isWriting;

    WriteQueue(final DataBroker broker) {
        this.broker = broker;
    }

    /**
     * Queues a change.
     *
     * @param what what is stored, for the log
     * @return completes when it is stored; fails if the datastore refuses it
     */
    CompletionStage<Void> add(final String what, final Consumer<WriteTransaction> change) {
        final CompletableFuture<Void> stored = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(new QueuedWrite(what, change, stored));
            if (isWriting) {
                return stored;
            }
            isWriting = true;
        }
        writeNext();
        return stored;
    }

    private void writeNext() {
        final List<QueuedWrite> next = new ArrayList<>();
        synchronized (this) {
            while (next.size() < AT_ONCE && !waiting.isEmpty()) {
                next.add(waiting.remove());
            }
            isWriting = !next.isEmpty();
        }
        if (!next.isEmpty()) {
            attempt(next, ATTEMPTS, this::writeNext);
        }
    }

    /** Attempts to store some changes, and repeats it if they conflict with another writer. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private void attempt(final List<QueuedWrite> changes, final int attempts, final Runnable done) {
        final FluentFuture<? extends CommitInfo> committed;
        try {
            final WriteTransaction tx = broker.newWriteOnlyTransaction();
            changes.forEach(change -> change.write().accept(tx));
            committed = tx.commit();
        } catch (final RuntimeException e) {
            refused(changes, e, done);
            return;
        }
        committed.addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                LOG.debug("Stored {}", names(changes));
                changes.forEach(change -> change.stored().complete(null));
                done.run();
            }

            @Override
            public void onFailure(final Throwable cause) {
                if (cause instanceof OptimisticLockFailedException && attempts > 1) {
                    LOG.debug("The write of {} conflicted with another one; trying again", names(changes), cause);
                    attempt(changes, attempts - 1, done);
                } else {
                    refused(changes, cause, done);
                }
            }
        }, MoreExecutors.directExecutor());
    }

    private void refused(final List<QueuedWrite> changes, final Throwable cause, final Runnable done) {
        if (changes.size() == 1) {
            final QueuedWrite change = changes.get(0);
            LOG.warn("Cannot store {}; the controller has to learn it again after a restart", change.what(), cause);
            change.stored().completeExceptionally(cause);
            done.run();
        } else {
            LOG.debug("{} are stored one by one, as they were refused together", names(changes), cause);
            eachAlone(new ArrayDeque<>(changes), done);
        }
    }

    private void eachAlone(final Deque<QueuedWrite> changes, final Runnable done) {
        final QueuedWrite change = changes.poll();
        if (change == null) {
            done.run();
        } else {
            attempt(List.of(change), ATTEMPTS, () -> eachAlone(changes, done));
        }
    }

    private static String names(final List<QueuedWrite> changes) {
        return changes.stream().map(QueuedWrite::what).collect(Collectors.joining(", "));
    }
}
