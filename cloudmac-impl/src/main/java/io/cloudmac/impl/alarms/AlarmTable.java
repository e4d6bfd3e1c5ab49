// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import io.cloudmac.impl.alarms.Alarm.AlarmKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All alarms, of which a bounded number is kept. No I/O; not thread-safe. */
final class AlarmTable {
    /** What has become of an alarm. */
    enum AlarmOutcome {
        /** It is raised, and was not. */
        RAISED,
        /** It was raised before, and has another severity or text. */
        UPDATED,
        /** It is cleared, and was not. */
        CLEARED
    }

    /**
     * A change of the table.
     *
     * @param outcome what has become of the alarm
     * @param alarm the alarm now
     */
    record TableChange(AlarmOutcome outcome, Alarm alarm) {
    }

    /** Greatest number of alarms that are not cleared. */
    static final int MAX_RAISED = 10_000;
    /** Greatest number of cleared alarms. */
    static final int MAX_CLEARED = 1_000;

    private final Map<AlarmKey, Alarm> raised = new LinkedHashMap<>();
    /** The cleared alarms, the one cleared longest ago first. */
    private final Map<AlarmKey, Alarm> cleared = new LinkedHashMap<>();
    private final List<AlarmKey> forgotten = new ArrayList<>();
    private long unlisted;

    /** Raises an alarm; empty if it is raised already, or if the table is full. */
    Optional<TableChange> raise(final AlarmKey key, final AlarmSeverity severity, final String text,
            final Instant now) {
        final Alarm before = raised.get(key);
        if (before != null) {
            if (before.severity() == severity && before.text().equals(text)) {
                return Optional.empty();
            }
            final Alarm updated = before.raisedAgain(severity, text, now);
            raised.put(key, updated);
            // A greater severity is told like a new alarm.
            return Optional.of(new TableChange(severity.compareTo(before.severity()) > 0 ? AlarmOutcome.RAISED
                : AlarmOutcome.UPDATED, updated));
        }
        if (raised.size() >= MAX_RAISED) {
            unlisted++;
            return Optional.empty();
        }
        final Alarm earlier = cleared.remove(key);
        final Alarm alarm = earlier == null ? Alarm.raised(key, severity, text, now)
            : earlier.raisedAgain(severity, text, now);
        raised.put(key, alarm);
        return Optional.of(new TableChange(AlarmOutcome.RAISED, alarm));
    }

    /** Clears an alarm; empty if it is not raised. */
    Optional<TableChange> clear(final AlarmKey key, final Instant now) {
        final Alarm before = raised.remove(key);
        if (before == null) {
            return Optional.empty();
        }
        final Alarm alarm = before.cleared(now);
        cleared.put(key, alarm);
        if (cleared.size() > MAX_CLEARED) {
            final AlarmKey oldest = cleared.keySet().iterator().next();
            cleared.remove(oldest);
            forgotten.add(oldest);
        }
        return Optional.of(new TableChange(AlarmOutcome.CLEARED, alarm));
    }

    /** Returns an alarm; empty if it was never raised, or is forgotten. */
    Optional<Alarm> get(final AlarmKey key) {
        return Optional.ofNullable(raised.get(key)).or(() -> Optional.ofNullable(cleared.get(key)));
    }

    /** Returns the alarms that are not cleared, in the order in which they were raised. */
    List<Alarm> raised() {
        return List.copyOf(raised.values());
    }

    /** Returns the number of alarms that are not cleared. */
    int size() {
        return raised.size();
    }

    /** Returns the number of alarms that were not raised because the table was full. */
    long unlisted() {
        return unlisted;
    }

    /** Returns the cleared alarms that were forgotten since the last call. */
    List<AlarmKey> takeForgotten() {
        final List<AlarmKey> all = List.copyOf(forgotten);
        forgotten.clear();
        return all;
    }
}
