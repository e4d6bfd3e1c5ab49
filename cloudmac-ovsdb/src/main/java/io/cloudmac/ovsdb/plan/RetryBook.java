// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.plan;

import io.cloudmac.ovsdb.db.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which rows the switch refused, and when each is tried again: after the shortest delay, then twice as
 * long each time up to the longest. A row that is configured anew starts afresh.
 */
public final class RetryBook {
    /**
     * A refused row.
     *
     * @param row      what was refused; null for a removal
     * @param problem  what the switch said
     * @param attempts how often
     * @param next     when it is tried again
     */
    public record Entry(DesiredRow row, Problem problem, int attempts, Instant next) {
    }

    private final Duration shortest;
    private final Duration longest;
    private final Map<RowKey, Entry> entries = new LinkedHashMap<>();

    /** An empty book with these limits. */
    public RetryBook(final Duration shortest, final Duration longest) {
        this.shortest = shortest;
        this.longest = longest;
    }

    /** Forgets rows whose configuration changed since they were refused. */
    public void configured(final DesiredState desired) {
        entries.entrySet().removeIf(
            entry -> !Objects.equals(entry.getValue().row(), desired.rows().get(entry.getKey())));
    }

    /** The switch refused this row. */
    public void refused(final RowKey key, final DesiredRow row, final Problem problem, final Instant now) {
        final Entry before = entries.get(key);
        final int attempts = before == null ? 1 : before.attempts() + 1;
        entries.put(key, new Entry(row, problem, attempts, now.plus(delay(attempts))));
    }

    /** The switch has this row as configured. */
    public void done(final RowKey key) {
        entries.remove(key);
    }

    /** Forgets all: a switch that connects anew may be another one by now. */
    public void clear() {
        entries.clear();
    }

    /** What is known of a refused row. */
    public Optional<Entry> entry(final RowKey key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** The rows that are not to be tried now. */
    public Map<RowKey, Problem> excluded(final Instant now) {
        final Map<RowKey, Problem> excluded = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            if (entry.next().isAfter(now)) {
                excluded.put(key, entry.problem());
            }
        });
        return excluded;
    }

    /** The first time after now when a row is to be tried again. */
    public Optional<Instant> next(final Instant now) {
        return entries.values().stream().map(Entry::next).filter(next -> next.isAfter(now))
            .min(Instant::compareTo);
    }

    private Duration delay(final int attempts) {
        final Duration delay = shortest.multipliedBy(1L << Math.min(attempts - 1, 20));
        return delay.compareTo(longest) > 0 ? longest : delay;
    }
}
