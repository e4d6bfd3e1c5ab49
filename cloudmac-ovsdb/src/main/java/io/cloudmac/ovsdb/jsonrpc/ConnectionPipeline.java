// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** Builds the Netty pipeline of a connection with a switch, whichever side opened it. */
final class ConnectionPipeline {
    private ConnectionPipeline() {
    }

    /**
     * Installs the OVSDB handlers. The caller then starts the connection.
     *
     * @param tls TLS handler, or null for plain TCP
     * @param outgoing true if this controller opened the connection
     * @param ticket   limits the memory of unfinished messages, and of an unfinished TLS handshake
     */
    static SwitchConnection install(final Channel channel, final SslHandler tls,
            final OvsdbServer.ConnectionLimits limits, final boolean outgoing, final SwitchListener listener,
            final Admission.Ticket ticket) {
        if (tls != null) {
            tls.setHandshakeTimeoutMillis(limits.timeout().toMillis());
            channel.pipeline().addLast(new HandshakeLimit(tls.handshakeFuture(), ticket)).addLast(tls);
        }
        final SwitchConnection connection = new SwitchConnection(channel, limits, outgoing, tls, listener, ticket);
        channel.pipeline()
            .addLast(new IdleStateHandler(limits.probe().toMillis(), 0, 0, TimeUnit.MILLISECONDS))
            .addLast(new MessageDecoder(limits.maxMessage(), ticket))
            .addLast(connection.handler());
        return connection;
    }
}
