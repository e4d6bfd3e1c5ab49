// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An alarm.
 *
 * @param key its kind, and what it is about
 * @param severity its severity when it was raised last
 * @param isCleared whether it is over
 * @param text the reason, for people
 * @param created when it was raised for the first time
 * @param raised when it was raised last
 * @param changes its last changes, the newest first; never empty
 */
public record Alarm(AlarmKey key, AlarmSeverity severity, boolean isCleared, String text, Instant created,
        Instant raised, List<StatusChange> changes) {
    /** Greatest number of changes that are kept. */
    static final int MAX_CHANGES = 16;

    /**
     * What distinguishes an alarm.
     *
     * @param type its kind
     * @param resource what it is about, such as {@code wtp/02:00:00:00:00:01}
     */
    public record AlarmKey(AlarmType type, String resource) {
    }

    /**
     * A change of an alarm.
     *
     * @param time when it changed
     * @param isCleared whether it was cleared
     * @param severity its severity then
     * @param text the reason
     */
    public record StatusChange(Instant time, boolean isCleared, AlarmSeverity severity, String text) {
    }

    public Alarm {
        changes = List.copyOf(changes);
    }

    /** Returns a new alarm. */
    static Alarm raised(final AlarmKey key, final AlarmSeverity severity, final String text, final Instant now) {
        return new Alarm(key, severity, false, text, now, now,
            List.of(new StatusChange(now, false, severity, text)));
    }

    /** Returns the same alarm, raised again or with another severity or text. */
    Alarm raisedAgain(final AlarmSeverity now, final String reason, final Instant time) {
        return new Alarm(key, now, false, reason, created, isCleared ? time : raised,
            with(new StatusChange(time, false, now, reason)));
    }

    /** Returns the same alarm, cleared. */
    Alarm cleared(final Instant time) {
        return new Alarm(key, severity, true, text, created, raised,
            with(new StatusChange(time, true, severity, text)));
    }

    private List<StatusChange> with(final StatusChange change) {
        final List<StatusChange> all = new ArrayList<>(List.of(change));
        all.addAll(changes.subList(0, Math.min(changes.size(), MAX_CHANGES - 1)));
        return all;
    }

    /** Returns the time of its last change. */
    public Instant changed() {
        return changes.get(0).time();
    }
}
