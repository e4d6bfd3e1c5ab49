// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import org.junit.jupiter.api.Test;

/** One stream, on a connection that takes octets late. */
class EventStreamTest {
    private static final int SIZE = 100;
    private static final Pattern ID = Pattern.compile("(?m)^id: [0-9]+-([0-9]+)$");

    private final ManualLoop loop = new ManualLoop();
    private final EventJournal journal =
        new EventJournal(loop, InstantSource.fixed(Instant.ofEpochSecond(1, 500_000_000)), SIZE);
    private final AsyncContext context = mock(AsyncContext.class);
    private final FakeOutput output = new FakeOutput();
    private final List<EventStream> ended = new ArrayList<>();
    private EventStream stream;

    private static EventId place(final long number) {
        return new EventId(1_500_000, number);
    }

    private void open(final Optional<EventId> after) throws IOException {
        stream = new EventStream(context, output, journal, new EventFrames(), after, loop, ended::add);
        stream.start();
        send();
    }

    /** Lets the connection take what waits for it. */
    private void send() throws IOException {
        output.sent();
        loop.run();
    }

    private void add(final int times) {
        for (int i = 0; i < times; i++) {
            journal.add(NetworkEvent.of(EventKind.WTP_LOST));
        }
    }

    private List<Long> taken() {
        return ID.matcher(output.take()).results().map(found -> Long.parseLong(found.group(1))).toList();
    }

    /** Lets the connection take everything, and returns the numbers of all events. */
    private List<Long> all() throws IOException {
        final List<Long> all = new ArrayList<>(taken());
        List<Long> more;
        do {
            send();
            send();
            more = taken();
            all.addAll(more);
        } while (!more.isEmpty());
        return all;
    }

    @Test
    void aNewClientLearnsWhereItBegins() throws IOException {
        add(2);
        open(Optional.empty());
        assertEquals("retry: 2000\nevent: begin\nid: 1500000-2\ndata: {\"epoch\":\"1500000\",\"number\":\"2\"}\n\n",
            output.take());
        assertEquals(1, output.unflushed());
        send();
        assertEquals(0, output.unflushed());
        add(1);
        stream.pump();
        assertEquals("id: 1500000-3\ndata: {\"epoch\":\"1500000\",\"number\":\"3\","
            + "\"time\":\"1970-01-01T00:00:01.500Z\",\"kind\":\"wtp-lost\"}\n\n", output.take());
    }

    @Test
    void aClientThatReturnsGetsWhatItMissed() throws IOException {
        add(5);
        open(Optional.of(place(2)));
        assertEquals("retry: 2000\n\n", output.take());
        assertEquals(List.of(3L, 4L, 5L), all());
        add(1);
        stream.pump();
        assertEquals(List.of(6L), all());
    }

    @Test
    void aClientWithAGapReadsTheStateAnew() throws IOException {
        add(3);
        open(Optional.of(new EventId(1_000_000, 2)));
        assertEquals("retry: 2000\nevent: reset\nid: 1500000-3\n"
            + "data: {\"epoch\":\"1500000\",\"number\":\"3\",\"gap\":\"other-epoch\"}\n\n", output.take());
        add(1);
        assertEquals(List.of(4L), all());
    }

    @Test
    void nothingIsWrittenBeforeTheServerIsReady() {
        stream = new EventStream(context, output, journal, new EventFrames(), Optional.empty(), loop, ended::add);
        stream.start();
        stream.pump();
        stream.ping();
        assertEquals(0, output.questions());
    }

    @Test
    void aBusyConnectionLosesNothing() throws IOException {
        open(Optional.of(place(0)));
        for (int i = 0; i < SIZE; i++) {
            add(1);
            stream.pump();
        }
        final List<Long> all = all();
        assertEquals(SIZE, all.size());
        assertEquals(all.stream().sorted().distinct().toList(), all);
        assertEquals(List.of(), ended);
    }

    @Test
    void aClientThatIsTooSlowIsEnded() throws IOException {
        open(Optional.of(place(0)));
        output.take();
        add(SIZE + 1);
        stream.pump();
        assertEquals(List.of(), ended, "it is still busy with the opening");
        send();
        assertEquals(List.of(stream), ended);
        assertEquals("", output.take());
        verify(context).complete();
    }

    @Test
    void aQuietStreamHasSignsOfLife() throws IOException {
        open(Optional.empty());
        send();
        output.take();
        for (int i = 0; i < 10; i++) {
            stream.ping();
            assertEquals(":\n\n", output.take());
            send();
        }
        assertEquals(List.of(), ended);
    }

    @Test
    void aClientThatTakesNothingIsEnded() throws IOException {
        open(Optional.empty());
        for (int i = 0; i < EventStream.MAX_UNSENT_PINGS; i++) {
            stream.ping();
        }
        assertEquals(List.of(), ended);
        stream.ping();
        assertEquals(List.of(stream), ended);
    }

    @Test
    void aStreamEndsAfterItsTime() throws IOException {
        open(Optional.empty());
        send();
        loop.advance(EventStream.LONGEST.minusMillis(1));
        stream.ping();
        assertEquals(List.of(), ended);
        send();
        loop.advance(EventStream.LONGEST);
        stream.ping();
        assertEquals(List.of(stream), ended);
    }

    @Test
    void theEndIsOnceAndNothingIsTouchedAfterIt() throws IOException {
        open(Optional.empty());
        final int questions = output.questions();
        doThrow(new IllegalStateException("completed")).when(context).complete();
        stream.onComplete(new AsyncEvent(context));
        stream.onError(new IOException("gone"));
        stream.onError(new AsyncEvent(context));
        stream.onTimeout(new AsyncEvent(context));
        stream.end();
        add(1);
        stream.pump();
        stream.ping();
        send();
        assertEquals(questions, output.questions());
        assertEquals(List.of(stream), ended);
        verify(context, times(1)).complete();
    }

    @Test
    void aBrokenConnectionEndsItsStream() throws IOException {
        open(Optional.empty());
        send();
        output.breakDown();
        verify(context, never()).complete();
        add(1);
        stream.pump();
        assertEquals(List.of(stream), ended);
        verify(context).complete();
    }

    @Test
    void aStreamKnowsItsJournal() throws IOException {
        open(Optional.empty());
        assertTrue(stream.isOf(journal));
        assertFalse(stream.isOf(new EventJournal(loop)));
    }
}
