// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.util.random.RandomGenerator;

/**
 * Computes the delays between connection attempts. The delay doubles after each failure up to a maximum. Random jitter
 * shortens each by up to a half, so that the controller does not reconnect to many peers at the same time.
 */
public final class ReconnectDelay {
    private final long minMillis;
    private final long maxMillis;
    private final RandomGenerator random;
    private long nextMillis;

    /**
     * Creates the sequence.
     *
     * @param minMillis greatest first delay, ms, at least 1
     * @param maxMillis greatest delay, ms, at least {@code minMillis}
     * @param random source of the jitter
     */
    public ReconnectDelay(final long minMillis, final long maxMillis, final RandomGenerator random) {
        if (minMillis < 1 || maxMillis < minMillis) {
            throw new IllegalArgumentException("reconnect times must satisfy 1 <= min <= max, in ms: " + minMillis
                + ", " + maxMillis);
        }
        this.minMillis = minMillis;
        this.maxMillis = maxMillis;
        this.random = random;
        nextMillis = minMillis;
    }

    /** Returns the delay before the next attempt, ms. */
    public long next() {
        final long ceiling = nextMillis;
        nextMillis = Math.min(maxMillis, ceiling * 2);
        return ceiling - random.nextLong(ceiling / 2 + 1);
    }

    /** Restarts with the shortest delay. Call it after a successful attempt. */
    public void reset() {
        nextMillis = minMillis;
    }
}
