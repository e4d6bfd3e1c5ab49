// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.cloudmac.impl.wtp.WtpControl.SignalListener;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes signal reports from the network thread to the listeners through a bounded queue. A slow listener loses old
 * reports; it costs no memory and delays no renewal of a lease.
 */
final class SignalDispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SignalDispatcher.class);

    private final List<SignalListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong dropped = new AtomicLong();
    private final ThreadPoolExecutor executor;

    SignalDispatcher(final int queueLength) {
        executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queueLength),
            new ThreadFactoryBuilder().setNameFormat("cloudmac-signal").setDaemon(true).build(),
            (task, pool) -> {
                dropped.incrementAndGet();
                pool.getQueue().poll();
                if (!pool.isShutdown()) {
                    pool.execute(task);
                }
            });
    }

    void add(final SignalListener listener) {
        listeners.add(listener);
    }

    void remove(final SignalListener listener) {
        listeners.remove(listener);
    }

    void dispatch(final SignalReport report) {
        executor.execute(() -> listeners.forEach(listener -> deliver(listener, report)));
    }

    /** Returns the number of reports that were dropped because a listener was slow. */
    long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private static void deliver(final SignalListener listener, final SignalReport report) {
        try {
            listener.onSignalReport(report);
        } catch (RuntimeException e) {
            LOG.error("A listener failed on the signal report of WTP {}", report.wtp(), e);
        }
    }
}
