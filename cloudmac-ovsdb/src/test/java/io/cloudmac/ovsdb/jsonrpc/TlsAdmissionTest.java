// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import io.cloudmac.ovsdb.southbound.Pki;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Checks that the limits of messages and memory hold over TLS, before and after the handshake. */
public class TlsAdmissionTest {
    private static final int KIB = 1024;
    private static final int ATTACKERS = 60;
    private static final Admission.Bounds LIMITS = new Admission.Bounds(300, 100, 64 * KIB, 512L * KIB, 512L * KIB);
    private static final int MAX_MESSAGE = 256 * KIB;
    private static final int PATIENCE_S = 30;
    /** The largest TLS record. */
    private static final int RECORD = 16 * KIB;

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private final RecordingListener events = new RecordingListener();
    private final List<Socket> attackers = new ArrayList<>();
    private SslContext tls;
    private OvsdbServer server;
    private ScriptedSwitch peer;

    @Before
    public void connect() throws Exception {
        final Pki pki = new Pki(folder.getRoot());
        pki.authority("ca");
        pki.certificate("controller", "ca", null);
        pki.certificate("switch", "ca", null);
        tls = pki.client("switch", "ca");
        server = listen(pki, Duration.ofSeconds(PATIENCE_S));
        peer = new ScriptedSwitch(encrypted(server));
        peer.play();
        assertNotNull(events.connected.poll(PATIENCE_S, TimeUnit.SECONDS));
    }

    private OvsdbServer listen(final Pki pki, final Duration timeout) throws IOException {
        return new OvsdbServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            pki.server("controller", "ca"),
            new OvsdbServer.ConnectionLimits(Duration.ofSeconds(PATIENCE_S), timeout, MAX_MESSAGE, LIMITS), events);
    }

    @After
    public void disconnect() throws IOException {
        for (final Socket attacker : attackers) {
            attacker.close();
        }
        peer.close();
        server.close();
    }

    /** Connects with the certificate of a switch. */
    private Socket encrypted(final OvsdbServer to) throws IOException {
        return ((JdkSslContext) tls).context().getSocketFactory()
            .createSocket(to.address().getAddress(), to.address().getPort());
    }

    private Socket plain(final OvsdbServer to) throws IOException {
        return new Socket(to.address().getAddress(), to.address().getPort());
    }

    /** Sends from a new attacker. If the server has closed the connection, the attacker gives up. */
    private void attack(final Socket socket, final byte[] data) throws IOException {
        attackers.add(socket);
        try {
            socket.getOutputStream().write(data);
            socket.getOutputStream().flush();
        } catch (final IOException e) {
            socket.close();
        }
    }

    private static byte[] halfMessage(final int size) {
        return ("{\"id\":1,\"error\":null,\"result\":[\"" + "x".repeat(size)).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the first record of a handshake, without its last octet. */
    private static byte[] halfHandshake() {
        final byte[] record = new byte[5 + RECORD - 1];
        Arrays.fill(record, (byte) 'x');
        System.arraycopy(new byte[] {22, 3, 1, (byte) (RECORD >> 8), (byte) RECORD}, 0, record, 0, 5);
        return record;
    }

    private void assertSwitchesAreServed() throws Exception {
        peer.send("{'id':null,'method':'update3','params':['cloudmac','t2',{'Open_vSwitch':{'" + ScriptedSwitch.ROOT
            + "':{'modify':{'ovs_version':'3.1'}}}}]}");
        assertNotNull("the switch is still connected", events.changed.poll(PATIENCE_S, TimeUnit.SECONDS));
    }

    @Test
    public void halfMessagesAfterTheHandshakeUseBoundedMemory() throws Exception {
        long most = 0;
        for (int i = 0; i < ATTACKERS; i++) {
            attack(encrypted(server), halfMessage(RECORD));
            most = Math.max(most, server.admission().buffered());
        }
        await("the memory is used up", () -> server.admission().buffered() > LIMITS.setupBuffer() - 2 * RECORD);
        await("the others are closed",
            () -> server.admission().connections() <= 1 + LIMITS.setupBuffer() / RECORD);
        assertTrue("buffered: " + most, most <= LIMITS.setupBuffer());
        assertSwitchesAreServed();
    }

    @Test
    public void halfHandshakesUseBoundedMemory() throws Exception {
        for (int i = 0; i < ATTACKERS; i++) {
            attack(plain(server), halfHandshake());
            assertTrue(server.admission().buffered() <= LIMITS.setupBuffer());
        }
        await("the memory is used up", () -> server.admission().buffered() > LIMITS.setupBuffer() - 2 * RECORD);
        await("the others are closed",
            () -> server.admission().connections() <= 1 + LIMITS.setupBuffer() / RECORD);
        assertSwitchesAreServed();
        for (final Socket attacker : attackers) {
            attacker.close();
        }
        await("their memory is free", () -> server.admission().buffered() == 0);
    }

    @Test
    public void aHandshakeThatDoesNotEndIsClosed() throws Exception {
        final Pki pki = new Pki(folder.getRoot());
        try (OvsdbServer impatient = listen(pki, Duration.ofMillis(200))) {
            final Socket attacker = plain(impatient);
            attack(attacker, halfHandshake());
            assertTrue(new ScriptedSwitch(attacker).isCutOff());
            await("its place is free", () -> impatient.admission().connections() == 0);
            assertEquals(0, impatient.admission().buffered());
        }
    }

    @Test
    public void aFinishedHandshakeUsesNoMemory() {
        assertEquals(1, server.admission().connections());
        assertEquals(0, server.admission().buffered());
    }

    @Test
    public void aLongMessageBeforeTheSwitchIsKnownIsRefused() throws Exception {
        try (ScriptedSwitch stranger = new ScriptedSwitch(encrypted(server))) {
            attackSafely(stranger, halfMessage(LIMITS.setupMessage()));
            assertTrue(stranger.isCutOff());
        }
        peer.send("{'id':'a','method':'echo','params':['" + "x".repeat(2 * LIMITS.setupMessage()) + "']}");
        assertEquals("a", peer.receive().path("id").asText());
    }

    @Test
    public void aLongMessageOfAKnownSwitchIsRefused() throws Exception {
        attackSafely(peer, halfMessage(MAX_MESSAGE));
        assertTrue(peer.isCutOff());
    }

    /** Sends until the server closes the connection. */
    private static void attackSafely(final ScriptedSwitch from, final byte[] data) {
        try {
            from.send(new String(data, StandardCharsets.UTF_8));
        } catch (final IOException e) {
            // The server has closed the connection; isCutOff() confirms it.
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
