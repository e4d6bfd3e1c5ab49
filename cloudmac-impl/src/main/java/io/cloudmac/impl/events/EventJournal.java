// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.events.JournalPage.EventGap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Numbers the events and keeps the newest ones. It exists at the owner of the application, from the start on, whether
 * anybody reads or not. Its epoch is the time of its start, so that each run has another one. Thread-safe.
 */
@Component(service = EventJournal.class, immediate = true)
public final class EventJournal {
    /** Number of events that are kept. */
    public static final int KEPT = 10_000;
    /** Readers that wait at a time; others are answered at once. */
    static final int MAX_WAITING = 256;

    private final List<Consumer<NumberedEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Set<JournalWait> waiting = new LinkedHashSet<>();
    private final NumberedEvent[] kept;
    private final EventLoop loop;
    private final InstantSource clock;
    private final long epoch;
    private long newest;
    private boolean isClosed;

    /** A reader that waits for an event. */
    private static final class JournalWait {
        private final CompletableFuture<JournalPage> answer = new CompletableFuture<>();
        private final EventId after;
        private final int limit;

        JournalWait(final EventId after, final int limit) {
            this.after = after;
            this.limit = limit;
        }
    }

    /** Begins an epoch. */
    @Activate
    public EventJournal(@Reference final EventLoop loop) {
        this(loop, InstantSource.system(), KEPT);
    }

    /** Begins an epoch with another clock, and keeps another number of events. */
    public EventJournal(final EventLoop loop, final InstantSource clock, final int size) {
        this.loop = loop;
        this.clock = clock;
        kept = new NumberedEvent[size];
        epoch = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    /** Answers all who wait. */
    @Deactivate
    public void close() {
        final List<JournalWait> all;
        synchronized (this) {
            isClosed = true;
            all = takeWaiting();
        }
        all.forEach(this::answer);
    }

    /** Adds an event, passes it to the listeners, and answers those who wait for it. Does not block. */
    public void add(final NetworkEvent event) {
        final List<JournalWait> all;
        synchronized (this) {
            newest++;
            final NumberedEvent numbered = new NumberedEvent(new EventId(epoch, newest), clock.instant(), event);
            kept[place(newest)] = numbered;
            // Under the lock, so that each listener gets the events in their order.
            listeners.forEach(listener -> listener.accept(numbered));
            all = takeWaiting();
        }
        all.forEach(this::answer);
    }

    private int place(final long number) {
        return (int) (number % kept.length);
    }

    private synchronized List<JournalWait> takeWaiting() {
        final List<JournalWait> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    private void answer(final JournalWait reader) {
        reader.answer.complete(read(Optional.of(reader.after), reader.limit));
    }

    /**
     * Reads events.
     *
     * @param after the last known event; empty: the reader wants the newest place only
     * @param limit the most events
     */
    public synchronized JournalPage read(final Optional<EventId> after, final int limit) {
        final Optional<EventGap> gap = after.flatMap(this::gap);
        final List<NumberedEvent> events = new ArrayList<>();
        if (after.isPresent() && gap.isEmpty()) {
            final long known = after.orElseThrow().number();
            for (long number = known + 1; number <= Math.min(newest, known + limit); number++) {
                events.add(kept[place(number)]);
            }
        }
        return new JournalPage(new EventId(epoch, newest), gap, events);
    }

    private synchronized Optional<EventGap> gap(final EventId known) {
        if (known.epoch() != epoch) {
            return Optional.of(EventGap.OTHER_EPOCH);
        }
        if (known.number() > newest) {
            return Optional.of(EventGap.AHEAD);
        }
        return newest - known.number() > kept.length ? Optional.of(EventGap.TOO_OLD) : Optional.empty();
    }

    /**
     * Reads events, and waits if there is none. The stage completes on the thread that adds an event, so a reader with
     * more work than a moment's goes on elsewhere.
     *
     * @param after the last known event; empty: the reader wants the newest place only, and does not wait
     * @param limit the most events
     * @param wait how long to wait
     */
    public CompletionStage<JournalPage> await(final Optional<EventId> after, final int limit, final Duration wait) {
        final JournalWait reader;
        synchronized (this) {
            final JournalPage now = read(after, limit);
            if (isClosed || after.isEmpty() || now.gap().isPresent() || !now.events().isEmpty() || wait.isZero()
                    || waiting.size() >= MAX_WAITING) {
                return CompletableFuture.completedFuture(now);
            }
            reader = new JournalWait(after.orElseThrow(), limit);
            waiting.add(reader);
        }
        final Registration end = loop.schedule(wait, () -> {
            if (removeWaiting(reader)) {
                answer(reader);
            }
        });
        return reader.answer.whenComplete((page, thrown) -> end.close());
    }

    private synchronized boolean removeWaiting(final JournalWait reader) {
        return waiting.remove(reader);
    }

    /** Registers a listener for each event. It runs under the lock of the journal, so it must not block or add. */
    public Registration listen(final Consumer<NumberedEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
