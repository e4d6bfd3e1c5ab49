// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.channel.Channel;
import io.netty.handler.codec.json.JsonObjectDecoder;
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
     */
    static SwitchConnection install(final Channel channel, final SslHandler tls,
            final OvsdbServer.ConnectionLimits limits, final boolean outgoing, final SwitchListener listener) {
        if (tls != null) {
            tls.setHandshakeTimeoutMillis(limits.timeout().toMillis());
            channel.pipeline().addLast(tls);
        }
        final SwitchConnection connection =
            new SwitchConnection(channel, limits.timeout(), outgoing, tls != null, listener);
        channel.pipeline()
            .addLast(new IdleStateHandler(limits.probe().toMillis(), 0, 0, TimeUnit.MILLISECONDS))
            .addLast(new JsonObjectDecoder(limits.maxMessage()))
            .addLast(connection.handler());
        return connection;
    }
}
