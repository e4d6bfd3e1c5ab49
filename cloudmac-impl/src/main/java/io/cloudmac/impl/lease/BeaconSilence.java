// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Derives from readings of beacon counters for how long VAPs have been silent for certain. Pure. */
final class BeaconSilence {
    /**
     * A counter that did not move.
     *
     * @param count its value
     * @param since time of the answer that had this value first, ns
     * @param until time of the request whose answer had it last, ns
     */
    private record Unchanged(long count, long since, long until) {
    }

    private final Map<Mac, Unchanged> counters = new HashMap<>();
    private final Set<Mac> moved = new HashSet<>();

    /**
     * Adds a reading.
     *
     * @param counts the counters that were read; others are forgotten
     * @param requested time of the request, ns
     * @param answered time of the answer, ns
     */
    void observe(final Map<Mac, Long> counts, final long requested, final long answered) {
        moved.clear();
        counters.keySet().retainAll(counts.keySet());
        counts.forEach((bssid, count) -> {
            final Unchanged before = counters.get(bssid);
            if (before != null && before.count == count) {
                counters.put(bssid, new Unchanged(count, before.since, requested));
            } else {
                counters.put(bssid, new Unchanged(count, answered, answered));
                if (before != null) {
                    moved.add(bssid);
                }
            }
        });
    }

    /** Returns true if the VAP has sent a beacon between the last two readings. */
    boolean hasMoved(final Mac bssid) {
        return moved.contains(bssid);
    }

    /** Returns a time in which the VAP sent no beacon; zero if its counter moved or is not known. */
    Duration of(final Mac bssid) {
        final Unchanged counter = counters.get(bssid);
        return counter == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, counter.until - counter.since));
    }

    /** Forgets all readings. */
    void clear() {
        counters.clear();
        moved.clear();
    }
}
