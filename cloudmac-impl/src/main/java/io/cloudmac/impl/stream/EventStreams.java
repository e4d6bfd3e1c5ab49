// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import org.opendaylight.yangtools.concepts.Registration;

/** All open streams of events. Thread-safe; what the streams send is sent on one loop. */
final class EventStreams {
    /** Streams at a time. */
    static final int MAX_STREAMS = 128;
    /** Streams of an account at a time: a browser with several tabs and some programs. */
    static final int MAX_STREAMS_OF_USER = 16;
    /** Time between two signs of life. Jetty closes connections that are silent for 30 s. */
    static final Duration PING_INTERVAL = Duration.ofSeconds(10);

    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    /** Number of streams, or of reserved places for them, by account. */
    private final Map<String, Integer> places = new HashMap<>();
    private final AtomicBoolean isPumpDue = new AtomicBoolean();
    private final EventFrames frames = new EventFrames();
    private final EventLoop loop;
    private final Registration pings;
    private volatile JournalSource source;

    /**
     * A journal, and the registration that wakes the streams.
     *
     * @param journal the journal
     * @param waking the registration
     */
    private record JournalSource(EventJournal journal, Registration waking) {
    }

    /** Why a stream is not opened. */
    enum StreamRefusal {
        /** This member does not run the application. */
        NO_JOURNAL,
        /** The account has too many streams. */
        TOO_MANY_OF_USER,
        /** There are too many streams. */
        TOO_MANY
    }

    EventStreams(final EventLoop loop) {
        this.loop = loop;
        pings = loop.every(PING_INTERVAL, () -> streams.forEach(EventStream::ping));
    }

    /** Reads a journal from now on. */
    synchronized void follow(final EventJournal journal) {
        unfollow(source == null ? null : source.journal());
        source = new JournalSource(journal, journal.listen(event -> {
            if (isPumpDue.compareAndSet(false, true)) {
                loop.execute(this::pump);
            }
        }));
    }

    /** Ends the streams of a journal, if it is the present one: its epoch is over. */
    synchronized void unfollow(final EventJournal journal) {
        if (source != null && source.journal() == journal) {
            source.waking().close();
            source = null;
            loop.execute(() -> List.copyOf(streams).stream().filter(stream -> stream.isOf(journal))
                .forEach(EventStream::end));
        }
    }

    /** Ends all streams; the caller then ends the loop. */
    void close() {
        pings.close();
        synchronized (this) {
            if (source != null) {
                source.waking().close();
                source = null;
            }
        }
        // Not under the lock, which a stream takes at its end.
        List.copyOf(streams).forEach(EventStream::end);
    }

    private void pump() {
        isPumpDue.set(false);
        streams.forEach(EventStream::pump);
    }

    /** Reserves a place for a stream; the caller opens it, or returns the place. */
    synchronized Optional<StreamRefusal> reserve(final String user) {
        if (source == null) {
            return Optional.of(StreamRefusal.NO_JOURNAL);
        }
        if (places.getOrDefault(user, 0) >= MAX_STREAMS_OF_USER) {
            return Optional.of(StreamRefusal.TOO_MANY_OF_USER);
        }
        if (places.values().stream().mapToInt(Integer::intValue).sum() >= MAX_STREAMS) {
            return Optional.of(StreamRefusal.TOO_MANY);
        }
        places.merge(user, 1, Integer::sum);
        return Optional.empty();
    }

    /** Returns a place. */
    synchronized void release(final String user) {
        places.computeIfPresent(user, (name, number) -> number == 1 ? null : number - 1);
    }

    /**
     * Opens a stream in a reserved place, which it returns at its end.
     *
     * @param context the request, which must not time out by itself
     * @param out its answer
     * @param after the last event that the client knows; empty: none
     */
    void open(final AsyncContext context, final ServletOutputStream out, final String user,
            final Optional<EventId> after) {
        final JournalSource present = source;
        if (present == null) {
            // The application has ended after the place was reserved.
            release(user);
            context.complete();
            return;
        }
        final EventStream stream = new EventStream(context, out, present.journal(), frames, after, loop, one -> {
            streams.remove(one);
            release(user);
        });
        streams.add(stream);
        if (source != present) {
            stream.end();
            return;
        }
        try {
            stream.start();
        } catch (final IllegalStateException e) {
            stream.end();
            throw e;
        }
    }
}
