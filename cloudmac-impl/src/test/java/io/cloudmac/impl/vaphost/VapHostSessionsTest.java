// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.channel.HostSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.nio.file.Path;
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
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over sockets and TLS with a fake daemon. */
class VapHostSessionsTest implements HostContext.HostListener {
    private static final String HOST = "North.example";
    private static final String ONE = "02:00:00:00:aa:01";
    private static final String TWO = "02:00:00:00:aa:02";
    private static final String THREE = "02:00:00:00:aa:03";
    private static final Mac BSSID = Mac.parse(ONE);
    private static final long SWITCH_LIMIT = 20_000;

    @TempDir
    private static Path dir;
    private static TestPki pki;
    private static TestPki.Identity controller;
    private static TestPki.Identity host;

    private final NioEventLoopGroup group = new NioEventLoopGroup(1);
    private int requestLimit = 10_000;
    private long listInterval = TimeUnit.HOURS.toMillis(1);
    private HostStatus status;
    private boolean removed;
    private FakeDaemon daemon;
    private final BlockingQueue<StationKey> authorized = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> held = new LinkedBlockingQueue<>();
    private VapHostSessions sessions;

    @BeforeAll
    static void certificates() {
        pki = new TestPki(dir, "ours");
        controller = pki.issue("controller", TestPki.CONTROLLER, "clientAuth");
        host = pki.issue("host", "urn:cloudmac:vap-host:" + HOST, "serverAuth");
    }

    @BeforeEach
    void start() throws Exception {
        daemon = new FakeDaemon(HOST, pki, host);
        sessions = sessions(Optional.of(pki.controller(controller)));
    }

    @AfterEach
    void stop() {
        sessions.close();
        daemon.close();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private VapHostSessions sessions(final Optional<ControlTls> tls) {
        final EventLoop loop = group.next();
        final ControlSettings settings = new ControlSettings(tls, 5_000, requestLimit, 10, 100);
        return new VapHostSessions(new HostContext(loop, settings,
            new PeerConnector(loop, settings, VapHostClient.MAX_UNANSWERED),
            () -> new Random(1), listInterval, this));
    }

    @Override
    public synchronized void hostChanged(final String name, final HostStatus now) {
        assertEquals(HOST, name);
        status = now;
        removed = false;
        notifyAll();
    }

    @Override
    public void stationAuthorized(final String name, final StationKey station) {
        assertEquals(HOST, name);
        authorized.add(station);
    }

    @Override
    public void stationsHeld(final String name, final Mac bssid, final Set<Mac> stations) {
        held.add(bssid + " holds " + stations);
    }

    @Override
    public void vapsListed(final String name, final Set<Mac> vaps) {
        held.add("lists " + vaps);
    }

    @Override
    public void stationLeft(final String name, final StationKey station) {
        held.add(station.station() + " left " + station.bssid());
    }

    @Override
    public void vapEnded(final String name, final Mac bssid) {
        held.add(bssid + " ended");
    }

    @Override
    public synchronized void hostRemoved(final String name) {
        removed = true;
        notifyAll();
    }

    private synchronized HostStatus await(final String what, final Predicate<HostStatus> condition)
            throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (status == null || !condition.test(status)) {
            final long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("awaited " + what + " for 20 s; was shown: " + status);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return status;
    }

    private HostStatus await(final SessionState state) throws InterruptedException {
        return await("the state " + state, now -> now.state() == state);
    }

    private void awaitVaps(final String... bssids) throws InterruptedException {
        final Set<Mac> expected = Set.copyOf(List.of(bssids).stream().map(Mac::parse).toList());
        await("the VAPs " + expected, now -> now.state() == SessionState.UP && now.vaps().keySet().equals(expected));
    }

    private void configure(final FakeControlServer where) {
        sessions.configure(Map.of(HOST, where.address()));
    }

    private static <T> T get(final CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void aSessionOpensWithAllPagesOfVaps() throws Exception {
        daemon.has(ONE, TWO, THREE);
        configure(daemon);
        awaitVaps(ONE, TWO, THREE);
        assertEquals("0.2", status.version());
        assertEquals("", status.text());
        assertTrue(daemon.await("vaps.subscribe").params().get("enabled").booleanValue());
        assertEquals(Json.newObject(), daemon.await("vaps.list").params());
        assertEquals(TWO, daemon.await("vaps.list").params().get("after").textValue());
    }

    @Test
    void aStationThatIsAuthorizedIsReported() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.notify("station.associated", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:01\"}");
        daemon.notify("station.authorized", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:02\"}");
        assertEquals(new StationKey(Mac.parse(ONE), Mac.parse("02:5a:00:00:00:02")),
            authorized.poll(20, TimeUnit.SECONDS));
        assertTrue(authorized.isEmpty());
    }

    @Test
    void theStationsThatEachVapHoldsAreReported() throws Exception {
        daemon.has(ONE, TWO, THREE);
        daemon.on("stations.list", params -> switch (params.get("bssid").textValue()) {
            case ONE -> "{\"bssid\":\"" + ONE + "\",\"stations\":[{\"station\":\"02:5a:00:00:00:01\","
                + "\"authorized\":true},{\"station\":\"02:5a:00:00:00:02\",\"authorized\":false}]}";
            case TWO -> "{\"bssid\":\"" + TWO + "\",\"stations\":[]}";
            default -> throw new FakeControlServer.Refusal(-32011, "no such VAP");
        });
        configure(daemon);
        final Set<String> reports = Set.of(next(), next());
        assertEquals(Set.of(ONE + " holds [02:5a:00:00:00:01]", TWO + " holds []"), reports);
        daemon.notify("station.disassociated", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:01\"}");
        daemon.notify("vap.down", "{\"bssid\":\"" + ONE + "\"}");
        assertEquals("02:5a:00:00:00:01 left " + ONE, next());
        assertEquals(ONE + " ended", next());
    }

    @Test
    void theStationsOfAVapThatComesUpLaterAreReported() throws Exception {
        configure(daemon);
        awaitVaps();
        daemon.on("stations.list", params -> "{\"bssid\":\"" + ONE + "\",\"stations\":[{\"station\":"
            + "\"02:5a:00:00:00:01\",\"authorized\":true}]}");
        daemon.notify("vap.up", FakeDaemon.vap(ONE));
        assertEquals(ONE + " holds [02:5a:00:00:00:01]", next());
    }

    @Test
    void stationsWithoutAnAnswerAreAskedForAgain() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        daemon.has(ONE);
        daemon.on("stations.list", params -> {
            throw new FakeControlServer.Refusal(-32012, "hostapd does not answer");
        });
        configure(daemon);
        assertEquals("lists [" + ONE + "]", next());
        daemon.on("stations.list", params -> "{\"bssid\":\"" + ONE + "\",\"stations\":[]}");
        String report = next();
        while (report.startsWith("lists ")) {
            report = next();
        }
        assertEquals(ONE + " holds []", report);
    }

