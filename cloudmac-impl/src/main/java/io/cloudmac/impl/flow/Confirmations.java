// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * Waits until the switches show all flow rules. After each write it reads the switches back at growing intervals, until
 * all rules are there or {@link #LIMIT} has passed. Use it on the event loop.
 */
final class Confirmations {
    /** Greatest time that flow rules take from the datastore into the switches. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

    /** A caller that waits, and its deadline on the clock of the event loop, ns. */
    private record Waiter(CompletableFuture<Void> future, long deadline) {
    }

    private final List<Waiter> waiters = new ArrayList<>();
    private final EventLoop loop;
    private final Runnable requestReadBack;
    private Duration pause = FIRST_PAUSE;
    private long writtenAt;
    private boolean scheduled;

    /** Creates the object. {@code requestReadBack} starts to read the switches back. */
    Confirmations(final EventLoop loop, final Runnable requestReadBack) {
        this.loop = loop;
        this.requestReadBack = requestReadBack;
        writtenAt = loop.nanoTime();
    }

    /** Records that flow rules were written now. */
    void onWritten() {
        writtenAt = loop.nanoTime();
        pause = FIRST_PAUSE;
        scheduleReadBack();
    }

    /** Returns true if {@link #LIMIT} has passed since the last write, so that missing rules are not on their way. */
    boolean hasLimitPassed() {
        return loop.nanoTime() - writtenAt > LIMIT.toNanos();
    }

    /** Returns a stage that completes with the next read-back that shows all flow rules. */
    CompletionStage<Void> await() {
        final CompletableFuture<Void> future = new CompletableFuture<>();
        waiters.add(new Waiter(future, loop.nanoTime() + 2 * LIMIT.toNanos()));
        pause = FIRST_PAUSE;
        scheduleReadBack();
        return future;
    }

    private void scheduleReadBack() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(pause, () -> {
                scheduled = false;
                requestReadBack.run();
                pause = pause.multipliedBy(2);
                if (!waiters.isEmpty() || !hasLimitPassed()) {
                    scheduleReadBack();
                }
            });
        }
    }

    /** Records a read-back. {@code unconfirmed} are the flow rules that any switch lacks. */
    void onReadBack(final List<FlowStatus> unconfirmed) {
        final List<Waiter> done = new ArrayList<>();
        for (final Waiter waiter : waiters) {
            if (unconfirmed.isEmpty() || loop.nanoTime() > waiter.deadline()) {
                done.add(waiter);
            }
        }
        waiters.removeAll(done);
        done.forEach(waiter -> {
            if (unconfirmed.isEmpty()) {
                waiter.future().complete(null);
            } else {
                final FlowStatus first = unconfirmed.get(0);
                waiter.future().completeExceptionally(new TimeoutException(unconfirmed.size()
                    + " flow rules are missing, for example " + first.node() + " " + first.rule().match()));
            }
        });
    }
}
