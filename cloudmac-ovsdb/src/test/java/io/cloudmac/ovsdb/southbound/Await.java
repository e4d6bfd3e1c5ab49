// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition. On a timeout, the error names the condition. */
final class Await {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** A condition that may throw. */
    interface Condition {
        boolean holds() throws Exception;
    }

    private Await() {
    }

    @SuppressWarnings("checkstyle:IllegalCatch")
    static void until(final String what, final Condition condition) {
        final Instant end = Instant.now().plus(DEADLINE);
        Throwable last = null;
        while (Instant.now().isBefore(end)) {
            try {
                if (condition.holds()) {
                    return;
                }
                last = null;
            } catch (final Exception | AssertionError e) {
                last = e;
            }
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        throw new AssertionError("not within " + DEADLINE.toSeconds() + " s: " + what, last);
    }
}
