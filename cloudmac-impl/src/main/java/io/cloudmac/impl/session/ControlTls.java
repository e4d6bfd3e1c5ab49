// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The TLS client of the controller: TLS 1.3 only, with the controller's certificate and CA.
 *
 * @param ca certificates of the CA, PEM
 * @param certificate the controller's certificate, PEM
 * @param key its private key, PEM in PKCS#8
 */
public record ControlTls(Path ca, Path certificate, Path key) {

    /**
     * Builds the context of one connection. It reads the files each time, so that the next connection uses renewed
     * certificates.
     *
     * @param identity the identity that the peer must prove
     * @throws IOException if a file cannot be read or used; the message names it
     */
    public SslContext contextFor(final PeerIdentity identity) throws IOException {
        final TrustManager trust = new PeerTrustManager(issuer(), identity);
        final SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3").trustManager(trust);
        try (InputStream chain = Files.newInputStream(certificate); InputStream secret = Files.newInputStream(key)) {
            builder.keyManager(chain, secret);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("cannot use the certificate " + certificate + " with the key " + key
                + " (PEM, the key in PKCS#8): " + reason(e), e);
        }
        return builder.build();
    }

    private X509ExtendedTrustManager issuer() throws IOException {
        try (InputStream in = Files.newInputStream(ca)) {
            final Collection<? extends Certificate> certificates =
                CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new IOException("it holds no certificate");
            }
            final KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (final Certificate each : certificates) {
                store.setCertificateEntry("ca-" + number++, each);
            }
            final TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Stream.of(factory.getTrustManagers()).filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast).findFirst().orElseThrow();
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("cannot use the CA certificate " + ca + ": " + reason(e), e);
        }
    }

    private static String reason(final Exception exception) {
        final Throwable cause = exception.getCause() == null ? exception : exception.getCause();
        return cause instanceof NoSuchFileException ? "there is no such file"
            : cause instanceof AccessDeniedException ? "permission denied" : cause.getMessage();
    }
}
