// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.random.RandomGenerator;

/**
 * Waiting times between attempts to connect: they double from one failure to the next up to a maximum, and
 * each is shortened by up to a half at random, so that many agents that vanished together are not all
 * called again in the same instant.
 */
final class ReconnectDelay {
    private final long minMillis;
    private final long maxMillis;
    private final RandomGenerator random;
    private long nextMillis;

    /**
     * Creates the sequence.
     *
     * @param minMillis longest first wait, ms, at least 1
     * @param maxMillis longest wait of all, ms, at least {@code minMillis}
     * @param random where the jitter comes from
     */
    ReconnectDelay(final long minMillis, final long maxMillis, final RandomGenerator random) {
        if (minMillis < 1 || maxMillis < minMillis) {
            throw new IllegalArgumentException("reconnect times must satisfy 1 <= min <= max, in ms: " + minMillis
                + ", " + maxMillis);
        }
        this.minMillis = minMillis;
        this.maxMillis = maxMillis;
        this.random = random;
        nextMillis = minMillis;
    }

    /** Returns how long to wait before the next attempt, in ms. */
    long next() {
        final long ceiling = nextMillis;
        nextMillis = Math.min(maxMillis, ceiling * 2);
        return ceiling - random.nextLong(ceiling / 2 + 1);
    }

    /** Starts again with the shortest wait; called when an attempt succeeded. */
    void reset() {
        nextMillis = minMillis;
    }
}
