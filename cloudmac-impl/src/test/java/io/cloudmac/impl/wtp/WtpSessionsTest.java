// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.discovery.SessionRecorder;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime.StationAirtime;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over sockets and TLS with a fake agent. */
class WtpSessionsTest {
    private static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:aa:01");
    private static final Lease LEASE = new Lease(WTP, BSSID, 5180);
    private static final long TTL = 1_500;
    private static final int LEASE_IMPOSSIBLE = -32002;

    @TempDir
    private static Path dir;
    private static TestPki pki;
    private static TestPki otherPki;
    private static TestPki.Identity controller;
    private static TestPki.Identity wtp;

    private final NioEventLoopGroup group = new NioEventLoopGroup(1);
    private final RecordingPublisher publisher = new RecordingPublisher();
    private final BlockingQueue<SignalReport> signals = new LinkedBlockingQueue<>();
    private final BlockingQueue<Mac> signsOfLife = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
    private volatile long ttl = TTL;
    private FakeAgent agent;
    private WtpSessions sessions;

    @BeforeAll
    static void certificates() {
        pki = new TestPki(dir, "ours");
        otherPki = new TestPki(dir, "theirs");
        controller = pki.issue("controller", TestPki.CONTROLLER, "clientAuth");
        wtp = pki.issue("wtp", "urn:cloudmac:wtp:" + WTP, "serverAuth");
    }

    @BeforeEach
    void start() throws Exception {
        agent = new FakeAgent(WTP, pki, wtp);
        sessions = sessions(Optional.of(pki.controller(controller)));
    }

    @AfterEach
    void stop() {
        sessions.close();
        agent.close();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void aSessionOpensAndRequestsTheAgentsInfo() throws Exception {
        announce(agent);
        final SessionStatus status = publisher.await(SessionState.UP);
        assertEquals("fake", status.info().orElseThrow().name());
        assertEquals("", status.text());
    }

    /** Waits for the subscription; a session that opens while others are dropped may subscribe more than once. */
    private void subscribed(final int interval) throws Exception {
        while (agent.await("signal.subscribe").params().get("interval_ms").intValue() != interval) {
            Thread.onSpinWait();
        }
    }

    @Test
    void signalsAreSubscribedAtEachChangeAndSession() throws Exception {
        sessions.reportSignals(100);
        announce(agent);
        subscribed(100);
        sessions.reportSignals(200);
        subscribed(200);
        agent.drop();
        subscribed(200);
        sessions.reportSignals(0);
        subscribed(0);
    }

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
        agent.on("ack.lease", params -> "{\"bssid\":\"" + BSSID + "\",\"radio\":1,\"ttl_ms\":" + TTL
            + ",\"created\":true}");
        publisher.await("a held lease", WtpSessionsTest::held);
    }

