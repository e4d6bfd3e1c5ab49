// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event loop of a running controller. */
@Component(service = EventLoop.class)
public final class SingleThreadLoop implements EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SingleThreadLoop.class);

    private final ScheduledExecutorService executor;

    /** Starts the thread. */
    @Activate
    public SingleThreadLoop() {
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            final Thread thread = new Thread(task, "cloudmac");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Stops the thread and discards all waiting tasks. */
    @Deactivate
    public void close() {
        executor.shutdownNow();
    }

    @Override
    public void execute(final Runnable task) {
        try {
            executor.execute(logExceptions(task));
        } catch (final RejectedExecutionException e) {
            LOG.debug("The event loop has stopped; a task is discarded", e);
        }
    }

    @Override
    public Registration schedule(final Duration delay, final Runnable task) {
        return cancelOnClose(executor.schedule(logExceptions(task), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    @Override
    public Registration every(final Duration period, final Runnable task) {
        return cancelOnClose(executor.scheduleWithFixedDelay(logExceptions(task), period.toNanos(), period.toNanos(),
            TimeUnit.NANOSECONDS));
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    private static Registration cancelOnClose(final ScheduledFuture<?> future) {
        return () -> future.cancel(false);
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    private static Runnable logExceptions(final Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (final RuntimeException | Error e) {
                // An exception would end a repeated task and stay unnoticed in the executor's future.
                LOG.error("A task of the event loop failed", e);
            }
        };
    }
}
