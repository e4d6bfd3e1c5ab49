// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to switches that listen ("ptcp:", "pssl:"). It makes each connection once; the caller retries. */
public final class OvsdbClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OvsdbClient.class);

    /** A connection attempt, or the connection that it led to. */
    @FunctionalInterface
    public interface Attempt {
        /** Cancels the attempt or closes the connection. */
        void close(String reason);
    }

    private final EventLoopGroup group = new NioEventLoopGroup(0, new DefaultThreadFactory("ovsdb-client", true));
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final OvsdbServer.ConnectionLimits limits;

    /** Creates a client. The limit on the time for an answer also limits the time to connect. */
    public OvsdbClient(final OvsdbServer.ConnectionLimits limits) {
        this.limits = limits;
    }

    /**
     * Starts to connect. Does not block.
     *
     * @param tls      client side of TLS, or null for plain TCP
     * @param listener receives the switch when it is connected and identified
     * @param ended    is called once, on the connection's thread, with the reason why the attempt failed or
     *     the connection ended
     */
    public Attempt connect(final InetSocketAddress address, final SslContext tls, final SwitchListener listener,
            final Consumer<String> ended) {
        final SwitchConnection[] connection = new SwitchConnection[1];
        final SslHandler[] handler = new SslHandler[1];
        final ChannelFuture connect = new Bootstrap()
            .group(group)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(limits.timeout().toMillis()))
            .handler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(final Channel channel) {
                    channels.add(channel);
                    handler[0] = tls == null ? null
                        : tls.newHandler(channel.alloc(), address.getHostString(), address.getPort());
                    connection[0] = ConnectionPipeline.install(channel, handler[0], limits, true, listener,
                        Admission.unlimitedSource(limits.admission()));
                }
            })
            .connect(address);
        // This listener and initChannel run on the channel's thread, so it sees what initChannel has set.
        connect.addListener(done -> {
            if (!done.isSuccess()) {
                ended.accept(String.valueOf(done.cause().getMessage()));
                return;
            }
            LOG.info("OVSDB connection to {}{}", address, tls == null ? "" : " (TLS)");
            connect.channel().closeFuture().addListener(closed -> ended.accept(connection[0].closeReason()));
            if (handler[0] == null) {
                connection[0].start();
            } else {
                handler[0].handshakeFuture().addListener(shaken -> begin(shaken.cause(), connection[0], handler[0],
                    address));
            }
        });
        return reason -> {
            if (!connect.cancel(false)) {
                connect.channel().eventLoop().execute(() -> {
                    if (connection[0] != null) {
                        connection[0].close(reason);
                    }
                });
            }
        };
    }

    private static void begin(final Throwable failure, final SwitchConnection connection, final SslHandler tls,
            final InetSocketAddress address) {
        if (failure != null) {
            connection.close("TLS: " + failure.getMessage());
            return;
        }
        try {
            Tls.checkAddress(tls.engine().getSession(), address.getAddress());
            connection.start();
        } catch (final IOException e) {
            connection.close(e.getMessage());
        }
    }

    /** Closes all connections and waits until they are closed. */
    @Override
    public void close() {
        channels.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