    @Test
    void signalReportsArePassedOn() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"signal.report\",\"params\":{\"uptime_ms\":5,\"radio\":1,"
            + "\"stations\":[{\"station\":\"02:00:00:00:00:99\",\"last_dbm\":-40,\"ewma_dbm\":-41.5,\"frames\":3}]}}");
        final SignalReport report = signals.poll(20, TimeUnit.SECONDS);
        assertEquals(new SignalReport(WTP, 5, 1,
            List.of(new SignalReport.Station("02:00:00:00:00:99", -40, -41.5, 3))), report);
    }

    private static String airtime(final ObjectNode params, final String stations) {
        return "{\"radio\":" + params.get("radio") + ",\"scheduler\":true,\"sparse\":true,\"target_ms\":5,"
            + "\"interval_ms\":100,\"memory\":0,\"memory_max\":1,\"known\":1,\"weights\":[{\"address\":\"" + BSSID
            + "\",\"weight\":512}],\"stations\":[" + stations + "]}";
    }

    @Test
    void theAirtimeOfEachRadioIsRead() throws Exception {
        final String station = "{\"station\":\"02:00:00:00:00:99\",\"bssid\":\"" + BSSID + "\",\"weight\":512,"
            + "\"share_permille\":412,\"tx_us\":1,\"rx_us\":2,\"frames\":21,\"bytes\":32214,\"sojourn_us\":4310,"
            + "\"sent\":811,\"drops\":{\"codel\":3,\"full\":4}}";
        agent.on("airtime.get", params -> airtime(params, params.get("radio").intValue() == 1 ? station : ""));
        announce(agent);
        publisher.await(SessionState.UP);
        final AirtimeSettings settings = AirtimeSettings.DEFAULT;
        assertEquals(List.of(new AgentAirtime(0, settings, Map.of(BSSID, 512), List.of()),
            new AgentAirtime(1, settings, Map.of(BSSID, 512), List.of(new StationAirtime(
                Mac.parse("02:00:00:00:00:99"), BSSID, 512, 412, 21, 32214, 4310, 811, 3, 4)))),
            get(sessions.airtime(WTP)));
        agent.on("airtime.get", params -> airtime(params, station + "," + station));
        assertEquals("airtime.get: station 02:00:00:00:00:99 of " + BSSID + " is listed twice",
            assertThrows(ExecutionException.class, () -> get(sessions.airtime(WTP))).getCause().getMessage());
    }

    @Test
    void airtimeIsChangedAtAllRadiosAndConfirmed() throws Exception {
        agent.on("airtime.set", params -> "{\"radios\":[{\"radio\":0,\"scheduler\":false,\"sparse\":true,"
            + "\"target_ms\":20,\"interval_ms\":200}]}");
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.call(WTP, client -> client.setAirtime(new AirtimeWeight(BSSID, 512))));
        assertEquals(Json.parse("{\"address\":\"" + BSSID + "\",\"weight\":512}"),
            agent.await("airtime.set").params());
        get(sessions.call(WTP, client -> client.setAirtime(new AirtimeSettings(false, 20, 200))));
        assertEquals(Json.parse("{\"scheduler\":false,\"target_ms\":20,\"interval_ms\":200}"),
            agent.await("airtime.set").params());
        assertInstanceOf(ProtocolException.class, assertThrows(ExecutionException.class, () -> get(
            sessions.call(WTP, client -> client.setAirtime(AirtimeSettings.DEFAULT)))).getCause(), "not confirmed");
    }

    @Test
    void eachOpenedSessionIsReportedOnce() throws Exception {
        final List<String> recorded = new ArrayList<>();
        final OpenSessions open = new OpenSessions(recorder(recorded), publisher);
        final List<Mac> opened = new ArrayList<>();
        final SessionStatus up = new SessionStatus(SessionState.UP, "", Instant.EPOCH,
            Optional.empty(), List.of());
        open.publish(WTP, up);
        open.listen(opened::add);
        assertEquals(List.of(WTP), opened, "one that is up already");
        open.publish(WTP, up);
        assertEquals(List.of(WTP), opened);
        open.publish(WTP, new SessionStatus(SessionState.DOWN, "lost", Instant.EPOCH, Optional.empty(),
            List.of()));
        open.publish(WTP, up);
        assertEquals(List.of(WTP, WTP), opened);
        open.remove(WTP);
        open.publish(WTP, up);
        open.closeAll();
        assertEquals(Set.of(), open.wtps());
        assertEquals(List.of("open", "open", "closed: lost", "open", "removed", "open",
            "closed: the session was closed"), recorded);
    }

    private static SessionRecorder recorder(final List<String> recorded) {
        return new SessionRecorder() {
            @Override
            public void sessionOpened(final Mac opened) {
                recorded.add("open");
            }

            @Override
            public void sessionClosed(final Mac closed, final String reason) {
                recorded.add("closed: " + reason);
            }

            @Override
            public void sessionRemoved(final Mac removed) {
                recorded.add("removed");
            }
        };
    }

    @Test
    void malformedLineEndsTheConnection() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        agent.send("hello");
        assertTrue(publisher.await(SessionState.DOWN).text()
            .startsWith("the peer sent a line that is not"));
    }

    @Test
    void lineOfMoreThan64KiBEndsTheConnection() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        agent.send("x".repeat(70_000));
        assertEquals("the peer sent a line of more than 64 KiB",
            publisher.await(SessionState.DOWN).text());
    }

    @Test
    void anAgentThatStopsAnsweringIsDisconnected() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        agent.on("agent.info", params -> null);
        assertEquals("agent.info: no answer within 500 ms", publisher.await(SessionState.DOWN).text());
    }

    @Test
    void certificateOfAnotherAuthorityIsRefused() throws Exception {
        assertRefused(otherPki.issue("impostor", "urn:cloudmac:wtp:" + WTP, "serverAuth"),
            "the peer's certificate is not from the controller's CA or not valid");
    }

    @Test
    void certificateOfAnotherWtpIsRefused() throws Exception {
        assertRefused(pki.issue("other", "urn:cloudmac:wtp:02:0a:00:00:00:02", "serverAuth"),
            "the peer's certificate was refused: the certificate is for [urn:cloudmac:wtp:02:0a:00:00:00:02]");
    }

    @Test
    void certificateWithoutUriIsRefused() throws Exception {
        assertRefused(pki.issue("nameless", "", "serverAuth"),
            "the peer's certificate was refused: the certificate is for no URI");
    }

    @Test
    void certificateOfAClientIsRefused() throws Exception {
        assertRefused(pki.issue("client", "urn:cloudmac:wtp:" + WTP, "clientAuth"), "the peer's certificate");
    }

    @Test
    void anAgentThatRefusesTheControllerIsReported() throws Exception {
        sessions.close();
        sessions = sessions(Optional.of(new ControlTls(pki.ca(),
            otherPki.issue("stranger", TestPki.CONTROLLER, "clientAuth").certificate(),
            dir.resolve("theirs-stranger.key"))));
        announce(agent);
        final SessionStatus status = publisher.await(SessionState.REFUSED);
        assertTrue(status.text().startsWith("the peer refused the TLS connection"), status.text());
    }

    @Test
    void anAgentWithAnotherIdIsRefused() throws Exception {
        try (FakeAgent liar = new FakeAgent(Mac.parse("02:0a:00:00:00:02"), pki, wtp)) {
            announce(liar);
            assertEquals("the agent says it is WTP 02:0a:00:00:00:02",
                publisher.await(SessionState.REFUSED).text());
        }
    }

    @Test
    void thereAreNoSessionsWithoutCertificates() throws Exception {
        sessions.close();
        sessions = sessions(Optional.empty());
        announce(agent);
        assertEquals(ControlSettings.NO_CERTIFICATES, publisher.await(SessionState.OFF).text());
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(sessions.hold(LEASE)));
        assertInstanceOf(IOException.class, failure.getCause());
        assertTrue(failure.getCause().getMessage().endsWith(ControlSettings.NO_CERTIFICATES));
    }

    @Test
    void missingCertificateFileIsNamed() throws Exception {
        sessions.close();
        final Path missing = dir.resolve("missing.pem");
        sessions = sessions(Optional.of(new ControlTls(missing, controller.certificate(), controller.key())));
        announce(agent);
        assertEquals("cannot use the CA certificate " + missing + ": there is no such file",
            publisher.await(SessionState.DOWN).text());
    }

    @Test
    void renewedCertificateFilesAreUsedAtTheNextAttempt() throws Exception {
        sessions.close();
        final Path ca = dir.resolve("rolled-ca.pem");
        Files.copy(otherPki.ca(), ca);
        sessions = sessions(Optional.of(new ControlTls(ca, controller.certificate(), controller.key())));
        announce(agent);
        publisher.await(SessionState.REFUSED);
        Files.write(ca, Files.readAllBytes(pki.ca()));
        publisher.await(SessionState.UP);
    }

    @Test
    void aSessionFollowsAnAgentToItsNewAddress() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
        try (FakeAgent moved = new FakeAgent(WTP, pki, wtp)) {
            announce(moved);
            assertEquals(BSSID.toString(), moved.await("ack.lease").params().get("bssid").textValue());
            publisher.await("the lease held again", status -> status.state() == SessionState.UP
                && held(status));
            sessions.close();
        }
    }

    @Test
    void aProbedAgentsAnswerIsASignOfLife() throws Exception {
        ttl = TimeUnit.HOURS.toMillis(1); // no lease is renewed during the test
        announce(agent);
        publisher.await(SessionState.UP);
        agent.await("agent.info");
        assertEquals(WTP, signsOfLife.poll(20, TimeUnit.SECONDS));
        sessions.probe(WTP);
        agent.await("agent.info");
        assertEquals(WTP, signsOfLife.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void aLostWtpHasNoSession() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        sessions.onLost(WTP);
        final ExecutionException failure = assertThrows(ExecutionException.class,
            () -> get(sessions.call(WTP, AgentClient::stats)));
        assertEquals("no session with WTP " + WTP + ": it is not announced", failure.getCause().getMessage());
    }

    private void assertRefused(final TestPki.Identity identity, final String text) throws Exception {
        try (FakeAgent impostor = new FakeAgent(WTP, pki, identity)) {
            announce(impostor);
            final SessionStatus status = publisher.await(SessionState.REFUSED);
            assertTrue(status.text().startsWith(text), status.text());
            assertEquals(List.of(), impostor.unawaited("agent.info"), "the controller sent nothing to the impostor");
        }
    }

    private void announce(final FakeAgent where) {
        sessions.onAnnouncement(WTP, List.of(where.address()));
    }

    private static boolean held(final SessionStatus status) {
        return !status.leases().isEmpty() && status.leases().get(0).state() == LeaseStatus.LeaseState.HELD;
    }

    private WtpSessions sessions(final Optional<ControlTls> tls) {
        final EventLoop loop = group.next();
        final ControlSettings settings = new ControlSettings(tls, 5_000, 500, 10, 100);
        return new WtpSessions(new SessionContext(loop, settings, new PeerConnector(loop, settings),
            () -> new Random(1), () -> ttl, signals::add, signsOfLife::add, publisher,
            (lease, refused) -> refusals.add((refused ? "refused " : "no longer refused ") + lease.bssid())));
    }

    private static <T> T get(final CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
