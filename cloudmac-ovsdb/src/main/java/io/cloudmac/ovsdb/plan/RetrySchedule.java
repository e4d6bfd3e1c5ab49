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
 * Keeps the refused entries and the time of the next attempt for each. The delay doubles with each refusal up
 * to a limit. A change of the configuration resets it.
 */
public final class RetrySchedule {
    /**
     * A refused entry.
     *
     * @param row      the refused row; null for a removal
     * @param problem  the switch's error
     * @param attempts number of refusals
     * @param next     time of the next attempt
     */
    public record Entry(DesiredRow row, Problem problem, int attempts, Instant next) {
    }

    private final Duration shortest;
    private final Duration longest;
    private final Map<RowKey, Entry> entries = new LinkedHashMap<>();

    /** Creates an empty schedule with these limits. */
    public RetrySchedule(final Duration shortest, final Duration longest) {
        this.shortest = shortest;
        this.longest = longest;
    }

    /** Removes entries whose configuration has changed since the refusal. */
    public void configured(final DesiredState desired) {
        entries.entrySet().removeIf(
            entry -> !Objects.equals(entry.getValue().row(), desired.rows().get(entry.getKey())));
    }

    /** Records that the switch refused this entry. */
    public void refused(final RowKey key, final DesiredRow row, final Problem problem, final Instant now) {
        final Entry before = entries.get(key);
        final int attempts = before == null ? 1 : before.attempts() + 1;
        entries.put(key, new Entry(row, problem, attempts, now.plus(delay(attempts))));
    }

    /** Removes an entry that the switch has as configured. */
    public void done(final RowKey key) {
        entries.remove(key);
    }

    /** Removes all entries: a switch that reconnects can have changed. */
    public void clear() {
        entries.clear();
    }

    /** Returns the record of a refused entry. */
    public Optional<Entry> entry(final RowKey key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Returns the entries not to try now. */
    public Map<RowKey, Problem> excluded(final Instant now) {
        final Map<RowKey, Problem> excluded = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            if (entry.next().isAfter(now)) {
                excluded.put(key, entry.problem());
            }
        });
        return excluded;
    }

    /** Returns the time of the first attempt after now. */
    public Optional<Instant> next(final Instant now) {
        return entries.values().stream().map(Entry::next).filter(next -> next.isAfter(now))
            .min(Instant::compareTo);
    }

    private Duration delay(final int attempts) {
        final Duration delay = shortest.multipliedBy(1L << Math.min(attempts - 1, 20));
        return delay.compareTo(longest) > 0 ? longest : delay;
    }
}
