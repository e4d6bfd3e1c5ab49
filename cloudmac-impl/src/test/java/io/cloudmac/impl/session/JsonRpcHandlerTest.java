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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON-RPC exchange with a peer: answers, events, timeouts and malformed lines. */
class JsonRpcHandlerTest implements JsonRpcHandler.RpcListener {
    private static final int WINDOW = 4;

    private final List<String> events = new ArrayList<>();
    private int messages;
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final JsonRpcHandler rpc = new JsonRpcHandler(channel, new TermClaim(5), WINDOW, 1_000, this);

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
    void aClaimIsAcceptedByItsTermOrByAPeerWithoutTerms() throws Exception {
        final CompletableFuture<Void> accepted = rpc.claim().toCompletableFuture();
        answer(sent("session.claim"), "\"result\":{\"term\":5}");
        assertTrue(accepted.isDone() && !accepted.isCompletedExceptionally());
        final CompletableFuture<Void> unknown = rpc.claim().toCompletableFuture();
        answer(sent("session.claim"), "\"error\":{\"code\":-32601,\"message\":\"no such method\"}");
        assertTrue(unknown.isDone() && !unknown.isCompletedExceptionally());
        final CompletableFuture<Void> other = rpc.claim().toCompletableFuture();
        answer(sent("session.claim"), "\"result\":{\"term\":6}");
        assertInstanceOf(ProtocolException.class, assertThrows(ExecutionException.class, other::get).getCause());
        assertEquals(List.of(), events, "still open");
    }

    @Test
    void anOldTermEndsTheConnectionAndAllItsRequests() throws ProtocolException {
        final CompletableFuture<ObjectNode> order = call("ack.release");
        final CompletableFuture<ObjectNode> next = call("stats");
        answer(sent("ack.release"), "\"error\":{\"code\":-32007,\"message\":\"no\",\"data\":{\"term\":9}}");
        final String reason = "it obeys a controller with term 9; this one has term 5";
        assertEquals(List.of("closed: " + reason), events);
        for (final CompletableFuture<ObjectNode> each : List.of(order, next)) {
            final Throwable cause = assertThrows(ExecutionException.class, each::get).getCause();
            assertInstanceOf(IOException.class, cause, "no refusal of this method");
            assertEquals(reason, cause.getMessage());
        }
    }

    @Test
    void anOldTermWithoutTheNewOneIsMalformed() throws ProtocolException {
        call("ack.release");
        answer(sent("ack.release"), "\"error\":{\"code\":-32007,\"message\":\"no\",\"data\":7}");
        assertEquals(List.of("closed: the peer sent member 'data' should be an object, is 7"), events);
    }

    @Test
    void aRequestTimesOutAndItsLateReplyIsIgnored() throws ProtocolException {
        final CompletableFuture<ObjectNode> reply = call("stats");
        final long id = sent("stats");
        pass(1_001);
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
    void requestsBeyondTheLimitWaitTheirTurn() throws Exception {
        final List<CompletableFuture<ObjectNode>> replies = calls(3 * WINDOW);
        assertEquals(WINDOW, channel.outboundMessages().size());
        for (int i = 0; i < replies.size(); i++) {
            answer(sent("call " + i), "\"result\":{\"n\":" + i + "}");
            assertEquals(i, replies.get(i).get().get("n").intValue());
        }
    }

    @Test
    void aRequestMadeByAnAnswerIsSentAfterTheWaitingOnes() throws Exception {
        final List<CompletableFuture<ObjectNode>> replies = calls(WINDOW + 1);
        replies.get(0).whenComplete((result, thrown) -> call("later"));
        answer(sent("call 0"), "\"result\":{}");
        answer(sent("call 1"), "\"result\":{}");
        for (int i = 2; i <= WINDOW; i++) {
            sent("call " + i);
        }
        sent("later");
    }

    @Test
    void theTimeLimitOfAWaitingRequestBeginsWhenItIsSent() throws Exception {
        final List<CompletableFuture<ObjectNode>> replies = calls(WINDOW + 1);
        for (int i = 0; i < WINDOW; i++) {
            sent("call " + i);
        }
        pass(1_001);
        replies.subList(0, WINDOW).forEach(reply -> assertInstanceOf(TimeoutException.class,
            assertThrows(ExecutionException.class, reply::get).getCause()));
        pass(500);
        final CompletableFuture<ObjectNode> last = replies.get(WINDOW);
        assertFalse(last.isDone());
        answer(sent("call " + WINDOW), "\"result\":{}");
        assertTrue(last.isDone());
    }

    @Test
    void aLostConnectionFailsWaitingRequests() {
        final List<CompletableFuture<ObjectNode>> replies = calls(3 * WINDOW);
        channel.close();
        replies.forEach(reply -> assertEquals("the peer closed the connection",
            assertThrows(ExecutionException.class, reply::get).getCause().getMessage()));
        assertEquals(WINDOW, channel.outboundMessages().size());
    }

    @Test
    void aPeerThatDoesNotKeepUpIsDisconnected() {
        final List<CompletableFuture<ObjectNode>> replies = calls(WINDOW + JsonRpcHandler.MAX_WAITING);
        assertTrue(channel.isOpen());
        assertTrue(call("one more").isCompletedExceptionally());
        assertFalse(channel.isOpen());
        assertEquals(List.of("closed: the peer does not keep up: 4096 requests wait for its answers"), events);
        replies.forEach(reply -> assertTrue(reply.isCompletedExceptionally()));
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

    private List<CompletableFuture<ObjectNode>> calls(final int number) {
        return IntStream.range(0, number).mapToObj(i -> call("call " + i)).toList();
    }

    private void pass(final long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
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
