// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.admission.SessionRecorder;
import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime.StationAirtime;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests sessions over sockets and TLS with a fake agent. */
class WtpSessionsTest extends WtpSessionsFixture {
    @Test
    void aSessionOpensAndRequestsTheAgentsInfo() throws Exception {
        announce(agent);
        final SessionStatus status = publisher.await(SessionState.UP);
        assertEquals("fake", status.info().orElseThrow().name());
        assertEquals("", status.text());
    }

    @Test
    void anAttemptWaitsForItsTurnAndALostWtpGivesItUp() throws Exception {
        final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
        turns = dial -> {
            waiting.add(dial);
            return () -> waiting.remove(dial);
        };
        announce(agent);
        publisher.await(SessionState.CONNECTING);
        sessions.onLost(WTP);
        assertThrows(ExecutionException.class, () -> get(sessions.call(WTP, AgentClient::stats)));
        assertTrue(waiting.isEmpty(), "its turn is free");
        turns = DialTurns.AT_ONCE;
        announce(agent);
        publisher.await(SessionState.UP);
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
        final OpenSessions open = new OpenSessions(recorder(recorded), publisher, new RecordedAlarms().board());
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

    @Test
    void aSmallMtuOfAWtpIsAnAlarm() {
        final RecordedAlarms alarms = new RecordedAlarms();
        final OpenSessions open = new OpenSessions(recorder(new ArrayList<>()), publisher, alarms.board());
        open.publish(WTP, up(1700, 1500));
        assertEquals(List.of("mtu-too-small wtp/" + WTP), alarms.raised());
        assertEquals(List.of("minor: interface eth1 has an MTU of 1500, and at least 1700 is needed"), alarms.texts());
        open.publish(WTP, up(1700, 1700));
        assertEquals(List.of(), alarms.raised());
        open.publish(WTP, up(1500));
        open.remove(WTP);
        assertEquals(List.of(), alarms.raised(), "the WTP is forgotten");
    }

    private static SessionStatus up(final int... mtus) {
        final List<AgentInfo.Wired> wired = new ArrayList<>();
        for (final int mtu : mtus) {
            wired.add(new AgentInfo.Wired("eth" + wired.size(), "02:00:00:00:00:01", mtu));
        }
        return new SessionStatus(SessionState.UP, "", Instant.EPOCH, Optional.of(new AgentInfo(WTP.toString(), "attic",
            "1", 1, 0, wired, List.of(), List.of())), List.of());
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
}
