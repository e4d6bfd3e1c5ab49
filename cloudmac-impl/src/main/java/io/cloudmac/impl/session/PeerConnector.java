// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.cloudmac.impl.core.Term;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Connects to a peer: TCP, TLS with a check of both identities, lines, JSON-RPC. */
public final class PeerConnector {
    private static final int MAX_LINE = 65_536;

    private final EventLoop loop;
    private final ControlSettings settings;
    private final Optional<TlsContexts> tls;
    private final int maxUnanswered;
    private final Term term;

    /**
     * Creates a connector whose connections run in {@code loop}.
     *
     * @param maxUnanswered greatest number of requests that a connection sends before the peer has answered one;
     *     further requests wait
     * @param term this controller's term
     */
    public PeerConnector(final EventLoop loop, final ControlSettings settings, final int maxUnanswered,
            final Term term) {
        this.loop = loop;
        this.settings = settings;
        this.maxUnanswered = maxUnanswered;
        this.term = term;
        tls = settings.tls().map(TlsContexts::new);
    }

    /**
     * Connects. Requires configured certificates.
     *
     * @param identity the identity that the peer must prove
     * @param address the address of the peer
     * @param listener receives notifications and the end of the connection
     * @return the connection once the TLS handshake is done; completes in the event loop
     */
    public CompletionStage<JsonRpcHandler> connect(final PeerIdentity identity, final InetSocketAddress address,
            final JsonRpcHandler.RpcListener listener) {
        final CompletableFuture<JsonRpcHandler> result = new CompletableFuture<>();
        final SslHandler ssl;
        try {
            ssl = tls.orElseThrow().newHandler(identity, ByteBufAllocator.DEFAULT);
        } catch (IOException e) {
            result.completeExceptionally(e);
            return result;
        }
        ssl.setHandshakeTimeoutMillis(settings.connectTimeoutMillis());
        new Bootstrap().group(loop).channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMillis())
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(final Channel channel) {
                    final JsonRpcHandler rpc = new JsonRpcHandler(channel, new TermClaim(term.value()), maxUnanswered,
                        settings.requestTimeoutMillis(), listener);
                    channel.pipeline().addLast(ssl, new LineBasedFrameDecoder(MAX_LINE, true, true),
                        new StringDecoder(StandardCharsets.UTF_8), new StringEncoder(StandardCharsets.UTF_8), rpc);
                    ssl.handshakeFuture().addListener(handshake -> {
                        if (handshake.isSuccess()) {
                            result.complete(rpc);
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
