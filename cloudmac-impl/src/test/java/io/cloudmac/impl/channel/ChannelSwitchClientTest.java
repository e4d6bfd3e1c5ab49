// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
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

    /** A request that reached the host. */
    private record HostRequest(int frequency, int count, Duration limit, CompletableFuture<Void> answer) {
    }

    private final ManualLoop loop = new ManualLoop();
    private final Map<Mac, Learned.KnownVap> vaps = new HashMap<>(Map.of(BSSID,
        new Learned.KnownVap(PORT, RawSsid.of("net"), 2412, 100, "north")));
    private final Map<Mac, Learned.KnownVap> storedVaps = new HashMap<>();
    private final List<HostRequest> requests = new ArrayList<>();
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
        when(learned.putVap(any(), any())).thenAnswer(call -> {
            storedVaps.put(call.getArgument(0), call.getArgument(1));
            return CompletableFuture.completedFuture(null);
        });
        subject = new ChannelSwitchClient(loop, learned, (bssid, frequency, count, limit) -> {
            assertEquals(BSSID, bssid);
            final HostRequest request = new HostRequest(frequency, count, limit, new CompletableFuture<>());
            requests.add(request);
            return request.answer();
        });
    }

    private CompletableFuture<Void> requestSwitch() {
        return subject.switchTo(BSSID, 2437).toCompletableFuture();
    }

    private void confirm() {
        requests.get(requests.size() - 1).answer().complete(null);
        loop.run();
    }

    private void refuse(final SwitchOutcome outcome) {
        requests.get(requests.size() - 1).answer().completeExceptionally(new HostSwitchException("because", outcome));
        loop.run();
    }

    private static ChannelSwitchException failure(final CompletableFuture<Void> result) {
        assertTrue(result.isDone());
        return (ChannelSwitchException) assertThrows(ExecutionException.class, result::get).getCause();
    }

    @Test
    void aSwitchCompletesOnceTheNewChannelIsStored() {
        final CompletableFuture<Void> result = requestSwitch();
        assertEquals(2437, requests.get(0).frequency());
        assertEquals(ChannelSwitchClient.BEACON_COUNT, requests.get(0).count());
        assertEquals(ChannelSwitchClient.SWITCH_TIMEOUT, requests.get(0).limit());
        confirm();
        assertEquals(Map.of(BSSID, new Learned.KnownVap(PORT, RawSsid.of("net"), 2437, 100, "north")), storedVaps);
        assertFalse(result.isDone(), "leases use the stored channel");
        vaps.putAll(storedVaps);
        stored.run();
        assertTrue(result.isDone() && !result.isCompletedExceptionally());
        loop.advance(ChannelSwitchClient.SWITCH_TIMEOUT.multipliedBy(2));
        assertEquals(1, requests.size());
    }

    @Test
    void aHostThatRefusesHasNotSwitched() {
        final CompletableFuture<Void> result = requestSwitch();
        refuse(SwitchOutcome.REFUSED);
        assertEquals("VAP " + BSSID + " does not switch to 2437 MHz: because", failure(result).getMessage());
        assertFalse(failure(result).mayHaveSwitched());
        assertFalse(requestSwitch().isDone(), "and it can be tried again");
    }

    @Test
    void anUnknownOutcomeMayBeASwitch() {
        final CompletableFuture<Void> result = requestSwitch();
        refuse(SwitchOutcome.UNKNOWN);
        assertTrue(failure(result).mayHaveSwitched());
    }

    @Test
    void aSilentHostMayHaveSwitched() {
        final CompletableFuture<Void> result = requestSwitch();
        loop.advance(ChannelSwitchClient.SWITCH_TIMEOUT.minusMillis(1));
        assertFalse(result.isDone());
        loop.advance(Duration.ofMillis(1));
        assertTrue(failure(result).mayHaveSwitched());
        confirm();
        assertEquals(Map.of(), storedVaps, "a late answer is ignored");
    }

    @Test
    void aBusyHostIsAskedAgainUntilTheLimit() {
        final CompletableFuture<Void> result = requestSwitch();
        refuse(SwitchOutcome.BUSY);
        assertFalse(result.isDone());
        loop.advance(ChannelSwitchClient.BUSY_INTERVAL);
        assertEquals(2, requests.size());
        assertEquals(ChannelSwitchClient.SWITCH_TIMEOUT.minus(ChannelSwitchClient.BUSY_INTERVAL),
            requests.get(1).limit());
        while (!result.isDone()) {
            refuse(SwitchOutcome.BUSY);
            loop.advance(ChannelSwitchClient.BUSY_INTERVAL);
        }
        assertEquals(18, requests.size());
    }

    @Test
    void oneSwitchAtATimeAndOnlyToAValidChannel() {
        requestSwitch();
        assertTrue(failure(requestSwitch()).getMessage().contains("another channel switch"));
        assertTrue(failure(subject.switchTo(BSSID, 2438).toCompletableFuture()).getMessage().contains("not a channel"));
        vaps.clear();
        stored.run();
        assertTrue(failure(requestSwitch()).getMessage().contains("is not known"));
    }

    @Test
    void aSwitchOfARemovedVapFails() {
        final CompletableFuture<Void> result = requestSwitch();
        vaps.clear();
        stored.run();
        assertTrue(failure(result).getMessage().contains("no longer known"));
    }
}
