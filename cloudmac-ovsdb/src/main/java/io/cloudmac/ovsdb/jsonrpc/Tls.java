// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.NetUtil;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates TLS contexts that require certificates on both sides. */
public final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final int SAN_IP = 7;

    private Tls() {
    }

    /**
     * Creates the server side. It rejects a switch without a certificate of this CA.
     *
     * @param key  private key, PEM, PKCS #8, not encrypted
     * @param cert its certificate and any intermediate ones, PEM
     * @param ca   the CA of the switches' certificates, PEM
     * @throws IOException if one of the files cannot be used
     */
    public static SslContext server(final File key, final File cert, final File ca) throws IOException {
        try {
            return SslContextBuilder.forServer(cert, key)
                .sslProvider(SslProvider.JDK)
                .trustManager(ca)
                .clientAuth(ClientAuth.REQUIRE)
                .protocols("TLSv1.3", "TLSv1.2")
                .build();
        } catch (final IllegalArgumentException e) {
            throw new IOException("cannot use TLS key " + key + ", certificate " + cert + " and CA " + ca + ": "
                + e.getMessage(), e);
        }
    }

    /** Returns the handler for a connection from a switch. It logs why it rejects a switch. */
    static SslHandler handler(final SslContext server, final Channel channel) {
        final SslHandler handler = server.newHandler(channel.alloc());
        handler.handshakeFuture().addListener(shaken -> {
            if (!shaken.isSuccess()) {
                LOG.info("TLS handshake with {} failed: {}", channel.remoteAddress(), describe(shaken.cause()));
            }
        });
        return handler;
    }

    // Netty's message for non-TLS data contains all data received, so replace it.
    private static String describe(final Throwable cause) {
        return cause instanceof NotSslRecordException ? "plain TCP"
            : cause instanceof ClosedChannelException ? "closed before the handshake" : cause.getMessage();
    }

    /**
     * Creates the client side. It rejects a switch whose certificate is not of this CA.
     *
     * @param key  private key, PEM, PKCS #8, not encrypted
     * @param cert its certificate and any intermediate ones, PEM
     * @param ca   the CA of the switches' certificates, PEM
     * @throws IOException if one of the files cannot be used
     */
    public static SslContext client(final File key, final File cert, final File ca) throws IOException {
        try {
            return SslContextBuilder.forClient()
                .keyManager(cert, key)
                .sslProvider(SslProvider.JDK)
                .trustManager(ca)
                .protocols("TLSv1.3", "TLSv1.2")
                .build();
        } catch (final IllegalArgumentException e) {
            throw new IOException("cannot use TLS key " + key + ", certificate " + cert + " and CA " + ca + ": "
                + e.getMessage(), e);
        }
    }

    /**
     * Checks that a switch's certificate names the address connected to, if it names addresses at all. Few
     * switch certificates do. The CA, which is always checked, says which hosts are switches.
     *
     * @throws IOException if there is no certificate or it names other addresses only
     */
    static void checkAddress(final SSLSession session, final InetAddress address) throws IOException {
        final Collection<List<?>> names;
        try {
            names = ((X509Certificate) session.getPeerCertificates()[0]).getSubjectAlternativeNames();
        } catch (final SSLPeerUnverifiedException | CertificateParsingException e) {
            throw new IOException("TLS: the switch's certificate cannot be read: " + e.getMessage(), e);
        }
        final List<String> addresses = names == null ? List.of() : names.stream()
            .filter(name -> Integer.valueOf(SAN_IP).equals(name.get(0))).map(name -> name.get(1).toString()).toList();
        if (!addresses.isEmpty() && addresses.stream().noneMatch(name -> same(name, address))) {
            throw new IOException("TLS: the switch's certificate is for " + String.join(", ", addresses) + ", not for "
                + address.getHostAddress());
        }
    }

    private static boolean same(final String name, final InetAddress address) {
        return Arrays.equals(NetUtil.createByteArrayFromIpAddressString(name), address.getAddress());
    }
}
