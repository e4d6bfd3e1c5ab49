// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.Tls;
import io.netty.handler.ssl.SslContext;
import java.io.File;
import java.io.IOException;

/** Creates keys and certificates for tests with OpenSSL. */
public final class Pki {
    private static final String[] KEY = {"-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"};

    private final File folder;

    /** Creates files in a folder. */
    public Pki(final File folder) {
        this.folder = folder;
    }

    /** Creates a CA in NAME.key and NAME.pem. */
    public void authority(final String name) throws IOException {
        RealSwitch.run("openssl", "req", "-x509", KEY[0], KEY[1], KEY[2], KEY[3], KEY[4], "-subj", "/CN=" + name,
            "-days", "1", "-keyout", path(name + ".key"), "-out", path(name + ".pem"));
    }

    /** Creates a key in NAME.key and its certificate in NAME.pem, with this subjectAltName unless null. */
    public void certificate(final String name, final String authority, final String altName) throws IOException {
        RealSwitch.run("openssl", "req", KEY[0], KEY[1], KEY[2], KEY[3], KEY[4], "-subj", "/CN=" + name,
            "-addext", "subjectAltName=" + (altName == null ? "DNS:" + name : altName),
            "-keyout", path(name + ".key"), "-out", path(name + ".csr"));
        RealSwitch.run("openssl", "x509", "-req", "-in", path(name + ".csr"), "-CA", path(authority + ".pem"),
            "-CAkey", path(authority + ".key"), "-CAcreateserial", "-days", "1", "-copy_extensions", "copy",
            "-out", path(name + ".pem"));
    }

    /** Returns the client side of TLS with this certificate. */
    public SslContext client(final String name, final String authority) throws IOException {
        return Tls.client(file(name + ".key"), file(name + ".pem"), file(authority + ".pem"));
    }

    /** Returns the server side of TLS with this certificate. */
    public SslContext server(final String name, final String authority) throws IOException {
        return Tls.server(file(name + ".key"), file(name + ".pem"), file(authority + ".pem"));
    }

    String path(final String name) {
        return file(name).toString();
    }

    private File file(final String name) {
        return new File(folder, name);
    }
}
