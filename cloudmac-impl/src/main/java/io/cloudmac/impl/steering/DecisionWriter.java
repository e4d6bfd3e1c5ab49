// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.steering.DecisionFiles.FileBounds;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores decisions in Karaf's data folder, on a thread of its own behind a bounded queue. Thread-safe. */
@Component(service = DecisionHistory.class, immediate = true)
public final class DecisionWriter implements DecisionHistory {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    /** The most decisions that wait. */
    static final int QUEUE = 4096;
    private static final long CLOSE_SECONDS = 10;
    /** Time from one warning to the next. */
    private static final long WARN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong unsaved = new AtomicLong();
    /** Time of the last warning, on the clock of System.nanoTime(). */
    private final AtomicLong warned = new AtomicLong(System.nanoTime() - WARN_NANOS);
    private final AtomicLong last = new AtomicLong();
    private final DecisionFiles files;
    private final ThreadPoolExecutor thread;

    /** Opens the folder. */
    @Activate
    public DecisionWriter() {
        this(new DecisionFiles(Path.of(System.getProperty("karaf.data", "data"), "cloudmac", "decisions"),
            FileBounds.USUAL), QUEUE);
    }

    DecisionWriter(final DecisionFiles files, final int queue) {
        this.files = files;
        thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue),
            DecisionWriter::newThread);
        try {
            last.set(files.lastNumber());
        } catch (final IOException e) {
            LOG.warn("Cannot read the last decision: {}", e.toString());
        }
    }

    private static Thread newThread(final Runnable task) {
        final Thread created = new Thread(task, "cloudmac-decisions");
        created.setDaemon(true);
        return created;
    }

    @Deactivate
    void close() {
        thread.shutdown();
        try {
            if (thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                files.close();
            } else {
                LOG.warn("{} decisions were not stored within {} s", thread.getQueue().size(), CLOSE_SECONDS);
                thread.shutdownNow();
            }
        } catch (final InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private boolean execute(final Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (final RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public long lastNumber() {
        return last.get();
    }

    @Override
    public void read(final Consumer<List<LoggedDecision>> target) {
        if (!execute(() -> target.accept(stored()))) {
            LOG.warn("Cannot read the earlier decisions: too many wait to be stored");
        }
    }

    private List<LoggedDecision> stored() {
        final DecisionMemory memory = new DecisionMemory();
        try {
            files.read(memory::add);
        } catch (final IOException e) {
            LOG.warn("Cannot read the earlier decisions: {}", e.toString());
        }
        return memory.all();
    }

    @Override
    public void save(final LoggedDecision decision) {
        last.accumulateAndGet(decision.number(), Math::max);
        if (!execute(() -> write(decision))) {
            failed(thread.isShutdown() ? "the log is closed" : "too many decisions wait to be stored");
        }
    }

    private void write(final LoggedDecision decision) {
        try {
            files.append(decision);
        } catch (final IOException e) {
            failed(e.toString());
        }
    }

    /** Counts a decision that is not stored, and logs the sum at most once a minute. */
    private void failed(final String reason) {
        final long count = unsaved.incrementAndGet();
        final long before = warned.get();
        final long now = System.nanoTime();
        if (now - before >= WARN_NANOS && warned.compareAndSet(before, now)) {
            LOG.warn("{} decisions since the start were not stored, the last one because of: {}", count, reason);
        }
    }

    @Override
    public long unsaved() {
        return unsaved.get();
    }
}
