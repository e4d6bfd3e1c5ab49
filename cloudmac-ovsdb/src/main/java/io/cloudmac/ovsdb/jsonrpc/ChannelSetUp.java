// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.channel.Channel;
import io.netty.handler.codec.json.JsonObjectDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** What every connection with a switch has, whoever made it. */
final class ChannelSetUp {
    private ChannelSetUp() {
    }

    /**
     * Makes the channel speak OVSDB; the connection is still to be started.
     *
     * @param tls or null for plain TCP
     * @param outgoing whether we made the connection
     */
    static SwitchConnection apply(final Channel channel, final SslHandler tls, final OvsdbServer.Limits limits,
            final boolean outgoing, final SwitchListener listener) {
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
