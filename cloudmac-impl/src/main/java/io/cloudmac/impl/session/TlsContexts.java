// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The TLS client of the controller: TLS 1.3 only, with the controller's certificate and CA. It makes its context once,
 * and again after the files have changed, so that the next connection uses renewed certificates. Use it in one thread.
 */
final class TlsContexts {
    /**
     * What all connections share until a file changes.
     *
     * @param trust checks the peer of each connection
     */
    private record TlsClient(SslContext context, PeerTrustManager trust) {
    }

    private final ControlTls files;
    private final CachedFiles<X509ExtendedTrustManager> issuer;
    private final CachedFiles<TlsClient> client;

    TlsContexts(final ControlTls files) {
        this.files = files;
        issuer = new CachedFiles<>(List.of(files.ca()), () -> issuer(certificates(files.ca())));
        client = new CachedFiles<>(List.of(files.ca(), files.certificate(), files.key()), this::newClient);
    }

    private TlsClient newClient() throws IOException, GeneralSecurityException {
        final PeerTrustManager trust = new PeerTrustManager(issuer.get());
        try (InputStream chain = Files.newInputStream(files.certificate());
                InputStream key = Files.newInputStream(files.key())) {
            return new TlsClient(SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols("TLSv1.3")
                .trustManager(trust).keyManager(chain, key).build(), trust);
        }
    }

    /**
     * Creates the TLS handler of one connection. It has no host and port, so no session is resumed: each connection
     * checks the peer's certificate.
     *
     * @param identity the identity that the peer must prove
     * @throws IOException if a file cannot be read or used; the message names it
     */
    SslHandler newHandler(final PeerIdentity identity, final ByteBufAllocator allocator) throws IOException {
        try {
            issuer.get();
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("cannot use the CA certificate " + files.ca() + ": " + reason(e), e);
        }
        final TlsClient now;
        try {
            now = client.get();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot use the certificate " + files.certificate() + " with the key " + files.key()
                + " (PEM, the key in PKCS#8): " + reason(e), e);
        }
        final SslHandler handler = now.context().newHandler(allocator);
        now.trust().expect(handler.engine(), identity);
        return handler;
    }

    private static List<X509Certificate> certificates(final Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            final List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(in)
                .stream().map(X509Certificate.class::cast).toList();
            if (found.isEmpty()) {
                throw new IOException("it holds no certificate");
            }
            return found;
        }
    }

    private static X509ExtendedTrustManager issuer(final List<X509Certificate> certificates)
            throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (final X509Certificate each : certificates) {
            store.setCertificateEntry("ca-" + number++, each);
        }
        final TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Stream.of(factory.getTrustManagers()).filter(X509ExtendedTrustManager.class::isInstance)
            .map(X509ExtendedTrustManager.class::cast).findFirst().orElseThrow();
    }

    private static String reason(final Exception exception) {
        final Throwable cause = exception.getCause() == null ? exception : exception.getCause();
        return cause instanceof NoSuchFileException ? "there is no such file"
            : cause instanceof AccessDeniedException ? "permission denied" : cause.getMessage();
    }
}
