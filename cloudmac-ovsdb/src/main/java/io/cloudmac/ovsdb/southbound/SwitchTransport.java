// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.Tls;
import io.netty.handler.ssl.SslContext;
import java.io.File;
import java.io.IOException;
import java.util.List;

/**
 * How the southbound and the switches reach each other: over TLS with certificates on both sides, or over plain TCP if
 * the settings say so.
 *
 * @param server server side of TLS, or null for plain TCP
 * @param client client side of TLS, or null for plain TCP
 */
record SwitchTransport(SslContext server, SslContext client) {
    private static final String CURE = "create certificates with cloudmac-pki and run cloudmac-setup --switch-tls, or"
        + " set transport = tcp in etc/io.cloudmac.ovsdb.cfg";

    /**
     * Chooses the transport.
     *
     * @param transport {@code tls} or {@code tcp}
     * @param files     the key, its certificate and the CA of the switches, as in {@link Tls#server}; not read for
     *     {@code tcp}
     * @throws IOException if the transport is unknown, or a file is missing or cannot be used; the message says what
     *     the operator can do
     */
    static SwitchTransport of(final String transport, final List<String> files) throws IOException {
        if ("tcp".equals(transport)) {
            return new SwitchTransport(null, null);
        }
        if (!"tls".equals(transport)) {
            throw new IOException("transport must be tls or tcp, not " + transport);
        }
        if (files.contains("")) {
            throw new IOException("transport = tls needs tls.key, tls.cert and tls.ca: " + CURE);
        }
        for (final String file : files) {
            if (!new File(file).isFile()) {
                throw new IOException("transport = tls, and there is no file " + file + ": " + CURE);
            }
        }
        final File key = new File(files.get(0));
        final File cert = new File(files.get(1));
        final File ca = new File(files.get(2));
        return new SwitchTransport(Tls.server(key, cert, ca), Tls.client(key, cert, ca));
    }
}
