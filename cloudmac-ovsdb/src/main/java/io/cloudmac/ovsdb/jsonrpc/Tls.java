// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;

/** TLS with certificates on both sides. */
public final class Tls {
    private Tls() {
    }

    /**
     * The server's side; a switch without a certificate from this CA is refused.
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
}
