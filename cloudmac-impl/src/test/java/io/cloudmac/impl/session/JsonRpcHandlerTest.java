// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON-RPC exchange with a peer: answers, events, timeouts and malformed lines. */
class JsonRpcHandlerTest implements JsonRpcHandler.RpcListener {
    private final List<String> events = new ArrayList<>();
    private int messages;
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final JsonRpcHandler rpc = new JsonRpcHandler(channel, 1_000, this);

    @BeforeEach
    void install() {
        channel.pipeline().addLast(rpc);
    }

    @Override
    public void onMessage() {
        messages++;
    }

    @Override
    public void onNotification(final String method, final ObjectNode params) {
        events.add(method + params);
    }

    @Override
    public void onClosed(final IOException reason) {
        events.add("closed: " + reason.getMessage());
    }

    @Test
    void repliesAreMatchedInAnyOrder() throws Exception {
        final CompletableFuture<ObjectNode> first = call("one");
        final CompletableFuture<ObjectNode> second = call("two");
        final long firstId = sent("one");
        final long secondId = sent("two");
        answer(secondId, "\"result\":{\"n\":2}");
        answer(firstId, "\"result\":{\"n\":1}");
        assertEquals(1, first.get().get("n").intValue());
        assertEquals(2, second.get().get("n").intValue());
    }

    @Test
    void errorCarriesCodeTextAndData() throws ProtocolException {
        final CompletableFuture<ObjectNode> reply = call("radio.set");
        answer(sent("radio.set"), "\"error\":{\"code\":-32003,\"message\":\"kernel refused\",\"data\":\"EBUSY\"}");
        final JsonRpcException failure =
            assertInstanceOf(JsonRpcException.class, assertThrows(ExecutionException.class, reply::get).getCause());
        assertEquals(-32003, failure.code());
        assertEquals("radio.set: kernel refused: EBUSY (-32003)", failure.getMessage());
    }

    @Test
    void aRequestTimesOutAndItsLateReplyIsIgnored() throws ProtocolException {
        final CompletableFuture<ObjectNode> reply = call("stats");
        final long id = sent("stats");
        channel.advanceTimeBy(1_001, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertInstanceOf(TimeoutException.class, assertThrows(ExecutionException.class, reply::get).getCause());
        assertEquals(0, messages);
        answer(id, "\"result\":{}");
        assertTrue(channel.isOpen());
        assertEquals(1, messages);
    }

    @Test
    void notificationsArePassedToTheListener() {
        channel.writeInbound("{\"jsonrpc\":\"2.0\",\"method\":\"signal.report\",\"params\":{\"a\":1}}");
        assertEquals(List.of("signal.report{\"a\":1}"), events);
        assertEquals(1, messages);
    }

    @Test
    void requestsBeyondTheLimitFailWithoutBeingSent() {
        for (int i = 0; i < JsonRpcHandler.MAX_PENDING; i++) {
            assertFalse(call("stats").isDone());
        }
        final CompletableFuture<ObjectNode> last = call("stats");
        assertEquals("stats: 64 requests are already unanswered",
            assertThrows(ExecutionException.class, last::get).getCause().getMessage());
        assertEquals(JsonRpcHandler.MAX_PENDING, channel.outboundMessages().size());
    }

    @Test
    void aLostConnectionFailsPendingAndLaterRequests() {
        final CompletableFuture<ObjectNode> reply = call("stats");
        channel.close();
        assertEquals("the peer closed the connection",
            assertThrows(ExecutionException.class, reply::get).getCause().getMessage());
        assertEquals(List.of("closed: the peer closed the connection"), events);
        assertTrue(call("stats").isCompletedExceptionally());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "[]", "{}", "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":5}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}", "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"parse error\"}}"})
    void aMessageThatIsNotJsonRpcClosesTheConnection(final String line) {
        final CompletableFuture<ObjectNode> reply = call("stats");
        channel.writeInbound(line);
        assertFalse(channel.isOpen());
        assertTrue(reply.isCompletedExceptionally());
        assertTrue(events.get(0).startsWith("closed: the peer sent "), events.get(0));
    }

    private CompletableFuture<ObjectNode> call(final String method) {
        return rpc.call(method, Json.newObject()).toCompletableFuture();
    }

    private long sent(final String method) throws ProtocolException {
        final String line = channel.readOutbound();
        assertTrue(line.endsWith("\n"), "one line");
        final ObjectNode request = Json.parse(line);
        assertEquals("2.0", request.get("jsonrpc").textValue());
        assertEquals(method, request.get("method").textValue());
        return request.get("id").longValue();
    }

    private void answer(final long id, final String outcome) {
        channel.writeInbound("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + outcome + "}");
    }
}
