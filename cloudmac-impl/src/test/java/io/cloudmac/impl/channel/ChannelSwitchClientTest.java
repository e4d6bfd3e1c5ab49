// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.AnswerSource;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.ChannelSwitch.Answer;
import io.cloudmac.impl.wire.ChannelSwitch.RefusalReason;
import io.cloudmac.impl.wire.ChannelSwitch.Stage;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** The requests to a VAP's host and the end of a channel switch, for each kind of answer. */
class ChannelSwitchClientTest {
    private static final PortId PORT = new PortId("openflow:2", 1);
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");

    private final ManualLoop loop = new ManualLoop();
    private final FrameCounters counters = new FrameCounters();
    private final Map<Mac, Learned.KnownVap> vaps = new HashMap<>(Map.of(BSSID,
        new Learned.KnownVap(PORT, "net", 1, 100)));
    private final Map<Mac, Learned.KnownVap> storedVaps = new HashMap<>();
    private final List<byte[]> sent = new ArrayList<>();
    private AnswerSource.AnswerListener host;
    private Runnable stored;
    private ChannelSwitchClient subject;

    @BeforeEach
    void start() {
        final LearnedStore learned = mock(LearnedStore.class);
        when(learned.learned()).thenAnswer(call -> new Learned(Map.of(), vaps, Map.of(), Set.of()));
        when(learned.listen(any())).thenAnswer(call -> {
            stored = call.getArgument(0);
            return (Registration) () -> { };
        });
        doAnswer(call -> storedVaps.put(call.getArgument(0), call.getArgument(1))).when(learned).putVap(any(), any());
        subject = new ChannelSwitchClient(loop, listener -> {
            host = listener;
            return () -> { };
        }, learned, (port, data) -> {
            assertEquals(PORT, port);
            sent.add(data);
        }, counters);
    }

    private CompletableFuture<Void> requestSwitch() {
        return subject.switchTo(BSSID, 2437).toCompletableFuture();
    }

    private void answer(final PortId port, final int number, final Stage state, final RefusalReason reason) {
        host.answered(port, new Answer(number, BSSID, 2437, state, reason));
    }

    private void answer(final Stage state, final RefusalReason reason) {
        answer(PORT, number(), state, reason);
    }

    private int number() {
        final byte[] last = sent.get(sent.size() - 1);
        return (last[16] & 0xff) << 8 | last[17] & 0xff;
    }

    private static ChannelSwitchException failure(final CompletableFuture<Void> result) {
        assertTrue(result.isDone());
        return (ChannelSwitchException) assertThrows(ExecutionException.class, result::get).getCause();
    }

    @Test
    void aSwitchCompletesOnceTheNewChannelIsStored() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(Stage.UNDER_WAY, RefusalReason.NONE);
        answer(Stage.DONE, RefusalReason.NONE);
        answer(Stage.DONE, RefusalReason.NONE);
        assertEquals(Map.of(BSSID, new Learned.KnownVap(PORT, "net", 6, 100)), storedVaps);
        assertFalse(result.isDone(), "leases use the stored channel");
        vaps.putAll(storedVaps);
        stored.run();
        assertTrue(result.isDone() && !result.isCompletedExceptionally());
        loop.advance(ChannelSwitchClient.SWITCH_TIMEOUT.multipliedBy(2));
        assertEquals(1, sent.size(), "requests end with the switch");
    }

    @Test
    void aLostRequestIsRepeatedUnchanged() {
        requestSwitch();
        loop.advance(ChannelSwitchClient.REQUEST_INTERVAL);
        assertEquals(2, sent.size());
        assertArrayEquals(sent.get(0), sent.get(1));
    }

    @Test
    void anAbsentHostHasNotSwitched() {
        final CompletableFuture<Void> result = requestSwitch();
        loop.advance(ChannelSwitchClient.ANSWER_TIMEOUT.plus(ChannelSwitchClient.REQUEST_INTERVAL));
        assertTrue(failure(result).getMessage().contains("check that cloudmac-vap follow runs"));
        assertFalse(failure(result).mayHaveSwitched());
        assertFalse(requestSwitch().isDone(), "and it can be tried again");
    }

    @Test
    void aHostThatStopsAnsweringMayHaveSwitched() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(Stage.UNDER_WAY, RefusalReason.NONE);
        loop.advance(ChannelSwitchClient.ANSWER_TIMEOUT.plus(ChannelSwitchClient.REQUEST_INTERVAL));
        assertFalse(result.isDone());
        loop.advance(ChannelSwitchClient.SWITCH_TIMEOUT);
        assertTrue(failure(result).mayHaveSwitched());
        answer(Stage.DONE, RefusalReason.NONE);
        assertEquals(Map.of(), storedVaps, "too late");
        assertEquals(Map.of("channel-switch-unasked", 1L), counters.refused());
    }

    @Test
    void aRefusalReportsItsReason() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(Stage.REFUSED, RefusalReason.UNABLE);
        assertTrue(failure(result).getMessage().endsWith("hostapd refuses"));
        assertFalse(failure(result).mayHaveSwitched());
    }

    @Test
    void anUnfinishedSwitchMayHaveHappened() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(Stage.REFUSED, RefusalReason.UNFINISHED);
        assertTrue(failure(result).mayHaveSwitched());
    }

    @Test
    void aRequestToABusyHostIsRepeated() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(Stage.REFUSED, RefusalReason.BUSY);
        assertFalse(result.isDone());
        loop.advance(ChannelSwitchClient.REQUEST_INTERVAL);
        assertEquals(2, sent.size());
    }

    @Test
    void answersFromAnotherPortOrRequestAreRefused() {
        final CompletableFuture<Void> result = requestSwitch();
        answer(new PortId("openflow:1", 7), number(), Stage.DONE, RefusalReason.NONE);
        answer(PORT, number() + 1 & 0xffff, Stage.DONE, RefusalReason.NONE);
        assertFalse(result.isDone());
        assertEquals(Map.of(), storedVaps);
        assertEquals(Map.of("channel-switch-elsewhere", 1L, "channel-switch-unasked", 1L), counters.refused());
    }

    @Test
    void oneSwitchAtATimeAndOnlyToAValidChannel() {
        requestSwitch();
        assertTrue(failure(requestSwitch()).getMessage().contains("another channel switch"));
        assertTrue(failure(subject.switchTo(BSSID, 2438).toCompletableFuture()).getMessage().contains("not a channel"));
    }

    @Test
    void aSwitchOfARemovedVapFails() {
        final CompletableFuture<Void> result = requestSwitch();
        vaps.clear();
        loop.advance(Duration.ofSeconds(1));
        assertTrue(failure(result).getMessage().contains("no longer known"));
    }
}
