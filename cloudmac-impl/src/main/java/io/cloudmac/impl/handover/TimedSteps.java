// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.handover.Handover.HandoverException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.opendaylight.yangtools.concepts.Registration;

/** Runs the steps of handovers with a time limit. */
final class TimedSteps {
    private final EventLoop loop;
    private final Duration limit;

    TimedSteps(final EventLoop loop, final Duration limit) {
        this.loop = loop;
        this.limit = limit;
    }

    /** Runs a step. If it fails, the {@link HandoverException} names the step. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    CompletionStage<Void> run(final String name, final Callable<CompletionStage<Void>> action) {
        final CompletableFuture<Void> step = new CompletableFuture<>();
        final Registration timeout = loop.schedule(limit, () -> step.completeExceptionally(
            new TimeoutException("not done within " + limit.toSeconds() + " s")));
        try {
            action.call().whenComplete((done, failure) -> complete(step, done, failure));
        } catch (final Exception e) {
            step.completeExceptionally(e);
        }
        return step.whenComplete((done, failure) -> timeout.close()).exceptionally(failure -> {
            throw new CompletionException(new HandoverException(name, unwrap(failure)));
        });
    }

    /** Completes a future with the result of stages, or with the cause that they have wrapped. */
    static <T> void complete(final CompletableFuture<T> future, final T result, final Throwable failure) {
        if (failure == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(unwrap(failure));
        }
    }

    /** Returns the cause that the stages of a future have wrapped. */
    static Throwable unwrap(final Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
