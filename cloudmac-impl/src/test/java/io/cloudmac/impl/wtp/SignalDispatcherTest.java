// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The delivery of signal reports to a slow listener. */
class SignalDispatcherTest {
    @Test
    void aSlowListenerLosesTheOldestReports() throws InterruptedException {
        final CountDownLatch busy = new CountDownLatch(1);
        final CountDownLatch proceed = new CountDownLatch(1);
        final BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        try (SignalDispatcher dispatcher = new SignalDispatcher(2)) {
            dispatcher.add(report -> {
                busy.countDown();
                awaitUninterruptibly(proceed);
                seen.add(report.uptimeMillis());
            });
            dispatcher.dispatch(report(1));
            assertTrue(busy.await(20, TimeUnit.SECONDS), "the listener was called");
            for (long number = 2; number <= 5; number++) {
                dispatcher.dispatch(report(number));
            }
            assertEquals(2, dispatcher.dropped());
            proceed.countDown();
            for (final long number : new long[] {1, 4, 5}) {
                assertEquals(number, seen.poll(20, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void aFailingListenerDoesNotAffectTheOthers() throws InterruptedException {
        final BlockingQueue<Long> seen = new LinkedBlockingQueue<>();
        try (SignalDispatcher dispatcher = new SignalDispatcher(2)) {
            dispatcher.add(report -> {
                throw new IllegalStateException("broken on purpose");
            });
            dispatcher.add(report -> seen.add(report.uptimeMillis()));
            dispatcher.dispatch(report(1));
            assertEquals(1, seen.poll(20, TimeUnit.SECONDS));
        }
    }

    private static SignalReport report(final long number) {
        return new SignalReport(new Mac(1), number, 0, List.of());
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
