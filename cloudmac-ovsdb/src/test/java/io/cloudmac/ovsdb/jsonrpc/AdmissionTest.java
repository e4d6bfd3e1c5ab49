// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Checks that peers which are no switches cannot use up connections and memory. */
public class AdmissionTest {
    private static final int KIB = 1024;
    private static final int ATTACKERS = 1000;
    private static final Admission.Bounds LIMITS = new Admission.Bounds(300, 100, 64 * KIB, 512L * KIB, 512L * KIB);
    private static final String HALF = "{'id':1,'error':null,'result':['".replace('\'', '"') + "x".repeat(16 * KIB);
    private static final int PATIENCE_S = 30;

    private final RecordingListener events = new RecordingListener();
    private final List<Socket> attackers = new ArrayList<>();
    private OvsdbServer server;
    private ScriptedSwitch peer;

    @Before
    public void connect() throws Exception {
        server = new OvsdbServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null,
            new OvsdbServer.ConnectionLimits(Duration.ofSeconds(PATIENCE_S), Duration.ofSeconds(PATIENCE_S),
                1024 * KIB, LIMITS), events);
        peer = new ScriptedSwitch(server.address());
        peer.play();
        assertNotNull(events.connected.poll(PATIENCE_S, TimeUnit.SECONDS));
    }

    @After
    public void disconnect() throws IOException {
        for (final Socket attacker : attackers) {
            attacker.close();
        }
        peer.close();
        server.close();
    }

    @Test
    public void halfMessagesOfAThousandPeersUseBoundedMemoryAndDisturbNoSwitch() throws Exception {
        long most = 0;
        for (int i = 0; i < ATTACKERS; i++) {
            attack("127.0.0." + (2 + i % 5), HALF);
            most = Math.max(most, server.admission().buffered());
            assertTrue(server.admission().connections() <= LIMITS.connections());
        }
        await("all are refused or read",
            () -> server.admission().buffered() > LIMITS.setupBuffer() - 2 * HALF.length());
        assertTrue("buffered: " + most, most <= LIMITS.setupBuffer());
        peer.send("{'id':null,'method':'update3','params':['cloudmac','t2',{'Open_vSwitch':{'" + ScriptedSwitch.ROOT
            + "':{'modify':{'ovs_version':'3.1'}}}}]}");
        assertNotNull("the switch is still connected", events.changed.poll(PATIENCE_S, TimeUnit.SECONDS));
        try (ScriptedSwitch second = new ScriptedSwitch(server.address())) {
            second.play();
            assertNotNull("another switch can connect", events.connected.poll(PATIENCE_S, TimeUnit.SECONDS));
        }
    }

    @Test
    public void addressesOfOneIpv6SubnetAreOneSource() throws Exception {
        final Admission admission = new Admission(new Admission.Bounds(10, 2, KIB, KIB, KIB));
        assertNotNull(admission.admit(InetAddress.getByName("2001:db8::1")));
        assertNotNull(admission.admit(InetAddress.getByName("2001:db8::2:1")));
        assertNull(admission.admit(InetAddress.getByName("2001:db8::3")));
        assertNotNull(admission.admit(InetAddress.getByName("2001:db8:0:1::1")));
    }

    @Test
    public void connectionsOfOneSourceAreLimited() throws Exception {
        for (int i = 0; i < ATTACKERS; i++) {
            attack("127.0.0.2", "");
        }
        await("the others are refused", () -> server.admission().refused() == ATTACKERS - LIMITS.perSource());
        assertEquals(LIMITS.perSource() + 1, server.admission().connections());
        for (final Socket attacker : attackers) {
            attacker.close();
        }
        await("their places are free", () -> server.admission().connections() == 1);
    }

    @Test
    public void aLongMessageBeforeTheSwitchIsKnownIsRefused() throws Exception {
        try (ScriptedSwitch stranger = new ScriptedSwitch(server.address())) {
            stranger.send("{'id':1,'error':null,'result':['" + "x".repeat(LIMITS.setupMessage()));
            assertTrue(stranger.isCutOff());
        }
        peer.send("{'id':'a','method':'echo','params':['" + "x".repeat(2 * LIMITS.setupMessage()) + "']}");
        assertEquals("a", peer.receive().path("id").asText());
        assertFalse(server.admission().connections() == 0);
    }

    private void attack(final String source, final String message) throws IOException {
        final Socket socket = new Socket();
        socket.bind(new InetSocketAddress(source, 0));
        attackers.add(socket);
        socket.connect(server.address());
        try {
            socket.getOutputStream().write(message.getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            // The server has closed the connection.
            socket.close();
        }
    }

    private static void await(final String what, final BooleanSupplier condition) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + PATIENCE_S + " s: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
