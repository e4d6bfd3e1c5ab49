// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.packetnode.PacketNodeControl.OpenSession;
import io.cloudmac.impl.packetnode.PacketNodeControl.PacketNodeListener;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.ControlTls;
import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.RequestNotSentException;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.session.TestPki;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Sessions over sockets and TLS with a fake node that answers late. */
class PacketNodeSessionsTest implements PacketNodeListener {
    private static final String NODE = "north.example";
    private static final long TERM = 7;
    private static final int LATE = 20;

    @TempDir
    private static Path dir;
    private static TestPki pki;
    private static TestPki.Identity controller;
    private static TestPki.Identity identity;

    private final WatchedContainer<PacketNodes> configured = mock(WatchedContainer.class);
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<OpenSession> sessions = new LinkedBlockingQueue<>();
    private final FakePacketNode node = new FakePacketNode(NODE);
    private Consumer<DataObjectModification<PacketNodes>> changed;
    private FakeControlServer server;
    private PacketNodeComponent component;
    private Duration infoInterval = Duration.ofHours(1);
    private Duration requestLimit = Duration.ofSeconds(20);

    @BeforeAll
    static void certificates() {
        pki = new TestPki(dir, "ours");
        controller = pki.issue("controller", TestPki.CONTROLLER, "clientAuth");
        identity = pki.issue("node", "urn:cloudmac:packet-node:" + NODE, "serverAuth");
    }

    @BeforeEach
    void start() throws Exception {
        server = serve(identity, node);
        when(configured.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(configured.current()).thenReturn(new PacketNodesBuilder().build());
    }

    private static FakeControlServer serve(final TestPki.Identity who, final FakePacketNode what) throws Exception {
        final FakeControlServer server = new FakeControlServer(pki, who);
        for (final String method : List.of("session.claim", "node.info", "image.list", "image.add", "image.remove",
                "lvnf.list", "lvnf.add", "lvnf.remove")) {
            server.on(method, params -> what.answer(method, params));
        }
        server.answerAfter(LATE);
        return server;
    }

    private void connect(final Optional<ControlTls> tls) {
        component = new PacketNodeComponent(configured, () -> TERM, new ControlSettings(tls, 5_000, 5_000, 10, 100),
            infoInterval, requestLimit);
        component.listen(this);
    }

    private void connect() {
        connect(Optional.of(pki.controller(controller)));
    }

    @AfterEach
    void stop() {
        if (component != null) {
            component.close();
        }
        server.close();
    }

    private void configure(final FakeControlServer where, final boolean isEnabled) {
        final PacketNodes now = new PacketNodesBuilder().setPacketNode(BindingMap.of(new PacketNodeBuilder()
            .setName(new PacketNodeName(NODE)).setAddress("127.0.0.1")
            .setPort(Uint16.valueOf(where.address().getPort())).setEnabled(isEnabled).build())).build();
        when(configured.current()).thenReturn(now);
        if (changed != null) {
            changed.accept(null);
        }
    }

    @Override
    public void opened(final String name, final OpenSession session) {
        sessions.add(session);
        events.add(name + " opened");
    }

    @Override
    public void lost(final String name) {
        events.add(name + " lost");
    }

    @Override
    public void removed(final String name) {
        events.add(name + " removed");
    }

    private void awaitEvent(final String expected) throws InterruptedException {
        assertEquals(NODE + " " + expected, events.poll(20, TimeUnit.SECONDS));
    }

    private PacketNodeDetails await(final SessionState state) throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (component.nodes().get(NODE) == null || component.nodes().get(NODE).state() != state) {
            assertTrue(System.nanoTime() < deadline, "awaited " + state + " for 20 s: " + component.nodes());
            Thread.sleep(5);
        }
        return component.nodes().get(NODE);
    }

    private static <T> T get(final CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private Throwable failure(final CompletionStage<?> stage) {
        return assertThrows(ExecutionException.class, () -> get(stage)).getCause();
    }

    private static ObjectNode image(final String name) {
        return Json.newObject().put("image", name);
    }

    @Test
    void aSessionClaimsTheTermAndOpens() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        assertEquals(TERM, server.await("session.claim").params().get("term").longValue());
        final PacketNodeDetails status = await(SessionState.UP);
        assertEquals("br0", status.info().orElseThrow().bridge());
        assertEquals(256, status.info().orElseThrow().maximumLvnfs());
        assertEquals("{\"images\":[]}", get(component.request(NODE, "image.list", Json.newObject())).toString());
    }

