// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.SessionContext.SessionPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A publisher that records the status of sessions and lets a test wait for one. */
final class RecordingPublisher implements SessionPublisher {
    private final List<SessionStatus> history = new ArrayList<>();

    @Override
    public synchronized void publish(final Mac wtp, final SessionStatus status) {
        history.add(status);
        notifyAll();
    }

    @Override
    public synchronized void remove(final Mac wtp) {
        history.clear();
        notifyAll();
    }

    /** Waits until the last status satisfies a condition, and returns that status. */
    synchronized SessionStatus await(final String what, final Predicate<SessionStatus> condition)
            throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (history.isEmpty() || !condition.test(history.get(history.size() - 1))) {
            final long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("awaited " + what + " for 20 s; was shown: " + history);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return history.get(history.size() - 1);
    }

    SessionStatus await(final SessionState state) throws InterruptedException {
        return await("the state " + state, status -> status.state() == state);
    }

    /** Discards all recorded statuses. */
    synchronized void clear() {
        history.clear();
    }
}
