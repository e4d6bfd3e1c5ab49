// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.JournalPage;
import io.cloudmac.impl.events.NumberedEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of one client. It has no queue: it knows the place of the last event that it has sent, and reads the next
 * ones from the journal when the connection takes more. So a slow client costs no memory. It is ended when the journal
 * no longer has its next event, or when it takes nothing for a while. Every stream ends after some minutes, so that the
 * client connects again, and an account that was removed does not read on.
 *
 * <p>All writes are made on one loop, and never block. After the end nothing touches the connection, because the web
 * server uses its objects again.
 */
final class EventStream implements WriteListener, AsyncListener {
    /** Number of pings that a client may leave waiting. */
    static final int MAX_UNSENT_PINGS = 3;
    /** The longest time of a stream. */
    static final Duration LONGEST = Duration.ofMinutes(15);
    /** Events in one write. */
    private static final int BATCH = 64;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final EventJournal journal;
    private final EventFrames frames;
    private final EventLoop loop;
    private final Consumer<EventStream> ended;
    private final long beganNanos;
    private EventId position;
    /** What goes before the events; null once it is written. */
    private byte[] opening;
    private boolean isStarted;
    private boolean isUnflushed;
    private int unsentPings;
    private boolean isEnded;

    /**
     * Prepares a stream. It begins when the web server says that the connection takes octets.
     *
     * @param context the request, which must not time out by itself
     * @param out its answer
     * @param after the last event that the client knows; empty: none
     * @param loop where all is written
     * @param ended runs once, at the end
     */
    EventStream(final AsyncContext context, final ServletOutputStream out, final EventJournal journal,
            final EventFrames frames, final Optional<EventId> after, final EventLoop loop,
            final Consumer<EventStream> ended) {
        this.context = context;
        this.out = out;
        this.journal = journal;
        this.frames = frames;
        this.loop = loop;
        this.ended = ended;
        beganNanos = loop.nanoTime();
        final JournalPage now = journal.read(after, 0);
        if (now.gap().isPresent()) {
            opening = EventFrames.reset(now.newest(), now.gap().orElseThrow());
        } else {
            opening = after.isPresent() ? EventFrames.RESUME : EventFrames.begin(now.newest());
        }
        position = now.gap().isPresent() ? now.newest() : after.orElse(now.newest());
    }

    /** Begins to send. */
    void start() {
        context.addListener(this);
        out.setWriteListener(this);
    }

    /** Returns true if the stream reads this journal. */
    boolean isOf(final EventJournal other) {
        return journal == other;
    }

    @Override
    public void onWritePossible() {
        loop.execute(() -> {
            begin();
            pump();
        });
    }

    private synchronized void begin() {
        isStarted = true;
    }

    /** Sends what the connection takes. Called on the loop. */
    synchronized void pump() {
        if (!isStarted || isEnded) {
            return;
        }
        try {
            while (!isEnded && out.isReady()) {
                if (isUnflushed) {
                    isUnflushed = false;
                    out.flush();
                    continue;
                }
                final byte[] next = next();
                if (next.length == 0) {
                    return;
                }
                out.write(next);
                isUnflushed = true;
            }
        } catch (final IOException e) {
            LOG.debug("The client of an event stream is gone", e);
            end();
        }
    }

    /** Returns the octets to send now; empty: nothing, or the stream has ended. */
    private byte[] next() {
        if (opening != null) {
            final byte[] first = opening;
            opening = null;
            return first;
        }
        final JournalPage page = journal.read(Optional.of(position), BATCH);
        if (page.gap().isPresent()) {
            LOG.info("The client of an event stream is too slow: the stream ends at {}", position);
            end();
            return new byte[0];
        }
        if (page.events().isEmpty()) {
            final boolean isPingDue = unsentPings > 0;
            unsentPings = 0;
            return isPingDue ? EventFrames.PING : new byte[0];
        }
        unsentPings = 0;
        final ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (final NumberedEvent event : page.events()) {
            octets.writeBytes(frames.of(event));
            position = event.id();
        }
        return octets.toByteArray();
    }

    /** Sends a sign of life if nothing else is sent. Called on the loop, again and again. */
    synchronized void ping() {
        if (loop.nanoTime() - beganNanos >= LONGEST.toNanos()) {
            end();
        } else if (unsentPings >= MAX_UNSENT_PINGS) {
            LOG.info("The client of an event stream takes nothing: the stream ends at {}", position);
            end();
        } else {
            unsentPings++;
            pump();
        }
    }

    /** Ends the stream. The client connects again, with the id of its last event. */
    synchronized void end() {
        if (isEnded) {
            return;
        }
        isEnded = true;
        ended.accept(this);
        try {
            context.complete();
        } catch (final IllegalStateException e) {
            LOG.debug("The web server has ended an event stream", e);
        }
    }

    @Override
    public void onError(final Throwable thrown) {
        LOG.debug("An event stream has failed", thrown);
        end();
    }

    @Override
    public void onError(final AsyncEvent event) {
        end();
    }

    @Override
    public void onComplete(final AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(final AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(final AsyncEvent event) {
        // Nothing starts it again.
    }
}
