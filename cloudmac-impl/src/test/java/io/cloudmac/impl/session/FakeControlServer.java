// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A TLS server that gives the answers that a test sets, and records the requests. */
public class FakeControlServer implements AutoCloseable {
    /** A received request. */
    public record Request(String method, ObjectNode params) {
    }

    /** An error that a handler returns instead of a result. */
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int code;
        private final String data;

        public Refusal(final int code, final String message) {
            this(code, message, "null");
        }

        private Refusal(final int code, final String message, final String data) {
            super(message);
            this.code = code;
            this.data = data;
        }

        /** Returns the JSON-RPC error code. */
        public int code() {
            return code;
        }

        /** Returns the refusal of a server that obeys a controller with this term. */
        public static Refusal newerTerm(final long term) {
            return new Refusal(TermClaim.OLD_TERM, "another controller has taken over", "{\"term\":" + term + "}");
        }
    }

    private NioEventLoopGroup group = new NioEventLoopGroup(1);
    private final Map<String, Function<ObjectNode, String>> handlers = new ConcurrentHashMap<>();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Channel> connections = new LinkedBlockingQueue<>();
    private final SslContext tls;
    private Channel server;
    private int lastPort;
    private volatile long delayMillis;

    /** Listens on a free port of the loopback address. */
    public FakeControlServer(final TestPki pki, final TestPki.Identity identity) throws Exception {
        tls = SslContextBuilder.forServer(identity.certificate().toFile(), identity.key().toFile())
            .trustManager(pki.ca().toFile()).clientAuth(ClientAuth.REQUIRE).protocols("TLSv1.3").build();
        on("session.claim", params -> "{\"term\":" + params.get("term") + "}");
        listen(0);
    }

    /** Sets the handler of a method: it returns the result as JSON, null for none, or throws {@link Refusal}. */
    public final void on(final String method, final Function<ObjectNode, String> handler) {
        handlers.put(method, handler);
    }

    /** Sets how late the server answers, ms. */
    public final void answerAfter(final long millis) {
        delayMillis = millis;
    }

    /** Returns the handler of a method. */
    public final Function<ObjectNode, String> handler(final String method) {
        return handlers.get(method);
    }

    /** Returns the address where it listens. */
    public final InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Returns the next request for a method, skipping others. */
    public final Request await(final String method) throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        for (;;) {
            final Request request = requests.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (request == null) {
                throw new AssertionError("awaited a request for " + method + " for 20 s");
            }
            if (request.method().equals(method)) {
                return request;
            }
        }
    }

    /** Returns the received requests for a method that no test has awaited. */
    public final List<Request> unawaited(final String method) {
        return requests.stream().filter(request -> request.method().equals(method)).toList();
    }

    /** Sends a line on the newest connection. */
    public final void send(final String line) {
        newest().writeAndFlush(line + "\n");
    }

    /** Drops all connections and stops listening. */
    public final void stop() {
        final InetSocketAddress address = address();
        server.close().syncUninterruptibly();
        drop();
        lastPort = address.getPort();
        // A closed channel keeps its port until the next run of its selector, or until the selector is closed.
        close();
    }

    /** Drops all connections. */
    public final void drop() {
        connections.forEach(channel -> channel.close().syncUninterruptibly());
        connections.clear();
    }

    /** Listens on the same port again. */
    public final void restart() {
        group = new NioEventLoopGroup(1);
        listen(lastPort);
    }

    @Override
    public final void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Channel newest() {
        Channel result = null;
        for (final Channel each : connections) {
            result = each;
        }
        return result;
    }

    private void listen(final int port) {
        server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(final Channel channel) {
                    channel.pipeline().addLast(tls.newHandler(channel.alloc()), new LineBasedFrameDecoder(65_536),
                        new StringDecoder(), new StringEncoder(), new Answering());
                    connections.add(channel);
                }
            }).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).syncUninterruptibly().channel();
    }

    private final class Answering extends SimpleChannelInboundHandler<String> {
        @Override
        protected void channelRead0(final ChannelHandlerContext ctx, final String line) throws ProtocolException {
            final ObjectNode request = Json.parse(line);
            final String method = request.get("method").textValue();
            final ObjectNode params = Json.object(request, "params");
            String outcome;
            try {
                final String result = handlers.get(method).apply(params);
                outcome = result == null ? null : "\"result\":" + result;
            } catch (Refusal e) {
                outcome = "\"error\":{\"code\":" + e.code + ",\"message\":\"" + e.getMessage() + "\",\"data\":"
                    + e.data + "}";
            }
            requests.add(new Request(method, params));
            if (outcome != null) {
                final String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + outcome + "}\n";
                ctx.executor().schedule(() -> ctx.writeAndFlush(answer), delayMillis, TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
            ctx.close();
        }
    }
}
