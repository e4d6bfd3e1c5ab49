// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Computes the delay before the next connection attempt. It doubles after each failure up to a limit. A
 * random part is subtracted, so that switches lost together are not retried together. Not thread-safe.
 */
final class Backoff {
    /** Largest part of a delay to subtract. */
    static final double JITTER = 0.25;
    private static final int MAX_DOUBLINGS = 20;

    /**
     * Limits of the delay.
     *
     * @param shortest delay after the first failure
     * @param longest  longest delay
     */
    record Limits(Duration shortest, Duration longest) {
        Limits {
            if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) < 0) {
                throw new IllegalArgumentException("connect.retry.ms must be greater than 0, and"
                    + " connect.retry.max.ms not less than it: " + shortest + ", " + longest);
            }
        }
    }

    private final Limits limits;
    private final DoubleSupplier random;
    private int failures;

    /** Creates a back-off with this source of random numbers between 0 and 1. */
    Backoff(final Limits limits, final DoubleSupplier random) {
        this.limits = limits;
        this.random = random;
    }

    /** Records a failed attempt and returns the delay before the next. */
    Duration failed() {
        final Duration doubled = limits.shortest().multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
        failures++;
        return shorten(doubled.compareTo(limits.longest()) > 0 ? limits.longest() : doubled);
    }

    /** Records a successful attempt. */
    void succeeded() {
        failures = 0;
    }

    /** Returns the delay before reconnecting after an established connection was lost. */
    Duration lost() {
        return shorten(limits.shortest());
    }

    /** Returns the number of failed attempts since the last success. */
    int failures() {
        return failures;
    }

    private Duration shorten(final Duration delay) {
        return Duration.ofNanos((long) (delay.toNanos() * (1 - JITTER * random.getAsDouble())));
    }
}
