// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Answers.RETURNS_MOCKS;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.Event;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventContent.Kind;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceOutput.Gap;
import org.opendaylight.yangtools.yang.binding.Notification;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;

/** The RPC events-since and the notification event. */
class EventRpcsTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final long EPOCH = 7_000_000;

    private final ManualLoop loop = new ManualLoop();
    private final EventJournal journal = new EventJournal(loop, InstantSource.fixed(Instant.ofEpochSecond(7)), 200);
    private final List<Notification<?>> sent = new ArrayList<>();
    private EventRpcs rpcs;

    @BeforeEach
    void start() {
        final NotificationPublishService notifications = mock(NotificationPublishService.class);
        when(notifications.offerNotification(any())).thenAnswer(call -> {
            sent.add(call.getArgument(0));
            return null;
        });
        rpcs = new EventRpcs(mock(RpcProviderService.class, RETURNS_MOCKS), notifications, journal, loop);
    }

    private void add(final int times) {
        for (int i = 0; i < times; i++) {
            journal.add(NetworkEvent.of(EventKind.WTP_LOST).atWtp(WTP));
        }
    }

    private static EventsSinceInputBuilder after(final long number) {
        return new EventsSinceInputBuilder().setEpoch(Uint64.valueOf(EPOCH)).setNumber(Uint64.valueOf(number));
    }

    private EventsSinceOutput answer(final EventsSinceInputBuilder input) throws Exception {
        final ListenableFuture<RpcResult<EventsSinceOutput>> future = rpcs.eventsSince(input.build());
        loop.run();
        assertTrue(future.isDone());
        final RpcResult<EventsSinceOutput> result = future.get();
        assertTrue(result.isSuccessful(), () -> result.getErrors().toString());
        return result.getResult();
    }

    private static List<Long> numbers(final EventsSinceOutput output) {
        return output.nonnullEvent().stream().map(event -> event.getNumber().longValue()).toList();
    }

    @Test
    void withoutAPlaceThereIsTheNewestOne() throws Exception {
        add(3);
        final EventsSinceOutput output = answer(new EventsSinceInputBuilder());
        assertEquals(Uint64.valueOf(EPOCH), output.getEpoch());
        assertEquals(Uint64.valueOf(3), output.getNumber());
        assertEquals(List.of(), numbers(output));
        assertNull(output.getGap());
    }

    @Test
    void eventsComeAfterTheKnownOneInPages() throws Exception {
        add(120);
        assertEquals(List.of(119L, 120L), numbers(answer(after(118))));
        assertEquals(100, numbers(answer(after(0))).size());
        assertEquals(List.of(1L, 2L), numbers(answer(after(0).setLimit(Uint16.valueOf(2)))));
        assertEquals(120, numbers(answer(after(0).setLimit(Uint16.valueOf(1000)))).size());
    }

    @Test
    void gapsAreNamed() throws Exception {
        add(201);
        assertEquals(Gap.TooOld, answer(after(0)).getGap());
        assertEquals(Gap.Ahead, answer(after(202)).getGap());
        assertEquals(Gap.Ahead, answer(after(0).setNumber(Uint64.MAX_VALUE)).getGap());
        final EventsSinceOutput other = answer(after(1).setEpoch(Uint64.MAX_VALUE));
        assertEquals(Gap.OtherEpoch, other.getGap());
        assertEquals(List.of(), numbers(other));
        assertEquals(Uint64.valueOf(201), other.getNumber());
    }

    @Test
    void halfAPlaceIsRefused() throws Exception {
        for (final EventsSinceInputBuilder input : List.of(after(5).setEpoch(null), after(5).setNumber(null))) {
            final var error = rpcs.eventsSince(input.build()).get().getErrors().iterator().next();
            assertEquals(ErrorTag.INVALID_VALUE, error.getTag());
            assertTrue(error.getMessage().matches(
                "(number 5 needs an epoch|epoch 7000000 needs a number): send both of the last known event, or"
                    + " neither"),
                error.getMessage());
        }
    }

    @Test
    void aReaderWaitsForTheNextEvent() throws Exception {
        final var late = rpcs.eventsSince(after(0).setWait(Uint16.valueOf(5000)).build());
        loop.run();
        assertFalse(late.isDone());
        add(1);
        assertFalse(late.isDone(), "another thread answers it than the thread of the event");
        loop.run();
        assertEquals(List.of(1L), numbers(late.get().getResult()));
        final var none = rpcs.eventsSince(after(1).setWait(Uint16.valueOf(5000)).build());
        loop.advance(Duration.ofSeconds(5));
        assertEquals(List.of(), numbers(none.get().getResult()));
    }

    @Test
    void eachEventIsANotification() throws Exception {
        journal.add(NetworkEvent.of(EventKind.STATION_HANDED_OVER).atWtp(WTP).from(OTHER).ofVap(BSSID)
            .ofStation(STATION).atPort("openflow:1:3").named("cmac").by("anna").saying("signal"));
        assertEquals(1, sent.size());
        final Event event = (Event) sent.get(0);
        assertEquals(List.of(EPOCH, 1L, "1970-01-01T00:00:07Z", "station-handed-over"),
            List.of(event.getEpoch().longValue(), event.getNumber().longValue(), event.getTime().getValue(),
                event.getKind().getName()));
        assertEquals(Stream.of(WTP, OTHER, BSSID, STATION).map(Mac::toString).toList(),
            List.of(event.getWtp().getValue(), event.getFromWtp().getValue(), event.getVap().getValue(),
                event.getStation().getValue()));
        assertEquals(List.of("openflow:1:3", "cmac", "anna", "signal"),
            List.of(event.getPort().getValue(), event.getName(), event.getUser(), event.getText()));
        final var read = answer(after(0)).nonnullEvent().get(0);
        assertEquals(event.getText(), read.getText());
        rpcs.close();
        add(1);
        assertEquals(1, sent.size());
    }

    @Test
    void eachKindIsInTheModel() {
        assertEquals(Stream.of(Kind.values()).map(Kind::getName).collect(Collectors.toSet()),
            Stream.of(EventKind.values()).map(EventKind::label).collect(Collectors.toSet()));
        for (final EventKind kind : EventKind.values()) {
            journal.add(NetworkEvent.of(kind));
        }
        assertEquals(Set.of(EventKind.values()).size(), sent.size());
        assertEquals(Optional.of(new EventId(EPOCH, sent.size())),
            Optional.of(journal.read(Optional.empty(), 0).newest()));
    }
}
