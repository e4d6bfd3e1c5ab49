// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
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
 * The TLS client of the controller: TLS 1.3 only, with the controller's certificate and CA. It reads the files once,
 * and again after they have changed, so that the next connection uses renewed certificates. Use it in one thread.
 */
final class TlsContexts {
    /** The content of the files, which Netty parses for each connection. */
    private record Credentials(byte[] chain, byte[] key) {
        /** Reads the files. Fails if Netty cannot use them, so that they are read again although their times stay. */
        static Credentials read(final ControlTls files) throws IOException {
            final Credentials found =
                new Credentials(Files.readAllBytes(files.certificate()), Files.readAllBytes(files.key()));
            found.addTo(SslContextBuilder.forClient());
            return found;
        }

        void addTo(final SslContextBuilder builder) {
            builder.keyManager(new ByteArrayInputStream(chain), new ByteArrayInputStream(key));
        }
    }

    private final ControlTls files;
    private final CachedFiles<X509ExtendedTrustManager> issuer;
    private final CachedFiles<Credentials> credentials;

    TlsContexts(final ControlTls files) {
        this.files = files;
        issuer = new CachedFiles<>(List.of(files.ca()), () -> issuer(certificates(files.ca())));
        credentials = new CachedFiles<>(List.of(files.certificate(), files.key()),
            () -> Credentials.read(files));
    }

    /**
     * Builds the context of one connection.
     *
     * @param identity the identity that the peer must prove
     * @throws IOException if a file cannot be read or used; the message names it
     */
    SslContext contextFor(final PeerIdentity identity) throws IOException {
        final SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3");
        try {
            builder.trustManager(new PeerTrustManager(issuer.get(), identity));
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("cannot use the CA certificate " + files.ca() + ": " + reason(e), e);
        }
        try {
            credentials.get().addTo(builder);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot use the certificate " + files.certificate() + " with the key " + files.key()
                + " (PEM, the key in PKCS#8): " + reason(e), e);
        }
        return builder.build();
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
