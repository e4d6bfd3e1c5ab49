// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next attempt to connect: twice as long after each failure, up to a limit, and a
 * random part of it less, so that switches that were lost together are not sought together for ever. No input
 * or output. Not thread-safe.
 */
final class Backoff {
    /** Greatest part of a delay by which it is made shorter. */
    static final double JITTER = 0.25;
    private static final int MOST_DOUBLINGS = 20;

    /**
     * Limits.
     *
     * @param shortest delay after the first failure
     * @param longest  longest delay
     */
    record Limits(Duration shortest, Duration longest) {
        Limits {
            if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) < 0) {
                throw new IllegalArgumentException("delays between attempts to connect must be greater than 0, and the"
                    + " longest not shorter than the shortest: " + shortest + ", " + longest);
            }
        }
    }

    private final Limits limits;
    private final DoubleSupplier random;
    private int failures;

    /** Makes one that takes its random numbers, from 0 to 1, from here. */
    Backoff(final Limits limits, final DoubleSupplier random) {
        this.limits = limits;
        this.random = random;
    }

    /** An attempt has failed; gives the time until the next. */
    Duration failed() {
        final Duration doubled = limits.shortest().multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        return shorten(doubled.compareTo(limits.longest()) > 0 ? limits.longest() : doubled);
    }

    /** An attempt has succeeded. */
    void succeeded() {
        failures = 0;
    }

    /** The connection is lost after it was made; gives the time until the next attempt. */
    Duration lost() {
        return shorten(limits.shortest());
    }

    /** Failed attempts since the last success. */
    int failures() {
        return failures;
    }

    private Duration shorten(final Duration delay) {
        return Duration.ofNanos((long) (delay.toNanos() * (1 - JITTER * random.getAsDouble())));
    }
}
