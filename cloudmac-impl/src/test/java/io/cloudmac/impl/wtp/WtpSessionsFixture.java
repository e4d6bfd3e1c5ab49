// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over sockets and TLS with a fake agent, for the tests that need them. */
class WtpSessionsFixture {
    static final Mac WTP = Mac.parse("02:0a:00:00:00:01");
    static final Mac BSSID = Mac.parse("02:00:00:00:aa:01");
    static final Lease LEASE = new Lease(WTP, BSSID, 5180);
    static final long TTL = 1_500;
    static final long TERM = 5;
    static final int LEASE_IMPOSSIBLE = -32002;

    @TempDir
    static Path dir;
    static TestPki pki;
    static TestPki otherPki;
    static TestPki.Identity controller;
    static TestPki.Identity wtp;

    final NioEventLoopGroup group = new NioEventLoopGroup(1);
    final RecordingPublisher publisher = new RecordingPublisher();
    final BlockingQueue<SignalReport> signals = new LinkedBlockingQueue<>();
    final BlockingQueue<Mac> signsOfLife = new LinkedBlockingQueue<>();
    final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
    volatile long ttl = TTL;
    volatile DialTurns turns = DialTurns.AT_ONCE;
    /** The channel of all virtual stations, MHz. */
    volatile int stationChannel;
    volatile Map<Mac, RawSsid> ssids = Map.of();
    FakeAgent agent;
    WtpSessions sessions;

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

    void announce(final FakeAgent where) {
        sessions.onAnnouncement(WTP, List.of(where.address()));
    }

    static boolean held(final SessionStatus status) {
        return !status.leases().isEmpty() && status.leases().get(0).state() == LeaseStatus.LeaseState.HELD;
    }

    WtpSessions sessions(final Optional<ControlTls> tls) {
        final EventLoop loop = group.next();
        final ControlSettings settings = new ControlSettings(tls, 5_000, 500, 10, 100);
        return new WtpSessions(new SessionContext(loop, settings,
            new PeerConnector(loop, settings, AgentClient.MAX_UNANSWERED, () -> TERM),
            who -> dial -> turns.request(dial), () -> new Random(1), () -> ttl, signals::add,
            signsOfLife::add, publisher, station -> stationChannel,
            bssid -> Optional.ofNullable(ssids.get(bssid)),
            (lease, refusal) -> refusals.add(
                (refusal.isPresent() ? "refused " : "no longer refused ") + lease.bssid())));
    }

    static <T> T get(final CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
