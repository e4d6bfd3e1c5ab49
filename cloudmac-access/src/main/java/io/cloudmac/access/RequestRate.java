// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.HashMap;
import java.util.Map;

/** Limits the requests of each account of tenants, so that one cannot keep the controller busy for all others. */
final class RequestRate {
    /** Requests that an account may send a second in the long run. */
    static final int PER_SECOND = 50;
    /** Requests that an account may send at once. */
    static final int BURST = 200;

    private static final long SECOND_NS = 1_000_000_000L;

    private static final class Bucket {
        private double left = BURST;
        private long at;

        Bucket(final long at) {
            this.at = at;
        }
    }

    private final Map<String, Bucket> buckets = new HashMap<>();

    /**
     * Returns true if an account may send a request now.
     *
     * @param account its name
     * @param now monotonic time, ns
     */
    synchronized boolean isWithin(final String account, final long now) {
        final Bucket bucket = buckets.computeIfAbsent(account, name -> new Bucket(now));
        bucket.left = Math.min(BURST, bucket.left + (double) (now - bucket.at) * PER_SECOND / SECOND_NS);
        bucket.at = now;
        if (bucket.left < 1) {
            return false;
        }
        bucket.left--;
        return true;
    }
}
