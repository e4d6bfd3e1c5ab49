// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.json.JsonObjectDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Test;

/** Feeds split, malformed and mutated messages to the peer. */
public class RpcPeerTest {
    private static final long SEED = 20261121;
    private static final int MUTATIONS = 20_000;
    private static final int MAX_MESSAGE = 4096;
    private static final String REPLY =
        "{\"id\":1,\"error\":null,\"result\":[true,\"\\u00e4\\\"}{\",{\"ü€😀\":-1.5e3}]}";

    private final List<String> notified = new ArrayList<>();
    private EmbeddedChannel channel = new EmbeddedChannel();
    private RpcPeer peer;

    @After
    public void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    public void messageSplitAtAnyByteIsDecoded() throws Exception {
        final byte[] reply = REPLY.getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < reply.length; cut++) {
            final CompletableFuture<JsonNode> answer = call();
            read(Arrays.copyOf(reply, cut));
            assertFalse("at " + cut, answer.isDone());
            read(Arrays.copyOfRange(reply, cut, reply.length));
            assertEquals("at " + cut, -1500.0,
                answer.get(0, TimeUnit.SECONDS).get(2).get("ü€😀").doubleValue(), 0);
        }
    }

    @Test
    public void onlyTheReplyWithTheIdOfTheCallIsAccepted() throws Exception {
        final CompletableFuture<JsonNode> answer = call();
        for (final String id : List.of("2", "0", "-1", "1.5", "1.0", "\"1\"", "null", "[1]", "true",
                "18446744073709551617")) {
            read(("{\"id\":" + id + ",\"error\":null,\"result\":\"wrong\"}").getBytes(StandardCharsets.UTF_8));
            assertFalse(id, answer.isDone());
        }
        read("{\"id\":1,\"error\":null,\"result\":\"right\"}".getBytes(StandardCharsets.UTF_8));
        read("{\"id\":1,\"error\":\"too late\",\"result\":null}".getBytes(StandardCharsets.UTF_8));
        assertEquals("right", answer.get(0, TimeUnit.SECONDS).asText());
        assertTrue(channel.isActive());
    }

    @Test
    public void malformedErrorsFailTheCall() {
        for (final String error : List.of("5", "[]", "{}", "{\"error\":7}", "false", "\"\"")) {
            final CompletableFuture<JsonNode> answer = call();
            read(("{\"id\":1,\"error\":" + error + ",\"result\":[]}").getBytes(StandardCharsets.UTF_8));
            assertTrue(error, answer.isCompletedExceptionally());
        }
    }

    @Test
    public void ambiguousOrInvalidMessagesDisconnect() {
        for (final String text : List.of("[]", "{\"method\":5,\"id\":1}", "{\"id\":1,\"id\":2,\"result\":0}",
                "{\"id\":1,\"result\":{\"a\":1,\"a\":2}}", "{\"id\":1,\"result\":01}", "{\"id\":1 \"result\":2}",
                "{\"id\":1,\"result\":" + "[".repeat(200) + "]".repeat(200) + "}", "{\"id\":1,\"result\":NaN}",
                "{\"a\":\"" + "x".repeat(MAX_MESSAGE), "GET /")) {
            final CompletableFuture<JsonNode> answer = call();
            read(text.getBytes(StandardCharsets.UTF_8));
            assertFalse(text, channel.isActive());
            assertTrue(text, answer.isCompletedExceptionally());
        }
    }

    @Test
    public void pendingCallsAreLimited() {
        call();
        CompletableFuture<JsonNode> last = null;
        for (int i = 0; i < RpcPeer.MAX_CALLS; i++) {
            last = peer.call("transact", JsonNodeFactory.instance.arrayNode());
        }
        assertTrue(last.isCompletedExceptionally());
    }

    @Test
    public void mutatedMessagesAtMostDisconnect() {
        final Random random = new Random(SEED);
        final List<String> originals = List.of(REPLY,
            "{\"id\":null,\"method\":\"update3\",\"params\":[\"m\",\"t\","
                + "{\"T\":{\"u\":{\"modify\":{\"c\":[\"set\",[]]}}}}]"
                + "}",
            "{\"id\":\"e\",\"method\":\"echo\",\"params\":[]}",
            "{\"id\":1,\"error\":{\"error\":\"x\"},\"result\":null}");
        int survived = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            if (i % 100 == 0 || !channel.isActive()) {
                call();
            } else {
                survived++;
            }
            final byte[] bytes = originals.get(random.nextInt(originals.size())).getBytes(StandardCharsets.UTF_8);
            read(mutate(bytes, random));
            // The peer handles every exception itself.
            channel.checkException();
            for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                out.release();
            }
        }
        assertTrue("mutations that kept the connection: " + survived, survived > MUTATIONS / 100);
    }

    private static byte[] mutate(final byte[] bytes, final Random random) {
        final byte[] mutated = bytes.clone();
        final int at = random.nextInt(mutated.length);
        switch (random.nextInt(4)) {
            case 0:
                mutated[at] = (byte) random.nextInt(256);
                return mutated;
            case 1:
                return Arrays.copyOf(mutated, at);
            case 2:
                final byte[] tokens = "{}[]\",:0-e\\u".getBytes(StandardCharsets.UTF_8);
                mutated[at] = tokens[random.nextInt(tokens.length)];
                return mutated;
            default:
                final byte[] twice = Arrays.copyOf(mutated, mutated.length + at);
                System.arraycopy(mutated, 0, twice, mutated.length, at);
                return twice;
        }
    }

    @Test
    public void messagesAfterTheFatalOneAreIgnored() {
        call();
        read("{\"method\":5}{\"id\":null,\"method\":\"update3\",\"params\":[]}".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(), notified);
    }

    private CompletableFuture<JsonNode> call() {
        channel.finishAndReleaseAll();
        channel = new EmbeddedChannel();
        peer = new RpcPeer(channel, Duration.ofMinutes(1), (method, params) -> notified.add(method));
        channel.pipeline().addLast(new JsonObjectDecoder(MAX_MESSAGE)).addLast(peer);
        return peer.call("get_schema", JsonNodeFactory.instance.arrayNode());
    }

    private void read(final byte[] bytes) {
        if (channel.isActive()) {
            try {
                channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            } catch (final CorruptedFrameException e) {
                // An earlier message closed the channel, so the rest of the bytes meets no handler.
                assertFalse(channel.isActive());
            }
        }
    }
}
