// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.TestPki;
import io.cloudmac.impl.wire.Mac;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over sockets and TLS with a fake daemon, and what they report. */
abstract class VapHostSessionsFixture implements HostContext.HostListener {
    static final String HOST = "North.example";
    static final String ONE = "02:00:00:00:aa:01";
    static final String TWO = "02:00:00:00:aa:02";
    static final String THREE = "02:00:00:00:aa:03";
    static final Mac BSSID = Mac.parse(ONE);
    static final long SWITCH_LIMIT = 20_000;
    static final long TERM = 5;

    @TempDir
    static Path dir;
    static TestPki pki;
    static TestPki.Identity controller;
    static TestPki.Identity host;

    final NioEventLoopGroup group = new NioEventLoopGroup(1);
    int requestLimit = 10_000;
    long listInterval = TimeUnit.HOURS.toMillis(1);
    VapHostDetails status;
    boolean removed;
    FakeDaemon daemon;
    final BlockingQueue<StationKey> authorized = new LinkedBlockingQueue<>();
    final BlockingQueue<String> held = new LinkedBlockingQueue<>();
    VapHostSessions sessions;

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

    VapHostSessions sessions(final Optional<ControlTls> tls) {
        final EventLoop loop = group.next();
        final ControlSettings settings = new ControlSettings(tls, 5_000, requestLimit, 10, 100);
        return new VapHostSessions(new HostContext(loop, settings,
            new PeerConnector(loop, settings, VapHostClient.MAX_UNANSWERED, () -> TERM),
            () -> new Random(1), listInterval, this));
    }

    @Override
    public synchronized void hostChanged(final String name, final VapHostDetails now) {
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

    final synchronized VapHostDetails await(final String what, final Predicate<VapHostDetails> condition)
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

    final VapHostDetails await(final SessionState state) throws InterruptedException {
        return await("the state " + state, now -> now.state() == state);
    }

    final void awaitVaps(final String... bssids) throws InterruptedException {
        final Set<Mac> expected = Set.copyOf(List.of(bssids).stream().map(Mac::parse).toList());
        await("the VAPs " + expected, now -> now.state() == SessionState.UP && now.vaps().keySet().equals(expected));
    }

    final void configure(final FakeControlServer where) {
        sessions.configure(Map.of(HOST, where.address()));
    }

    static <T> T get(final CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