    @Test
    void aListenerHearsOfOpenSessions() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        component.listen(this);
        awaitEvent("opened");
    }

    @Test
    void requestsAreAnsweredInTheirOrder() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        final CompletionStage<ObjectNode> unknown = component.request(NODE, "image.remove", image("a_b_01234567"));
        node.addImage("second", 2);
        final CompletionStage<ObjectNode> second = component.request(NODE, "image.remove", image("second"));
        final JsonRpcException refusal = assertInstanceOf(JsonRpcException.class, failure(unknown));
        assertEquals("image.remove: no such image (-32021)", refusal.getMessage());
        assertEquals("{\"image\":\"second\"}", get(second).toString());
    }

    @Test
    void aLostSessionFailsItsRequestsAndIsOpenedAgain() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        server.on("image.list", params -> null);
        final OpenSession first = sessions.remove();
        final CompletionStage<ObjectNode> unanswered = component.request(NODE, "image.list", Json.newObject());
        server.await("image.list");
        server.drop();
        assertEquals("the peer closed the connection", failure(unanswered).getMessage());
        awaitEvent("lost");
        awaitEvent("opened");
        assertInstanceOf(RequestNotSentException.class, failure(first.request("lvnf.list", Json.newObject())));
        get(sessions.remove().request("lvnf.list", Json.newObject()));
    }

    @Test
    void aNodeThatDoesNotAnswerLosesItsSession() throws Exception {
        requestLimit = Duration.ofMillis(200);
        configure(server, true);
        connect();
        awaitEvent("opened");
        server.on("lvnf.add", params -> null);
        final Throwable silence = failure(component.request(NODE, "lvnf.add", Json.newObject()));
        assertInstanceOf(IOException.class, silence);
        assertEquals("lvnf.add: no answer within 200 ms", silence.getMessage());
        awaitEvent("lost");
        awaitEvent("opened");
    }

    @Test
    void theStateOfTheNodeIsAskedRegularly() throws Exception {
        infoInterval = Duration.ofMillis(20);
        configure(server, true);
        connect();
        awaitEvent("opened");
        node.addLvnf("guests_a", new FakePacketNode.StoredLvnf("i", 1, "running"));
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (component.nodes().get(NODE).info().orElseThrow().lvnfs() != 1) {
            assertTrue(System.nanoTime() < deadline);
            Thread.sleep(5);
        }
        server.on("node.info", params -> "{}");
        awaitEvent("lost");
    }

    @Test
    void tooLongARequestIsNotSent() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        assertInstanceOf(IllegalArgumentException.class, failure(component.request(NODE, "lvnf.write",
            image("x".repeat(PacketNodeSession.MAX_PARAMS)))));
        get(component.request(NODE, "lvnf.list", Json.newObject()));
    }

    @Test
    void tooManyRequestsAreNotSent() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        server.on("lvnf.list", params -> null);
        for (int i = 0; i < PacketNodeSession.MAX_WAITING; i++) {
            component.request(NODE, "lvnf.list", Json.newObject());
        }
        final Throwable refusal = failure(component.request(NODE, "lvnf.list", Json.newObject()));
        assertEquals("packet node " + NODE + " does not keep up: 1024 requests wait for its answers",
            refusal.getMessage());
        assertEquals(SessionState.UP, component.nodes().get(NODE).state());
    }

    @Test
    void aNewerControllerEndsTheSession() throws Exception {
        configure(server, true);
        connect();
        awaitEvent("opened");
        for (final String method : List.of("lvnf.add", "session.claim")) {
            server.on(method, params -> {
                throw Refusal.newerTerm(9);
            });
        }
        assertEquals("it obeys a controller with term 9; this one has term 7",
            failure(component.request(NODE, "lvnf.add", Json.newObject())).getMessage());
        awaitEvent("lost");
        assertEquals("it obeys a controller with term 9; this one has term 7", await(SessionState.DOWN).text());
    }

    @Test
    void anotherNodeIsRefused() throws Exception {
        final FakeControlServer other = serve(identity, new FakePacketNode("south.example"));
        configure(other, true);
        connect();
        assertEquals("the daemon says it is on packet node south.example", await(SessionState.REFUSED).text());
        other.close();
    }

    @Test
    void aCertificateOfAnotherNodeIsRefused() throws Exception {
        final FakeControlServer other = serve(pki.issue("other", "urn:cloudmac:packet-node:south.example",
            "serverAuth"), node);
        configure(other, true);
        connect();
        assertTrue(await(SessionState.REFUSED).text().startsWith("the peer's certificate was refused"),
            component.nodes().get(NODE).text());
        other.close();
    }

    @Test
    void anotherProtocolIsNotSpoken() throws Exception {
        server.on("node.info", params -> node.answer("node.info", params).replace("\"protocol\":1", "\"protocol\":2"));
        configure(server, true);
        connect();
        assertEquals("the daemon speaks protocol version 2, the controller version 1",
            await(SessionState.DOWN).text());
    }

    @Test
    void theSessionsFollowTheConfiguration() throws Exception {
        connect();
        assertEquals("no session with packet node " + NODE + ": it is not configured, or not enabled",
            failure(component.request(NODE, "lvnf.list", Json.newObject())).getMessage());
        configure(server, true);
        awaitEvent("opened");
        final FakeControlServer moved = serve(identity, node);
        configure(moved, true);
        awaitEvent("lost");
        awaitEvent("opened");
        configure(moved, false);
        awaitEvent("lost");
        awaitEvent("removed");
        assertEquals(Map.of(), component.nodes());
        moved.close();
    }

    @Test
    void thereAreNoSessionsWithoutCertificates() throws Exception {
        configure(server, true);
        connect(Optional.empty());
        assertEquals(ControlSettings.NO_CERTIFICATES, await(SessionState.OFF).text());
        assertEquals("no session with packet node " + NODE + ": " + ControlSettings.NO_CERTIFICATES,
            failure(component.request(NODE, "lvnf.list", Json.newObject())).getMessage());
        assertFalse(component.nodes().get(NODE).info().isPresent());
    }
}
