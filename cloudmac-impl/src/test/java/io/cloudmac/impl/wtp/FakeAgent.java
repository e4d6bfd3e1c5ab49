// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.wire.Mac;
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
import java.util.stream.Collectors;

/** A WTP agent without radios, which gives the answers that a test sets and records the requests. */
final class FakeAgent implements AutoCloseable {
    private static final String RADIOS = "[{\"index\":0,\"phy\":\"phy0\",\"address\":\"02:00:00:00:00:10\","
        + "\"frequency\":2412,\"power_dbm\":20,\"max_power_dbm\":20,\"active_monitor\":true,\"max_leases\":8,"
        + "\"bands\":[\"2.4\"]},{\"index\":1,\"phy\":\"phy1\",\"address\":\"02:00:00:00:00:11\",\"frequency\":5180,"
        + "\"power_dbm\":20,\"max_power_dbm\":23,\"active_monitor\":true,\"max_leases\":8,\"bands\":[\"5\"]}]";

    /** A received request. */
    record Request(String method, ObjectNode params) {
    }

    /** An error that a handler returns instead of a result. */
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int code;

        Refusal(final int code, final String message) {
            super(message);
            this.code = code;
        }
    }

    private NioEventLoopGroup group = new NioEventLoopGroup(1);
    private final Map<String, Function<ObjectNode, String>> handlers = new ConcurrentHashMap<>();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Channel> connections = new LinkedBlockingQueue<>();
    private final Mac wtp;
    private final SslContext tls;
    private Channel server;
    private int lastPort;

    FakeAgent(final Mac wtp, final TestPki pki, final TestPki.Identity identity) throws Exception {
        tls = SslContextBuilder.forServer(identity.certificate().toFile(), identity.key().toFile())
            .trustManager(pki.ca().toFile()).clientAuth(ClientAuth.REQUIRE).protocols("TLSv1.3").build();
        this.wtp = wtp;
        holds(Map.of());
        on("ack.lease", params -> "{\"bssid\":" + params.get("bssid") + ",\"radio\":" + params.get("radio")
            + ",\"ttl_ms\":" + params.get("ttl_ms") + ",\"created\":true}");
        on("ack.release", params -> "{\"released\":true}");
        on("radio.set", params -> "{\"radio\":" + params.get("radio") + ",\"frequency\":" + params.get("frequency")
            + ",\"power_dbm\":20}");
        on("signal.subscribe", params -> "{\"interval_ms\":" + params.get("interval_ms") + "}");
        listen(0);
    }

    /** Sets the handler of a method: it returns the result as JSON, null for none, or throws {@link Refusal}. */
    void on(final String method, final Function<ObjectNode, String> handler) {
        handlers.put(method, handler);
    }

    /** Returns the handler of a method. */
    Function<ObjectNode, String> handler(final String method) {
        return handlers.get(method);
    }

    /** Sets the leases of its second radio: the remaining time in ms, by VAP. */
    void holds(final Map<Mac, Long> leases) {
        final String all = leases.entrySet().stream().map(lease -> "{\"bssid\":\"" + lease.getKey()
            + "\",\"radio\":1,\"remaining_ms\":" + lease.getValue() + "}").collect(Collectors.joining(","));
        on("agent.info", params -> "{\"wtp\":\"" + wtp + "\",\"name\":\"fake\",\"version\":\"0\",\"protocol\":1,"
            + "\"uptime_ms\":1,\"wired\":[{\"ifname\":\"eth0\",\"address\":\"02:00:00:00:00:01\",\"mtu\":1700}],"
            + "\"radios\":" + RADIOS + ",\"leases\":[" + all + "]}");
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Returns the next request for a method, skipping others. */
    Request await(final String method) throws InterruptedException {
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
    List<Request> unawaited(final String method) {
        return requests.stream().filter(request -> request.method().equals(method)).toList();
    }

    /** Sends a line on the newest connection. */
    void send(final String line) {
        newest().writeAndFlush(line + "\n");
    }

    /** Drops all connections and stops listening. */
    void stop() {
        final InetSocketAddress address = address();
        server.close().syncUninterruptibly();
        drop();
        lastPort = address.getPort();
        // A closed channel keeps its port until the next run of its selector, or until the selector is closed.
        close();
    }

    /** Drops all connections. */
    void drop() {
        connections.forEach(channel -> channel.close().syncUninterruptibly());
        connections.clear();
    }

    /** Listens on the same port again. */
    void restart() {
        group = new NioEventLoopGroup(1);
        listen(lastPort);
    }

    @Override
    public void close() {
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
                outcome = "\"error\":{\"code\":" + e.code + ",\"message\":\"" + e.getMessage() + "\"}";
            }
            requests.add(new Request(method, params));
            if (outcome != null) {
                ctx.writeAndFlush("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + outcome + "}\n");
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
            ctx.close();
        }
    }
}
