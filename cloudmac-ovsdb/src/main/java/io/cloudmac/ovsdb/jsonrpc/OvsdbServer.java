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

/** Listens for connections from switches. */
public final class OvsdbServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OvsdbServer.class);

    /**
     * Limits of a connection.
     *
     * @param probe      time without data after which the controller probes the peer; it closes the
     *     connection after the same time again
     * @param timeout    longest time for an answer, for connecting and for a TLS handshake
     * @param maxMessage longest message in bytes; a longer one closes the connection
     * @param admission  limits of all connections together
     */
    public record ConnectionLimits(Duration probe, Duration timeout, int maxMessage, Admission.Bounds admission) {
        /** Creates limits with {@link Admission.Bounds#DEFAULT}. */
        public ConnectionLimits(final Duration probe, final Duration timeout, final int maxMessage) {
            this(probe, timeout, maxMessage, Admission.Bounds.DEFAULT);
        }
    }

    private final EventLoopGroup group = new NioEventLoopGroup(0, new DefaultThreadFactory("ovsdb", true));
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Admission admission;
    private final Channel server;

    /**
     * Opens the socket.
     *
     * @param address  address to listen on
     * @param tls      server side of TLS, or null for plain TCP
     * @param listener receives the switches
     * @throws IOException if the socket cannot be bound to the address
     */
    public OvsdbServer(final InetSocketAddress address, final SslContext tls, final ConnectionLimits limits,
            final SwitchListener listener) throws IOException {
        admission = new Admission(limits.admission());
        final var bind = new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(final Channel channel) {
                    final Admission.Ticket ticket =
                        admission.admit(((InetSocketAddress) channel.remoteAddress()).getAddress());
                    if (ticket == null) {
                        channel.close();
                        return;
                    }
                    channel.closeFuture().addListener(closed -> ticket.close());
                    channels.add(channel);
                    LOG.info("OVSDB connection from {}", channel.remoteAddress());
                    ConnectionPipeline.install(channel, tls == null ? null : Tls.handler(tls, channel), limits, false,
                        listener, ticket).start();
                }
            })
            .bind(address).awaitUninterruptibly();
        if (!bind.isSuccess()) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new IOException("cannot listen for OVSDB on " + address + ": " + bind.cause().getMessage(),
                bind.cause());
        }
        server = bind.channel();
        if (tls == null) {
            LOG.warn("Listening for OVSDB on {} over plain TCP (transport = tcp): any machine that reaches it can pose"
                + " as a switch", server.localAddress());
        } else {
            LOG.info("Listening for OVSDB on {} with TLS and certificates on both sides", server.localAddress());
        }
    }

    /** Returns the address on which the server listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Returns the state of the limits. */
    Admission admission() {
        return admission;
    }

    /** Closes the socket and all connections, and waits until they are closed. */
    @Override
    public void close() {
        server.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
