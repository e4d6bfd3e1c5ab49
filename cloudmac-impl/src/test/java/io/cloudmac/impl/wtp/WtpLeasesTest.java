// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests leases and permits over sockets and TLS with a fake agent. */
class WtpLeasesTest extends WtpSessionsFixture {
    private static final int LEASES_OF_A_WTP = 64;

    @Test
    void aLeaseUsesTheRadioOnTheChannelAndIsRenewed() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
        final FakeAgent.Request request = agent.await("ack.lease");
        assertEquals(1, request.params().get("radio").intValue());
        assertEquals(TTL, request.params().get("ttl_ms").longValue());
        final long asked = System.nanoTime();
        agent.await("ack.lease");
        assertTrue(System.nanoTime() - asked < TimeUnit.MILLISECONDS.toNanos(TTL), "renewed before expiry");
        assertEquals(LeaseStatus.LeaseState.HELD,
            publisher.await("a held lease", WtpSessionsTest::held).leases().get(0).state());

        get(sessions.release(LEASE));
        assertEquals(BSSID.toString(), agent.await("ack.release").params().get("bssid").textValue());
        publisher.await("no lease", status -> status.leases().isEmpty());
    }

    @Test
    void allLeasesOfABusyAgentAreGrantedAndRenewed() throws Exception {
        ttl = 6_000;
        final Function<ObjectNode, String> grant = agent.handler("ack.lease");
        agent.on("ack.lease", params -> {
            setUpForAWhile();
            return grant.apply(params);
        });
        sessions.announce(WTP, Map.of(BSSID, 5180));
        announce(agent);
        publisher.await(SessionState.UP);
        final List<CompletionStage<Void>> holds = IntStream.range(0, LEASES_OF_A_WTP).mapToObj(i -> sessions.hold(
            new Lease(WTP, Mac.parse(String.format("02:00:00:00:bb:%02x", i)), 5180))).toList();
        for (final CompletionStage<Void> hold : holds) {
            get(hold);
        }
        final Instant granted = Instant.now();
        publisher.await("all leases renewed", status -> status.leases().size() == LEASES_OF_A_WTP
            && status.leases().stream().allMatch(lease -> lease.state() == LeaseStatus.LeaseState.HELD
                && lease.expires().isAfter(granted.plusMillis(ttl))));
        assertEquals(List.of(), List.copyOf(refusals));
    }

    /** Takes the time of the kernel. The agent answers in order, so that further requests wait for it. */
    private static void setUpForAWhile() {
        try {
            Thread.sleep(20);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anUnusedRadioIsTunedToTheVapsChannel() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(new Lease(WTP, BSSID, 5240)));
        assertEquals(5240, agent.await("radio.set").params().get("frequency").intValue());
        assertEquals(1, agent.await("ack.lease").params().get("radio").intValue());
        final ExecutionException failure = assertThrows(ExecutionException.class,
            () -> get(sessions.hold(new Lease(WTP, Mac.parse("02:00:00:00:aa:02"), 5500))));
        assertEquals("none of its radios is on 5500 MHz or free to be tuned to it", failure.getCause().getMessage());
    }

    @Test
    void aVapIsAnnouncedOnTheRadioThatIsOnItsChannel() throws Exception {
        sessions.announce(WTP, Map.of(BSSID, 5180));
        announce(agent);
        final ObjectNode permit = agent.await("announce.permit").params();
        assertEquals("[\"" + BSSID + "\"]", permit.get("bssids").toString());
        assertEquals(1, permit.get("radio").intValue());
        assertEquals(TTL, permit.get("ttl_ms").longValue());
        agent.await("announce.permit");
        sessions.announce(WTP, Map.of());
        assertEquals(permit.get("bssids"), agent.await("announce.revoke").params().get("bssids"));
    }

    @Test
    void leasesAndPermitsCarryTheOctetsOfTheSsid() throws Exception {
        ssids = Map.of(BSSID, RawSsid.of("\\xce\\xf7"));
        sessions.announce(WTP, Map.of(BSSID, 5180, Mac.parse("02:00:00:00:aa:02"), 5180));
        announce(agent);
        final ObjectNode permit = agent.await("announce.permit").params();
        final int known = BSSID.toString().equals(permit.get("bssids").get(0).textValue()) ? 0 : 1;
        assertEquals("cef7", permit.get("ssids").get(known).textValue());
        assertTrue(permit.get("ssids").get(1 - known).isNull());
        get(sessions.hold(LEASE));
        assertEquals("cef7", agent.await("ack.lease").params().get("ssid").textValue());
    }

    @Test
    void aRadioThatALeaseTunesAnnouncesTheVapsOfItsNewChannel() throws Exception {
        ttl = 60_000;
        sessions.announce(WTP, Map.of(BSSID, 5240));
        sessions.reportSignals(100);
        announce(agent);
        // The agent gets the permits before it.
        agent.await("signal.subscribe");
        assertEquals(List.of(), agent.unawaited("announce.permit"));
        get(sessions.hold(new Lease(WTP, BSSID, 5240)));
        assertEquals(1, agent.await("announce.permit").params().get("radio").intValue());
    }

    @Test
    void aLeaseTunesNoRadioThatAnnouncesAnotherVap() throws Exception {
        final Mac other = Mac.parse("02:00:00:00:aa:02");
        ttl = 60_000;
        sessions.announce(WTP, Map.of(other, 5180));
        announce(agent);
        publisher.await(SessionState.UP);
        assertThrows(ExecutionException.class, () -> get(sessions.hold(new Lease(WTP, BSSID, 5240))));
        get(sessions.hold(new Lease(WTP, other, 5180)));
        assertEquals(List.of(), agent.unawaited("radio.set"));
    }

    @Test
    void aRefusedLeaseKeepsNoRadioFromOthers() throws Exception {
        ttl = 60_000;
        announce(agent);
        publisher.await(SessionState.UP);
        agent.on("ack.lease", params -> {
            throw new FakeAgent.Refusal(LEASE_IMPOSSIBLE, "lease limit");
        });
        assertThrows(ExecutionException.class, () -> get(sessions.hold(LEASE)));
        final Mac other = Mac.parse("02:00:00:00:aa:02");
        assertThrows(ExecutionException.class, () -> get(sessions.hold(new Lease(WTP, other, 5240))));
        assertEquals(5240, agent.await("radio.set").params().get("frequency").intValue());
    }

    @Test
    void aLeaseWithoutARadioIsRequestedAfterARelease() throws Exception {
        ttl = 60_000;
        final Lease before = new Lease(WTP, BSSID, 5240);
        final Lease after = new Lease(WTP, BSSID, 5500);
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(before));
        assertEquals(5240, agent.await("radio.set").params().get("frequency").intValue());
        assertThrows(ExecutionException.class, () -> get(sessions.hold(after)), "its stations still need the radio");
        get(sessions.release(before));
        assertEquals(5500, agent.await("radio.set").params().get("frequency").intValue());
        assertEquals(BSSID.toString(), agent.await("ack.lease").params().get("bssid").textValue());
        publisher.await("a held lease", WtpSessionsTest::held);
    }

    @Test
    void aRefusedLeaseIsRequestedAfterARelease() throws Exception {
        ttl = 60_000;
        final Lease vanished = new Lease(WTP, Mac.parse("02:00:00:00:aa:02"), 5180);
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(vanished));
        final Function<ObjectNode, String> grant = agent.handler("ack.lease");
        agent.on("ack.lease", params -> {
            throw new FakeAgent.Refusal(-32002, "lease limit");
        });
        assertThrows(ExecutionException.class, () -> get(sessions.hold(LEASE)));
        assertEquals("refused " + BSSID, refusals.poll(20, TimeUnit.SECONDS));
        agent.on("ack.lease", grant);
        get(sessions.release(vanished));
        assertEquals("no longer refused " + BSSID, refusals.poll(20, TimeUnit.SECONDS));
        publisher.await("a held lease", WtpSessionsTest::held);
    }

    @Test
    void leftoverLeasesAreReleased() throws Exception {
        final Mac left = Mac.parse("02:00:00:00:aa:02");
        final Mac configured = Mac.parse("02:00:00:00:aa:03");
        final Mac foreign = Mac.parse("02:00:00:00:aa:04");
        ttl = 60_000;
        agent.holds(Map.of(BSSID, 40_000L, left, 41_000L, configured, 3_600_000L, foreign, 42_000L));
        announce(agent);
        publisher.await(SessionState.UP);
        final Set<Mac> vaps = Set.of(BSSID, left, configured);
        sessions.releaseLeftovers(vaps);
        get(sessions.hold(LEASE));
        assertEquals(List.of(), agent.unawaited("ack.release"), "a holder may not have asked yet");
        sessions.releaseLeftovers(vaps);
        assertEquals(left.toString(), agent.await("ack.release").params().get("bssid").textValue());
        sessions.releaseLeftovers(vaps);
        sessions.releaseLeftovers(vaps);
        get(sessions.release(LEASE));
        assertEquals(BSSID.toString(), agent.await("ack.release").params().get("bssid").textValue());
        assertEquals(List.of(), agent.unawaited("ack.release"), "no other lease is released");
    }

    @Test
    void leasesAreRequestedAgainAfterAReconnect() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
        agent.stop();
        final SessionStatus down = publisher.await(SessionState.DOWN);
        assertEquals(LeaseStatus.LeaseState.PENDING, down.leases().get(0).state());
        agent.restart();
        publisher.await("the lease held again",
            status -> status.state() == SessionState.UP && held(status));
    }

    @Test
    void aLeaseWithoutASessionFailsAndIsRequestedLater() throws Exception {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(sessions.hold(LEASE)));
        assertEquals("no session with WTP " + WTP + ": it is not announced", failure.getCause().getMessage());
        announce(agent);
        publisher.await("a held lease", WtpSessionsTest::held);
    }

    @Test
    void aLeaseReleasedWithoutASessionIsReleasedLater() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
        agent.stop();
        publisher.await(SessionState.DOWN);
        get(sessions.release(LEASE));
        agent.restart();
        assertEquals(BSSID.toString(), agent.await("ack.release").params().get("bssid").textValue());
    }

    @Test
    void aRefusedLeaseIsReportedAndRequestedAgain() throws Exception {
        agent.on("ack.lease", params -> {
            throw new FakeAgent.Refusal(LEASE_IMPOSSIBLE, "lease limit");
        });
        announce(agent);
        publisher.await(SessionState.UP);
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(sessions.hold(LEASE)));
        assertEquals(LEASE_IMPOSSIBLE,
            assertInstanceOf(JsonRpcException.class, failure.getCause()).code());
        assertEquals("ack.lease: lease limit (-32002)", publisher.await("a failed lease", status ->
            !status.leases().isEmpty() && status.leases().get(0).state() == LeaseStatus.LeaseState.FAILED)
            .leases().get(0).text());
        assertEquals("refused " + BSSID, refusals.poll(20, TimeUnit.SECONDS));
        assertEquals("refused " + BSSID, refusals.poll(20, TimeUnit.SECONDS), "each renewal reports it");
        agent.on("ack.lease", params -> "{\"bssid\":\"" + BSSID + "\",\"radio\":1,\"ttl_ms\":" + TTL
            + ",\"created\":true}");
        publisher.await("a held lease", WtpSessionsTest::held);
    }

    @Test
    void theLeaseOfAVirtualStationUsesTheRadioOnItsChannel() throws Exception {
        agent.serveStations("pinned");
        stationChannel = 5180;
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(Lease.ofVirtualStation(WTP, BSSID)));
        final ObjectNode request = agent.await("ack.lease").params();
        assertEquals(1, request.get("radio").intValue());
        assertEquals("station", request.get("role").textValue());
    }

    @Test
    void aVirtualStationKeepsTheRadioThatHasItsLeaseFromBefore() throws Exception {
        ttl = 60_000;
        agent.serveStations("pinned");
        stationChannel = 2412;
        agent.holds(Map.of(BSSID, 40_000L));
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(Lease.ofVirtualStation(WTP, BSSID)));
        assertEquals(1, agent.await("ack.lease").params().get("radio").intValue());
    }
}