    private String next() throws InterruptedException {
        return held.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void notificationsChangeTheVaps() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.notify("vap.up", FakeDaemon.vap(TWO));
        awaitVaps(ONE, TWO);
        daemon.notify("vap.down", "{\"bssid\":\"" + ONE + "\"}");
        awaitVaps(TWO);
    }

    @Test
    void aMissedNotificationIsMadeUpByTheNextList() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        awaitVaps();
        daemon.has(ONE);
        awaitVaps(ONE);
    }

    @Test
    void aLostSessionHasNoVapsAndReturns() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.stop();
        assertEquals(Map.of(), await(SessionState.DOWN).vaps());
        daemon.has(TWO);
        daemon.restart();
        awaitVaps(TWO);
    }

    @Test
    void aDaemonThatStopsAnsweringIsDisconnected() throws Exception {
        sessions.close();
        listInterval = 50;
        requestLimit = 500;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        await(SessionState.UP);
        daemon.on("vaps.list", params -> null);
        assertEquals("vaps.list: no answer within 500 ms", await(SessionState.DOWN).text());
    }

    @Test
    void aMalformedNotificationEndsTheConnection() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.notify("vap.up", "{\"bssid\":\"" + ONE + "\"}");
        assertTrue(await(SessionState.DOWN).text().startsWith("the peer sent member 'ssid'"), status.text());
    }

    @Test
    void aListThatDoesNotEndIsRefused() throws Exception {
        daemon.on("vaps.list", params -> "{\"vaps\":[" + FakeDaemon.vap(ONE) + "],\"more\":true}");
        configure(daemon);
        assertEquals("vaps.list: the host has more than 1024 VAPs", await(SessionState.DOWN).text());
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        for (final String uri : List.of("urn:cloudmac:vap-host:south", "urn:cloudmac:vap-host:north.example",
                "urn:cloudmac:wtp:" + HOST)) {
            try (FakeDaemon impostor = new FakeDaemon(HOST, pki, pki.issue("other", uri, "serverAuth"))) {
                configure(impostor);
                final String text = await(uri, now -> now.state() == SessionState.REFUSED
                    && now.address().equals(impostor.address())).text();
                assertTrue(text.endsWith("the certificate is for [" + uri + "], not for urn:cloudmac:vap-host:" + HOST),
                    text);
                assertEquals(List.of(), impostor.unawaited("host.info"), "the controller sent nothing");
            }
        }
    }

    @Test
    void aDaemonOfAnotherHostOrProtocolIsRefused() throws Exception {
        try (FakeDaemon liar = new FakeDaemon("south", pki, host)) {
            configure(liar);
            assertEquals("the daemon says it is on VAP host south", await(SessionState.REFUSED).text());
        }
        daemon.speak(2);
        configure(daemon);
        assertEquals("the daemon speaks protocol version 2, the controller version 1",
            await("another protocol", now -> now.address().equals(daemon.address())
                && now.state() == SessionState.DOWN).text());
    }

    @Test
    void aChannelSwitchIsAnsweredAtItsEnd() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":"
            + params.get("frequency") + "}");
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        assertEquals(Json.parse("{\"bssid\":\"" + ONE + "\",\"frequency\":2437,\"count\":5}"),
            daemon.await("channel.switch").params());
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":2412}");
        assertEquals(SwitchOutcome.UNKNOWN, switchFailure(SWITCH_LIMIT).outcome(), "it confirms another channel");
        daemon.on("channel.switch", params -> null);
        final HostSwitchException late = switchFailure(50);
        assertEquals("channel.switch: no answer within 50 ms", late.getMessage());
        assertEquals(SwitchOutcome.UNKNOWN, late.outcome());
    }

    @Test
    void eachRefusalOfAChannelSwitchHasItsOutcome() throws Exception {
        assertEquals("no session with VAP host North.example: it is not configured",
            switchFailure(SWITCH_LIMIT).getMessage());
        assertEquals(SwitchOutcome.REFUSED, switchFailure(SWITCH_LIMIT).outcome());
        configure(daemon);
        await(SessionState.UP);
        for (final var each : Map.of(SwitchFailures.NO_SUCH_VAP, SwitchOutcome.REFUSED, SwitchFailures.NO_HOSTAPD,
                SwitchOutcome.REFUSED, SwitchFailures.HOSTAPD_REFUSES, SwitchOutcome.REFUSED, SwitchFailures.UNFINISHED,
                SwitchOutcome.UNKNOWN, SwitchFailures.BUSY, SwitchOutcome.BUSY).entrySet()) {
            daemon.on("channel.switch", params -> {
                throw new FakeControlServer.Refusal(each.getKey(), "because");
            });
            final HostSwitchException failure = switchFailure(SWITCH_LIMIT);
            assertEquals("channel.switch: because (" + each.getKey() + ")", failure.getMessage());
            assertEquals(each.getValue(), failure.outcome(), failure.getMessage());
        }
    }

    @Test
    void tooManyUnansweredChannelSwitchesAreRefused() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> null);
        final List<CompletionStage<Void>> unanswered = new ArrayList<>();
        for (int i = 0; i < VapHostClient.MAX_SWITCHES; i++) {
            unanswered.add(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        }
        final CompletionStage<Void> last = sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, 50));
        final ExecutionException thrown = assertThrows(ExecutionException.class, () -> get(last));
        final HostSwitchException failure = SwitchFailures.of(thrown.getCause());
        assertEquals("channel.switch: the host has not answered 60 channel switches", failure.getMessage());
        assertEquals(SwitchOutcome.REFUSED, failure.outcome());
        daemon.has(ONE);
        awaitVaps(ONE);
        assertEquals(List.of(), unanswered.stream().filter(each -> each.toCompletableFuture().isDone()).toList(),
            "the session stays");
    }

    @Test
    void anAnsweredChannelSwitchMakesRoom() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        daemon.on("channel.switch", params -> null);
        for (int i = 0; i < VapHostClient.MAX_SWITCHES - 1; i++) {
            sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT));
        }
        final HostSwitchException late = switchFailure(50);
        assertEquals("channel.switch: no answer within 50 ms", late.getMessage());
        daemon.on("channel.switch", params -> "{\"bssid\":" + params.get("bssid") + ",\"frequency\":2437}");
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
        get(sessions.call(HOST, client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)));
    }

    private HostSwitchException switchFailure(final long limit) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(sessions.call(HOST,
            client -> client.switchChannel(BSSID, 2437, 5, limit))));
        return assertInstanceOf(HostSwitchException.class, SwitchFailures.of(failure.getCause()));
    }

    @Test
    void aSessionFollowsTheConfiguration() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        try (FakeDaemon moved = new FakeDaemon(HOST, pki, host)) {
            moved.has(TWO);
            configure(moved);
            awaitVaps(TWO);
            sessions.configure(Map.of());
            await("the removal", now -> removed);
        }
    }

    @Test
    void thereAreNoSessionsWithoutCertificates() throws Exception {
        sessions.close();
        sessions = sessions(Optional.empty());
        configure(daemon);
        assertEquals(ControlSettings.NO_CERTIFICATES, await(SessionState.OFF).text());
    }
}
