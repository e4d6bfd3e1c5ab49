// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudmac.ovsdb.plan.Tables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Checks the OVSDB client of RFC 7047 against correct and faulty peers. */
public class ProtocolTest {
    private static final int MAX_MESSAGE = 64 * 1024;
    /** Exceeds the buffers of both sockets and of one connection. */
    private static final long MOST_TAKEN = 64 * 1024 * 1024;
    private static final String UNSEEN = "6f9ad6e0-0000-4000-8000-00000000000f";

    private final RecordingListener events = new RecordingListener();
    private OvsdbServer server;
    private ScriptedSwitch peer;

    @Before
    public void connect() throws IOException {
        server = new OvsdbServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null,
            new OvsdbServer.ConnectionLimits(Duration.ofMillis(500), Duration.ofSeconds(2), MAX_MESSAGE),
            events);
        peer = new ScriptedSwitch(server.address());
    }

    @After
    public void disconnect() throws IOException {
        peer.close();
        server.close();
    }

    @Test
    public void monitorsOnlyNeededColumnsThatTheSwitchHas() throws Exception {
        assertEquals("{\"Open_vSwitch\":[{\"columns\":[\"ovs_version\"]}]}",
            peer.playUntilMonitor().path("params").path(2).toString());
    }

    @Test
    public void fallsBackToPlainMonitor() throws Exception {
        peer.refuse(peer.playUntilMonitor(), "unknown method");
        final JsonNode call = peer.expect("monitor");
        assertEquals("{\"Open_vSwitch\":{\"columns\":[\"ovs_version\"]}}", call.path("params").path(2).toString());
        peer.reply(call, "{'Open_vSwitch':{'" + ScriptedSwitch.ROOT + "':{'new':{'ovs_version':'2.5'}}}}");
        assertEquals("2.5", version(take(events.connected)));
        peer.send("{'id':null,'method':'update','params':['cloudmac',{'Open_vSwitch':{'" + ScriptedSwitch.ROOT
            + "':{'old':{'ovs_version':'2.5'},'new':{'ovs_version':'2.6'}}}}]}");
        assertEquals("2.6", version(take(events.changed)));
    }

    @Test
    public void reconnectResumesAfterTheLastUpdate() throws Exception {
        peer.play();
        final OvsdbConnection first = take(events.connected);
        peer.send("{'id':null,'method':'update3','params':['cloudmac','" + "t2" + "',{'Open_vSwitch':{'"
            + ScriptedSwitch.ROOT + "':{'modify':{'ovs_version':'3.1'}}}}]}");
        assertEquals("3.1", version(take(events.changed)));
        assertEquals("t2", first.lastTransaction());
        peer.close();
        assertEquals(first, take(events.disconnected));
        events.resume = new ResumePoint(first.lastTransaction(), first.snapshot());
        peer = new ScriptedSwitch(server.address());
        final JsonNode call = peer.playUntilMonitor();
        assertEquals("t2", call.path("params").path(3).asText());
        peer.reply(call, "[true,'t3',{}]");
        assertEquals("nothing was sent again", "3.1", version(take(events.connected)));
    }

    @Test
    public void unknownTransactionIdReloadsAllRows() throws Exception {
        peer.play();
        events.resume = new ResumePoint("t1", take(events.connected).snapshot());
        peer.close();
        peer = new ScriptedSwitch(server.address());
        peer.reply(peer.playUntilMonitor(), "[false,'t9',{}]");
        peer.expect("echo");
        assertEquals(0, take(events.connected).snapshot().rows(Tables.OPEN_VSWITCH).size());
    }

    @Test
    public void splitAndCoalescedMessagesAreDecoded() throws Exception {
        final JsonNode schema = peer.expect("get_schema");
        final String reply = "{'id':" + schema.get("id") + ",'error':null,'result':{'tables':{}}}";
        for (final char piece : reply.toCharArray()) {
            peer.send(String.valueOf(piece));
        }
        peer.send("{'id':'a','method':'echo','params':[1]}{'id':'b','method':'echo','params':['{[']}");
        peer.expect("transact");
        assertEquals("{\"id\":\"a\",\"result\":[1],\"error\":null}", peer.receive().toString());
        assertEquals("{\"id\":\"b\",\"result\":[\"{[\"],\"error\":null}", peer.receive().toString());
    }

    @Test
    public void unknownCallsAreRejected() throws Exception {
        peer.expect("get_schema");
        peer.send("{'id':7,'method':'steal','params':[]}");
        assertEquals("{\"id\":7,\"result\":null,\"error\":\"unknown method\"}", peer.receive().toString());
    }

    @Test
    public void unexpectedRepliesAndUnknownNotificationsAreIgnored() throws Exception {
        peer.send("{'id':4711,'error':null,'result':{}}{'id':'x','error':null,'result':{}}{'id':null,"
            + "'error':null,'result':{}}{'id':null,'method':'what','params':[]}");
        peer.play();
        assertNotNull(take(events.connected));
    }

    @Test
    public void silentPeerIsProbedAndDisconnected() throws Exception {
        peer.play();
        assertNotNull(take(events.connected));
        peer.expect("echo");
        assertTrue(peer.isCutOff());
        assertNotNull(take(events.disconnected));
    }

    @Test
    public void peerThatAnswersProbesStaysConnected() throws Exception {
        peer.play();
        assertNotNull(take(events.connected));
        for (int i = 0; i < 3; i++) {
            peer.reply(peer.expect("echo"), "[]");
        }
        assertNull(events.disconnected.poll());
    }

    @Test
    public void peerThatIgnoresCallsIsDisconnected() throws Exception {
        peer.expect("get_schema");
        for (int i = 0; i < 3; i++) {
            peer.reply(peer.expect("echo"), "[]");
        }
        assertTrue(peer.isCutOff());
        assertNull("the peer never counted as connected", events.connected.poll());
    }

    @Test
    public void invalidJsonDisconnects() throws Exception {
        peer.send("GET / HTTP/1.1\r\n\r\n");
        assertTrue(peer.isCutOff());
    }

    @Test
    public void almostValidJsonDisconnects() throws Exception {
        peer.send("{'id':}");
        assertTrue(peer.isCutOff());
    }

    @Test
    public void oversizedMessageDisconnects() throws Exception {
        peer.send("{'id':1,'result':'" + "x".repeat(MAX_MESSAGE));
        assertTrue(peer.isCutOff());
    }

    @Test
    public void deeplyNestedMessageDisconnects() throws Exception {
        peer.send("[".repeat(5000) + "]".repeat(5000));
        assertTrue(peer.isCutOff());
    }

    @Test
    public void updateThatViolatesTheSchemaDisconnects() throws Exception {
        peer.play();
        take(events.connected);
        peer.send("{'id':null,'method':'update3','params':['cloudmac','t',{'Open_vSwitch':{'" + ScriptedSwitch.ROOT
            + "':{'modify':{'no_such_column':1}}}}]}");
        assertTrue(peer.isCutOff());
        assertNotNull(take(events.disconnected));
    }

    @Test
    public void lossOfTheConnectionFailsPendingCalls() throws Exception {
        peer.play();
        final var reply = take(events.connected).transact(List.of()).toCompletableFuture();
        peer.expect("transact");
        peer.close();
        try {
            reply.get(10, TimeUnit.SECONDS);
            throw new AssertionError("a lost transaction has a result");
        } catch (final ExecutionException e) {
            assertNull("no answer of the switch", ((OvsdbException) e.getCause()).code());
        }
    }

    @Test
    public void peerThatDoesNotReadIsThrottledAndDisconnected() throws Exception {
        final String request = "{\"id\":1,\"method\":\"echo\",\"params\":[\"" + "x".repeat(MAX_MESSAGE / 2) + "\"]}";
        final byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
        long sent = 0;
        try (Socket deaf = new Socket(server.address().getAddress(), server.address().getPort())) {
            // Each request has a reply of the same size. Unread replies must not accumulate.
            while (sent < MOST_TAKEN) {
                deaf.getOutputStream().write(bytes);
                sent += bytes.length;
                if (sent == bytes.length) {
                    peer.play();
                    assertNotNull("another peer connects without delay", take(events.connected));
                }
            }
        } catch (final SocketException e) {
            assertTrue("disconnected after " + sent + " bytes", sent < MOST_TAKEN);
            return;
        }
        throw new AssertionError(sent + " bytes were accepted from a peer that reads nothing");
    }

    @Test
    public void updatesOutsideTheMonitorDisconnect() throws Exception {
        for (final String update : List.of(
                "{'id':null,'method':'update3','params':['other','t',{}]}",
                "{'id':null,'method':'update3','params':['cloudmac',5,{}]}",
                "{'id':null,'method':'update3','params':['cloudmac','t']}",
                "{'id':null,'method':'update3','params':{}}",
                "{'id':null,'method':'update2','params':['cloudmac',{'Queue':{}}]}",
                "{'id':null,'method':'update','params':['cloudmac',{'Open_vSwitch':{'" + UNSEEN
                    + "':{'modify':{'ovs_version':'3'}}}}]}",
                "{'id':null,'method':'update3','params':['cloudmac','t',{'Open_vSwitch':{'" + ScriptedSwitch.ROOT
                    + "':{'modify':{'ovs_version':3}}}}]}")) {
            peer.play();
            take(events.connected);
            peer.send(update);
            assertTrue(update, peer.isCutOff());
            assertNotNull(update, take(events.disconnected));
            peer = new ScriptedSwitch(server.address());
        }
    }

    @Test
    public void deletionOfAnUnknownRowIsIgnored() throws Exception {
        peer.play();
        final OvsdbConnection connection = take(events.connected);
        peer.send("{'id':null,'method':'update3','params':['cloudmac','t2',{'Open_vSwitch':{'" + UNSEEN
            + "':{'delete':null}}}]}");
        assertEquals(connection, take(events.changed));
        assertEquals(1, connection.snapshot().rows(Tables.OPEN_VSWITCH).size());
    }

    @Test
    public void updateBeforeTheMonitorDisconnects() throws Exception {
        peer.expect("get_schema");
        peer.send("{'id':null,'method':'update3','params':['cloudmac','t',{}]}");
        assertTrue(peer.isCutOff());
    }

    @Test
    public void malformedSetUpRepliesDisconnect() throws Exception {
        for (final String answer : List.of("null", "7", "[]", "{}", "{'tables':5}", "{'tables':[]}")) {
            peer.reply(peer.expect("get_schema"), answer);
            assertTrue("get_schema " + answer, peer.isCutOff());
            peer = new ScriptedSwitch(server.address());
        }
        for (final String answer : List.of("null", "7", "{}", "[7]", "[{'rows':7}]", "[{'rows':[7]}]",
                "[{'rows':[{}]}]", "[{'error':'x'}]",
                "[{'rows':[{'_uuid':['uuid','x'],'external_ids':['map',[]]}]}]")) {
            peer.reply(peer.expect("get_schema"), "{'version':'1','tables':{}}");
            peer.reply(peer.expect("transact"), answer);
            assertTrue("select " + answer, peer.isCutOff());
            peer = new ScriptedSwitch(server.address());
        }
        for (final String answer : List.of("null", "7", "[]", "[false]", "[false,'t',7]", "['false','t',{}]",
                "[false,7,{}]", "[true,'t',null]")) {
            peer.reply(peer.playUntilMonitor(), answer);
            assertTrue("monitor " + answer, peer.isCutOff());
            peer = new ScriptedSwitch(server.address());
        }
        assertNull(events.connected.poll());
    }

    @Test
    public void otherDatabaseIsRejected() throws Exception {
        peer.refuse(peer.expect("get_schema"), "unknown database");
        assertTrue(peer.isCutOff());
    }

    private static String version(final OvsdbConnection connection) {
        return connection.snapshot().rows(Tables.OPEN_VSWITCH).iterator().next().string("ovs_version").orElseThrow();
    }

    private static <T> T take(final BlockingQueue<T> queue) throws InterruptedException {
        final T taken = queue.poll(10, TimeUnit.SECONDS);
        assertNotNull("no event within 10 s", taken);
        return taken;
    }
}
