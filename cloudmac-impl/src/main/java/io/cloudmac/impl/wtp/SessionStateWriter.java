// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.SessionContext.SessionPublisher;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes sessions and leases to the operational datastore, one transaction at a time. During a transaction it
 * collects the last state of each WTP. It retries a failed transaction.
 */
final class SessionStateWriter implements SessionPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(SessionStateWriter.class);
    private static final long RETRY_MILLIS = 1_000;

    private final DataBroker broker;
    private final ScheduledExecutorService executor;
    private final Map<Mac, SessionEntries> unwritten = new LinkedHashMap<>();
    private final Map<Mac, SessionEntries> published = new HashMap<>();
    private boolean writing;

    /**
     * Creates the publisher.
     *
     * @param broker the datastore
     * @param executor runs retries; after its shutdown there are none
     */
    SessionStateWriter(final DataBroker broker, final ScheduledExecutorService executor) {
        this.broker = broker;
        this.executor = executor;
    }

    @Override
    public void publish(final Mac wtp, final SessionStatus status) {
        enqueue(wtp, SessionEntries.of(wtp, status));
    }

    @Override
    public void remove(final Mac wtp) {
        enqueue(wtp, SessionEntries.none());
    }

    private synchronized void enqueue(final Mac wtp, final SessionEntries state) {
        unwritten.put(wtp, state);
        writeNext();
    }

    private synchronized void writeNext() {
        if (writing || unwritten.isEmpty()) {
            return;
        }
        writing = true;
        final Map<Mac, SessionEntries> batch = new LinkedHashMap<>(unwritten);
        unwritten.clear();
        final WriteTransaction transaction = broker.newWriteOnlyTransaction();
        batch.forEach((wtp, state) -> state.write(transaction, published.getOrDefault(wtp, SessionEntries.none())));
        transaction.commit().addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                onWritten(batch);
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.warn("Cannot write the state of the WTP sessions, trying again: {}", cause.getMessage());
                if (!executor.isShutdown()) {
                    executor.schedule(() -> retryWrite(batch), RETRY_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        }, MoreExecutors.directExecutor());
    }

    private synchronized void onWritten(final Map<Mac, SessionEntries> batch) {
        published.putAll(batch);
        published.values().removeIf(SessionEntries::isEmpty);
        writing = false;
        writeNext();
    }

    private synchronized void retryWrite(final Map<Mac, SessionEntries> batch) {
        batch.forEach(unwritten::putIfAbsent);
        writing = false;
        writeNext();
    }
}
