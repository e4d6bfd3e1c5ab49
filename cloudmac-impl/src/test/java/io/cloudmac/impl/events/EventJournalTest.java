// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.events.JournalPage.EventGap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** The sequence of events, and what readers get that know some of it. */
class EventJournalTest {
    private static final int SIZE = 5;
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final ManualLoop loop = new ManualLoop();
    private Instant now = Instant.parse("2026-12-01T10:00:00.123456Z");
    private final EventJournal journal = journal(SIZE);

    private EventJournal journal(final int size) {
        return new EventJournal(loop, (InstantSource) () -> now, size);
    }

    private EventId place(final long number) {
        return new EventId(journal.read(Optional.empty(), 0).newest().epoch(), number);
    }

    private void add(final int times) {
        for (int i = 0; i < times; i++) {
            journal.add(NetworkEvent.of(EventKind.WTP_LOST));
        }
    }

    private List<Long> numbers(final JournalPage page) {
        return page.events().stream().map(event -> event.id().number()).toList();
    }

    private List<Long> after(final long number, final int limit) {
        final JournalPage page = journal.read(Optional.of(place(number)), limit);
        assertEquals(Optional.empty(), page.gap());
        return numbers(page);
    }

    private CompletableFuture<JournalPage> waiting(final long number) {
        return journal.await(Optional.of(place(number)), 10, WAIT).toCompletableFuture();
    }

    @Test
    void eventsAreNumberedFromOne() {
        assertEquals(place(0), journal.read(Optional.empty(), 10).newest());
        add(1);
        now = now.plusSeconds(1);
        journal.add(NetworkEvent.of(EventKind.WTP_APPEARED));
        final List<NumberedEvent> events = journal.read(Optional.of(place(0)), 10).events();
        assertEquals(List.of(new NumberedEvent(place(1), now.minusSeconds(1), NetworkEvent.of(EventKind.WTP_LOST)),
            new NumberedEvent(place(2), now, NetworkEvent.of(EventKind.WTP_APPEARED))), events);
    }

    @Test
    void theEpochIsTheTimeOfTheStart() {
        assertEquals(1_796_119_200_123_456L, place(0).epoch());
        now = now.plusMillis(1);
        assertNotEquals(place(0).epoch(), journal(SIZE).read(Optional.empty(), 0).newest().epoch());
    }

    @Test
    void aReaderGetsTheOldestEventsAfterItsLastOne() {
        add(4);
        assertEquals(List.of(1L, 2L, 3L, 4L), after(0, 10));
        assertEquals(List.of(2L, 3L), after(1, 2));
        assertEquals(List.of(), after(4, 10));
        assertEquals(List.of(), after(1, 0));
    }

    @Test
    void aReaderThatKnowsNothingGetsTheNewestPlace() {
        add(3);
        final JournalPage page = journal.read(Optional.empty(), 10);
        assertEquals(place(3), page.newest());
        assertEquals(List.of(), page.events());
        assertEquals(Optional.empty(), page.gap());
    }

    @Test
    void onlyTheNewestEventsAreKept() {
        add(SIZE + 2);
        assertEquals(List.of(3L, 4L, 5L, 6L, 7L), after(2, 100));
        final JournalPage late = journal.read(Optional.of(place(1)), 100);
        assertEquals(Optional.of(EventGap.TOO_OLD), late.gap());
        assertEquals(List.of(), late.events());
        assertEquals(place(7), late.newest());
    }

    @Test
    void anotherEpochAndAGreaterNumberAreGaps() {
        add(2);
        final JournalPage other = journal.read(Optional.of(new EventId(1, 1)), 10);
        assertEquals(Optional.of(EventGap.OTHER_EPOCH), other.gap());
        assertEquals(place(2), other.newest());
        assertEquals(Optional.of(EventGap.AHEAD), journal.read(Optional.of(place(3)), 10).gap());
        assertEquals(Optional.of(EventGap.AHEAD), journal.read(Optional.of(place(Long.MAX_VALUE)), 10).gap());
        assertEquals(List.of(), after(2, 10));
    }

    @Test
    void aReaderThatFollowsMissesNothing() {
        final List<Long> seen = new ArrayList<>();
        EventId known = place(0);
        for (int round = 1; round <= 50; round++) {
            add(round % (SIZE + 1));
            JournalPage page;
            do {
                page = journal.read(Optional.of(known), 2);
                assertEquals(Optional.empty(), page.gap());
                for (final NumberedEvent event : page.events()) {
                    seen.add(event.id().number());
                    known = event.id();
                }
            } while (!page.events().isEmpty());
        }
        assertEquals(LongStream.rangeClosed(1, seen.size()).boxed().toList(), seen);
        assertTrue(seen.size() > 100);
    }

    @Test
    void aWaitingReaderGetsTheNextEvent() {
        add(1);
        final CompletableFuture<JournalPage> answer = waiting(1);
        assertFalse(answer.isDone());
        add(1);
        assertEquals(List.of(2L), numbers(answer.join()));
        loop.advance(WAIT);
        assertEquals(List.of(1L, 2L), numbers(waiting(0).join()), "what is there needs no wait");
    }

    @Test
    void aWaitEndsWithoutAnEvent() {
        final CompletableFuture<JournalPage> answer = waiting(0);
        loop.advance(WAIT.minusMillis(1));
        assertFalse(answer.isDone());
        loop.advance(Duration.ofMillis(1));
        assertEquals(List.of(), answer.join().events());
        add(1);
        assertEquals(List.of(), answer.join().events());
    }

    @Test
    void nobodyWaitsForWhatCannotCome() {
        add(1);
        assertEquals(Optional.of(EventGap.OTHER_EPOCH),
            journal.await(Optional.of(new EventId(1, 1)), 10, WAIT).toCompletableFuture().join().gap());
        assertEquals(place(1), journal.await(Optional.empty(), 10, WAIT).toCompletableFuture().join().newest());
        assertEquals(List.of(), journal.await(Optional.of(place(1)), 10, Duration.ZERO).toCompletableFuture().join()
            .events());
    }

    @Test
    void readersBeyondTheBoundAreAnsweredAtOnce() {
        final List<CompletableFuture<JournalPage>> answers = new ArrayList<>();
        for (int i = 0; i < EventJournal.MAX_WAITING; i++) {
            answers.add(waiting(0));
        }
        assertTrue(waiting(0).isDone());
        assertTrue(answers.stream().noneMatch(CompletableFuture::isDone));
        add(1);
        assertTrue(answers.stream().allMatch(CompletableFuture::isDone));
        assertFalse(waiting(1).isDone(), "the places are free again");
    }

    @Test
    void theEndAnswersAllWhoWait() {
        final CompletableFuture<JournalPage> answer = waiting(0);
        journal.close();
        assertEquals(List.of(), answer.join().events());
        assertTrue(waiting(0).isDone(), "the loop would not end the wait");
    }

    @Test
    void listenersGetEachEventUntilTheyLeave() {
        final List<NumberedEvent> heard = new ArrayList<>();
        final Registration registration = journal.listen(heard::add);
        add(2);
        registration.close();
        add(1);
        assertEquals(List.of(place(1), place(2)), heard.stream().map(NumberedEvent::id).toList());
    }
}
