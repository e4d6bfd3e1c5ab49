// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * Waits until the switches show the flow rules of a plan. After each write it reads the switches back at growing
 * intervals, until all rules are there or {@link #LIMIT} has passed. Use it on the event loop.
 */
final class Confirmations {
    /** Greatest time that flow rules take from the datastore into the switches. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

    /** A caller that waits for the rules of a plan, and its deadline on the clock of the event loop, ns. */
    private record Waiter(CompletableFuture<Void> future, long deadline, Map<String, Map<String, Rule>> plan) {
        boolean needs(final FlowStatus flow) {
            return plan.getOrDefault(flow.node(), Map.of()).containsKey(flow.rule().id());
        }
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

    /**
     * Returns a stage that completes with the next read-back that shows all flow rules of a plan, by node and id. Rules
     * that are planned later do not matter, or a steady flow of changes would delay every caller.
     */
    CompletionStage<Void> await(final Map<String, Map<String, Rule>> plan) {
        final CompletableFuture<Void> future = new CompletableFuture<>();
        waiters.add(new Waiter(future, loop.nanoTime() + 2 * LIMIT.toNanos(), plan));
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
        final List<Runnable> ends = new ArrayList<>();
        waiters.removeIf(waiter -> {
            final List<FlowStatus> missing = unconfirmed.stream().filter(waiter::needs).toList();
            if (missing.isEmpty()) {
                ends.add(() -> waiter.future().complete(null));
                return true;
            }
            if (loop.nanoTime() <= waiter.deadline()) {
                return false;
            }
            final FlowStatus first = missing.get(0);
            ends.add(() -> waiter.future().completeExceptionally(new TimeoutException(missing.size()
                + " flow rules are missing, for example " + first.node() + " " + first.rule().match())));
            return true;
        });
        ends.forEach(Runnable::run);
    }
}
