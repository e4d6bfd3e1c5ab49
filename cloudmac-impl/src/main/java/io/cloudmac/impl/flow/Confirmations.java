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
 * Waits for rules to be read back. After each write the switches are asked at
 * short intervals that grow, until all is there or {@link #LIMIT} has passed.
 * Used on the event loop.
 */
final class Confirmations {
    /** How long rules may take from the datastore into the switches. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Duration FIRST = Duration.ofMillis(5);

    /** Somebody who waits, and until when. */
    private record Waiter(CompletableFuture<Void> future, long deadline) {
    }

    private final List<Waiter> waiters = new ArrayList<>();
    private final EventLoop loop;
    private final Runnable ask;
    private Duration pause = FIRST;
    private long writtenAt;
    private boolean asking;

    /** Runs {@code ask} for the switches to be read back. */
    Confirmations(final EventLoop loop, final Runnable ask) {
        this.loop = loop;
        this.ask = ask;
        writtenAt = loop.nanoTime();
    }

    /** Rules have been written just now. */
    void written() {
        writtenAt = loop.nanoTime();
        pause = FIRST;
        askSoon();
    }

    /** Whether what is missing now was not just on its way. */
    boolean isPatienceOver() {
        return loop.nanoTime() - writtenAt > LIMIT.toNanos();
    }

    /** Waits for the next read-back that shows everything. */
    CompletionStage<Void> await() {
        final CompletableFuture<Void> future = new CompletableFuture<>();
        waiters.add(new Waiter(future, loop.nanoTime() + 2 * LIMIT.toNanos()));
        pause = FIRST;
        askSoon();
        return future;
    }

    private void askSoon() {
        if (!asking) {
            asking = true;
            loop.schedule(pause, () -> {
                asking = false;
                ask.run();
                pause = pause.multipliedBy(2);
                if (!waiters.isEmpty() || !isPatienceOver()) {
                    askSoon();
                }
            });
        }
    }

    /** A switch has been read back; {@code unconfirmed} is what is not there yet, at all of them. */
    void readBack(final List<FlowStatus> unconfirmed) {
        final List<Waiter> done = new ArrayList<>();
        for (final Waiter waiter : waiters) {
            if (unconfirmed.isEmpty()) {
                done.add(waiter);
            } else if (loop.nanoTime() > waiter.deadline()) {
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
                    + " rules did not show up, " + first.node() + " " + first.rule().match() + " among them"));
            }
        });
    }
}
