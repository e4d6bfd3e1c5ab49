// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Knows how long a measurement goes on, and how often it must be renewed, by the questions of its readers. A reader
 * with a period that does not ask again is gone after {@link #MISSED} periods and {@link #GRACE}. Times are
 * nanoseconds of the caller's clock. Does no I/O, and is not thread-safe.
 */
final class Measurement {
    /** What counts as the period of a reader that asks once. */
    static final Duration SINGLE = Duration.ofMillis(100);
    static final int MISSED = 3;
    static final Duration GRACE = Duration.ofSeconds(1);

    /** When the readers of each period are gone. */
    private final Map<Duration, Long> ends = new HashMap<>();
    private long began;

    /** Adds a question. Returns how long its answer waits. */
    Duration ask(final Question question, final long now) {
        expire(now);
        if (ends.isEmpty()) {
            began = now;
        }
        final long answer = Math.max(now, began + question.listen().toNanos());
        // A reader's next question comes a period after this answer.
        final long end = question.every().map(every -> answer + every.multipliedBy(MISSED).plus(GRACE).toNanos())
            .orElse(answer);
        ends.merge(question.every().orElse(SINGLE), end, Math::max);
        return Duration.ofNanos(answer - now);
    }

    /** Returns the shortest period of the present readers; empty if nobody asks. */
    Optional<Duration> period(final long now) {
        expire(now);
        return ends.keySet().stream().min(Duration::compareTo);
    }

    /** Returns the time until the next reader is gone; empty if nobody asks. */
    Optional<Duration> next(final long now) {
        expire(now);
        return ends.values().stream().min(Long::compare).map(end -> Duration.ofNanos(end - now));
    }

    private void expire(final long now) {
        ends.values().removeIf(end -> end <= now);
    }
}
