// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import io.cloudmac.impl.alarms.Alarm.AlarmKey;
import io.cloudmac.impl.alarms.AlarmTable.AlarmOutcome;
import io.cloudmac.impl.alarms.AlarmTable.TableChange;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Raises and clears alarms, with an event for each, and tells who listens. Thread-safe; nothing blocks. */
@Component(service = AlarmBoard.class, immediate = true)
public final class AlarmBoard {
    private final List<Consumer<Alarm>> listeners = new CopyOnWriteArrayList<>();
    private final AlarmTable table = new AlarmTable();
    /** The alarms that have changed since they were taken. */
    private final Set<AlarmKey> changed = new LinkedHashSet<>();
    private final EventJournal events;
    private final InstantSource clock;
    private Instant lastChanged;

    /** Starts without alarms. */
    @Activate
    public AlarmBoard(@Reference final EventJournal events) {
        this(events, InstantSource.system());
    }

    /** Starts without alarms, with another clock. */
    public AlarmBoard(final EventJournal events, final InstantSource clock) {
        this.events = events;
        this.clock = clock;
    }

    /** Raises an alarm with the severity of its kind, if it is not raised yet. */
    public void raise(final AlarmType type, final String resource, final String text) {
        raise(type, resource, type.severity(), text);
    }

    /** Raises an alarm, if it is not raised yet. */
    public synchronized void raise(final AlarmType type, final String resource, final AlarmSeverity severity,
            final String text) {
        table.raise(new AlarmKey(type, resource), severity, text, clock.instant()).ifPresent(this::tell);
    }

    /** Clears an alarm, if it is raised. */
    public synchronized void clear(final AlarmType type, final String resource) {
        table.clear(new AlarmKey(type, resource), clock.instant()).ifPresent(this::tell);
    }

    /** Tells a change, under the lock, so that everybody learns the changes in their order. */
    private synchronized void tell(final TableChange change) {
        final Alarm alarm = change.alarm();
        lastChanged = alarm.changed();
        changed.add(alarm.key());
        changed.addAll(table.takeForgotten());
        if (change.outcome() == AlarmOutcome.UPDATED) {
            return;
        }
        events.add(NetworkEvent.of(alarm.isCleared() ? EventKind.ALARM_CLEARED : EventKind.ALARM_RAISED)
            .named(alarm.key().resource())
            .saying(alarm.key().type().label() + ", " + alarm.severity().label() + ": " + alarm.text()));
        listeners.forEach(listener -> listener.accept(alarm));
    }

    /**
     * Passes the alarms that are raised now to a listener, and then each one that is raised or cleared. It runs under
     * the lock of the board, so it must not block.
     */
    public synchronized Registration listen(final Consumer<Alarm> listener) {
        table.raised().forEach(listener);
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns the keys of the alarms that have changed since the last call. */
    synchronized Set<AlarmKey> takeChanged() {
        final Set<AlarmKey> all = Set.copyOf(changed);
        changed.clear();
        return all;
    }

    /** Returns an alarm; empty if it was never raised, or is forgotten. */
    synchronized Optional<Alarm> get(final AlarmKey key) {
        return table.get(key);
    }

    /** Returns the alarms that are not cleared. */
    public synchronized List<Alarm> raised() {
        return table.raised();
    }

    /** Returns the number of alarms that were not raised because there were too many. */
    synchronized long unlisted() {
        return table.unlisted();
    }

    /** Returns the number of alarms that are not cleared. */
    synchronized int number() {
        return table.size();
    }

    /** Returns the time of the last change; empty if there was none. */
    synchronized Optional<Instant> lastChanged() {
        return Optional.ofNullable(lastChanged);
    }
}
