// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket to which switches connect. */
public final class OvsdbServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OvsdbServer.class);

    /**
     * How connections are kept.
     *
     * @param probe      a peer silent for so long is probed, and cut off when silent for as long again
     * @param timeout    longest time for an answer, to connect, and for a TLS handshake
     * @param maxMessage longest message in bytes; a peer that sends a longer one is cut off
     */
    public record Limits(Duration probe, Duration timeout, int maxMessage) {
    }

    private final EventLoopGroup group = new NioEventLoopGroup(0, new DefaultThreadFactory("ovsdb", true));
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel server;

    /**
     * Opens the socket.
     *
     * @param address  where
     * @param tls      server side of TLS, or null for plain TCP
     * @param listener hears of the switches
     * @throws IOException if the address cannot be used
     */
    public OvsdbServer(final InetSocketAddress address, final SslContext tls, final Limits limits,
            final SwitchListener listener) throws IOException {
        final var bind = new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(final Channel channel) {
                    channels.add(channel);
                    LOG.info("OVSDB connection from {}", channel.remoteAddress());
                    ChannelSetUp.apply(channel, tls == null ? null : Tls.handler(tls, channel), limits, false, listener)
                        .start();
                }
            })
            .bind(address).awaitUninterruptibly();
        if (!bind.isSuccess()) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new IOException("cannot listen for OVSDB on " + address + ": " + bind.cause().getMessage(),
                bind.cause());
        }
        server = bind.channel();
        LOG.info("Listening for OVSDB on {}{}", server.localAddress(), tls == null ? "" : " (TLS)");
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Closes the socket and all connections, and waits for that. */
    @Override
    public void close() {
        server.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
