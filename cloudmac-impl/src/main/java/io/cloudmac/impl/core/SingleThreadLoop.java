// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.opendaylight.yangtools.concepts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An event loop with a thread of its own. After its end, it discards all tasks. */
public class SingleThreadLoop implements EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SingleThreadLoop.class);

    private final ScheduledThreadPoolExecutor executor;
    private volatile boolean isClosed;

    /** Starts the thread with a name. */
    public SingleThreadLoop(final String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            final Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    }

    /** Discards all waiting tasks, and lets no other start. One that runs now finishes. */
    public void close() {
        // The executor itself discards only tasks that have a delay.
        isClosed = true;
        executor.shutdown();
    }

    /** Waits until the task that ran at {@link #close} has finished. Returns false if it did not in this time. */
    public final boolean awaitEnd(final Duration limit) {
        try {
            return executor.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public final void execute(final Runnable task) {
        unlessClosed(() -> {
            executor.execute(guarded(task));
            return () -> { };
        });
    }

    @Override
    public final Registration schedule(final Duration delay, final Runnable task) {
        return unlessClosed(() -> {
            final var future = executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        });
    }

    @Override
    public final Registration every(final Duration period, final Runnable task) {
        return unlessClosed(() -> {
            final var future = executor.scheduleWithFixedDelay(guarded(task), period.toNanos(),
                period.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        });
    }

    @Override
    public final long nanoTime() {
        return System.nanoTime();
    }

    private static Registration unlessClosed(final Supplier<Registration> submission) {
        try {
            return submission.get();
        } catch (final RejectedExecutionException e) {
            LOG.debug("The event loop has ended; a task is discarded", e);
            return () -> { };
        }
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private Runnable guarded(final Runnable task) {
        return () -> {
            try {
                if (!isClosed) {
                    task.run();
                }
            } catch (final RuntimeException | Error e) {
                // An exception would end a repeated task and stay unnoticed in the executor's future.
                LOG.error("A task of the event loop failed", e);
            }
        };
    }
}
