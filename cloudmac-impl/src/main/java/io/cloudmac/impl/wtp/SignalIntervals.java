// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** Chooses the interval of signal reports: the shortest that any part of the controller wants. Thread-safe. */
final class SignalIntervals {
    private final Map<String, Integer> wanted = new HashMap<>();
    private final IntConsumer chosen;

    /** Starts with no reports. {@code chosen} is called with the interval in ms after each change, 0 for none. */
    SignalIntervals(final IntConsumer chosen) {
        this.chosen = chosen;
    }

    /** Sets the interval that a part wants, ms; 0 if it wants no reports. */
    synchronized void set(final String asker, final int intervalMillis) {
        if (intervalMillis == 0) {
            wanted.remove(asker);
        } else {
            wanted.put(asker, intervalMillis);
        }
        chosen.accept(wanted.values().stream().mapToInt(Integer::intValue).min().orElse(0));
    }
}
