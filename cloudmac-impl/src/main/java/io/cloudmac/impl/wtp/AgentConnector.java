// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Connects to an agent: TCP, TLS with a check of both identities, lines, JSON-RPC. */
final class AgentConnector {
    private static final int MAX_LINE = 65_536;

    private final EventLoop loop;
    private final ControlSettings settings;

    AgentConnector(final EventLoop loop, final ControlSettings settings) {
        this.loop = loop;
        this.settings = settings;
    }

    /**
     * Connects. Requires configured certificates.
     *
     * @param wtp the WTP that the peer must prove to be
     * @param address its address
     * @param listener receives notifications and the end of the connection
     * @return the client once the TLS handshake is done; completes in the event loop
     */
    CompletionStage<AgentClient> connect(final Mac wtp, final InetSocketAddress address,
            final JsonRpcHandler.RpcListener listener) {
        final CompletableFuture<AgentClient> result = new CompletableFuture<>();
        final SslContext context;
        try {
            context = settings.tls().orElseThrow().contextFor(wtp);
        } catch (IOException e) {
            result.completeExceptionally(e);
            return result;
        }
        new Bootstrap().group(loop).channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMs())
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(final Channel channel) {
                    final JsonRpcHandler rpc =
                        new JsonRpcHandler(channel, settings.requestTimeoutMs(), listener);
                    final SslHandler ssl = context.newHandler(channel.alloc());
                    ssl.setHandshakeTimeoutMillis(settings.connectTimeoutMs());
                    channel.pipeline().addLast(ssl, new LineBasedFrameDecoder(MAX_LINE, true, true),
                        new StringDecoder(StandardCharsets.UTF_8), new StringEncoder(StandardCharsets.UTF_8), rpc);
                    ssl.handshakeFuture().addListener(handshake -> {
                        if (handshake.isSuccess()) {
                            result.complete(new AgentClient(rpc));
                        } else {
                            result.completeExceptionally(handshake.cause());
                            channel.close();
                        }
                    });
                }
            })
            .connect(address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    result.completeExceptionally(connected.cause());
                }
            });
        return result;
    }
}
