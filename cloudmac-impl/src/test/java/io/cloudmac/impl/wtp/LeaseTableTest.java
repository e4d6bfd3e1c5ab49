// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentLease.LeaseKey;
import io.cloudmac.impl.wtp.AgentRadio.RadioSettings;
import io.cloudmac.impl.wtp.LeaseStatus.LeaseState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what silence and answers of an agent mean for a lease. The agent answers when the test says so. */
class LeaseTableTest {
    private static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:aa:01");
    private static final Lease LEASE = new Lease(WTP, BSSID, 2412);
    private static final Lease ON_ANOTHER_CHANNEL = new Lease(WTP, BSSID, 2437);

    private final AgentClient agent = mock(AgentClient.class);
    private final AgentInfo info = new AgentInfo(WTP.toString(), "fake", "0", 1, 1, List.of(),
        List.of(new AgentRadio(0, "phy0", "02:00:00:00:00:10", 2412, 20, 20, true, 8, List.of("2.4"),
            AgentRadio.NO_STATIONS)), List.of());
    private final Deque<CompletableFuture<LeaseKey>> requested = new ArrayDeque<>();
    private final Deque<CompletableFuture<RadioSettings>> tunings = new ArrayDeque<>();
    private final List<String> refusals = new ArrayList<>();
    private long ttl = 60_000;
    private final LeaseTable table = new LeaseTable(() -> ttl, () -> { }, () -> { }, bssid -> Set.of(),
        station -> 0, (lease, refusal) -> refusals.add(refusal.orElse("none")));

    @BeforeEach
    void open() {
        when(agent.lease(any(), any(), anyLong())).thenAnswer(call -> {
            requested.add(new CompletableFuture<>());
            return requested.getLast();
        });
        when(agent.setRadio(anyInt(), any(), any())).thenAnswer(call -> {
            tunings.add(new CompletableFuture<>());
            return tunings.getLast();
        });
        table.report(agent, info);
    }

    private void grant() {
        requested.remove().complete(new LeaseKey(BSSID.toString(), 0));
    }

    private void refuse() {
        requested.remove().completeExceptionally(new JsonRpcException(-32002, "ack.lease", "lease limit"));
    }

    private void staySilent() {
        requested.remove().completeExceptionally(new TimeoutException("ack.lease: no answer within 3000 ms"));
    }

    private LeaseState state() {
        return table.statuses().get(0).state();
    }

    @Test
    void anUnansweredRenewalKeepsTheLeaseAndIsRepeatedByTheNextOne() {
        table.hold(LEASE);
        grant();
        table.renew();
        staySilent();
        assertEquals(LeaseState.HELD, state());
        assertEquals(0, requested.size(), "a renewal of 64 leases is not doubled");
        table.renew();
        assertEquals(1, requested.size());
        grant();
        assertEquals(LeaseState.HELD, state());
        assertEquals(List.of(), refusals);
        assertEquals(0, requested.size());
    }

    @Test
    void aHeldLeaseIsPendingAfterItsTime() {
        ttl = 0;
        table.hold(LEASE);
        grant();
        table.renew();
        staySilent();
        assertEquals(LeaseState.PENDING, state());
        assertEquals("ack.lease: no answer within 3000 ms", table.statuses().get(0).text());
        assertEquals(List.of(), refusals);
    }

    @Test
    void anUnansweredRequestIsPendingAndAsksAgain() {
        final CompletableFuture<Void> held = table.hold(LEASE).toCompletableFuture();
        staySilent();
        assertTrue(held.isCompletedExceptionally());
        assertEquals(LeaseState.PENDING, state());
        grant();
        assertEquals(LeaseState.HELD, state());
        assertEquals(List.of(), refusals);
    }

    @Test
    void silenceDoesNotRepeatARefusal() {
        table.hold(LEASE);
        refuse();
        table.renew();
        staySilent();
        assertEquals(LeaseState.FAILED, state());
        assertEquals(List.of("ack.lease: lease limit (-32002)"), refusals);
        grant();
        assertEquals(List.of("ack.lease: lease limit (-32002)", "none"), refusals);
    }

    @Test
    void aLostConnectionIsNoRefusal() {
        table.hold(LEASE);
        requested.remove().completeExceptionally(new IOException("the peer closed the connection"));
        table.onSessionLost("the peer closed the connection");
        assertEquals(LeaseState.PENDING, state());
        assertEquals(List.of(), refusals);
        assertEquals(0, requested.size());
    }

    @Test
    void aReleasedLeaseIsNotRequestedAgain() {
        when(agent.release(any())).thenReturn(CompletableFuture.completedFuture(true));
        table.hold(LEASE);
        table.release(LEASE);
        staySilent();
        assertEquals(0, requested.size());
    }

    @Test
    void aRenewalDoesNotRepeatAnUnansweredRequest() {
        table.hold(LEASE);
        table.renew();
        table.renew();
        assertEquals(1, requested.size());
        staySilent();
        assertEquals(1, requested.size());
        table.onSessionLost("gone");
        table.report(agent, info);
        table.renew();
        assertEquals(2, requested.size(), "a new session requests all");
    }

    @Test
    void aRadioThatDidNotAnswerIsTunedAgain() {
        table.hold(ON_ANOTHER_CHANNEL);
        tunings.remove().completeExceptionally(new TimeoutException("radio.set: no answer within 3000 ms"));
        assertEquals(OptionalInt.of(0), table.radioOn(2437), "it may be on the new channel");
        assertFalse(tunings.isEmpty());
        tunings.remove().complete(null);
        grant();
        assertEquals(LeaseState.HELD, state());
        assertEquals(List.of(), refusals);
    }

    @Test
    void aRadioThatRefusesToTuneStaysOnItsChannel() {
        table.hold(ON_ANOTHER_CHANNEL);
        tunings.remove().completeExceptionally(new JsonRpcException(-32003, "radio.set", "no radar detection"));
        assertEquals(OptionalInt.of(0), table.radioOn(2412));
        assertEquals(LeaseState.FAILED, state());
        assertEquals(List.of("radio.set: no radar detection (-32003)"), refusals);
    }
}
