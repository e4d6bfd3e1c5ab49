// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransport;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ConnectionTransport.Transport;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;

/**
 * The address at which a switch listens, from its configured connection-info.
 *
 * @param address null if there is a problem
 * @param tls     null for plain TCP
 * @param problem reason why the configuration allows no connection, or null
 */
record ConnectTarget(InetSocketAddress address, SslContext tls, String problem) {
    /**
     * Parses connection-info.
     *
     * @param certified client side of TLS, or null if the southbound has no certificate
     * @return null if the controller does not connect: neither address nor port is set
     */
    static ConnectTarget of(final ConnectionInfo info, final SslContext certified) {
        if (info.getRemoteIp() == null && info.getRemotePort() == null) {
            return null;
        }
        if (info.getRemoteIp() == null || info.getRemotePort() == null) {
            return wrong("connection-info needs both remote-ip and remote-port");
        }
        final ConnectionTransport ours = info.augmentation(ConnectionTransport.class);
        final Transport transport = ours == null || ours.getTransport() == null
            ? certified == null ? Transport.Tcp : Transport.Tls : ours.getTransport();
        if (transport == Transport.Tls && certified == null) {
            return wrong("transport tls needs a certificate, and the southbound has no certificate");
        }
        try {
            return new ConnectTarget(IpAddresses.of(info.getRemoteIp(), info.getRemotePort().getValue().toJava()),
                transport == Transport.Tls ? certified : null, null);
        } catch (final IllegalArgumentException e) {
            return wrong("remote-ip is not usable: " + e.getMessage());
        }
    }

    private static ConnectTarget wrong(final String problem) {
        return new ConnectTarget(null, null, problem);
    }
}
