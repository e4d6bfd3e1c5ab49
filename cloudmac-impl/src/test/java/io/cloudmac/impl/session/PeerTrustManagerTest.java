// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.Mockito.mock;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two handshakes at once, each of which expects another peer. */
class PeerTrustManagerTest {
    private static final PeerIdentity FIRST = new PeerIdentity("urn:cloudmac:vap-host:first", false);
    private static final PeerIdentity SECOND = new PeerIdentity("urn:cloudmac:vap-host:second", false);

    @TempDir
    private Path dir;
    private final PeerTrustManager trust = new PeerTrustManager(mock(X509ExtendedTrustManager.class));
    private final SSLEngine toFirst = mock(SSLEngine.class);
    private final SSLEngine toSecond = mock(SSLEngine.class);
    private X509Certificate[] ofFirst;
    private X509Certificate[] ofSecond;

    @BeforeEach
    void start() throws IOException, CertificateException {
        final TestPki pki = new TestPki(dir, "ours");
        ofFirst = certificate(pki.issue("first", FIRST.uri(), "serverAuth"));
        ofSecond = certificate(pki.issue("second", SECOND.uri(), "serverAuth"));
        trust.expect(toFirst, FIRST);
        trust.expect(toSecond, SECOND);
    }

    private static X509Certificate[] certificate(final TestPki.Identity identity)
            throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(identity.certificate())) {
            return new X509Certificate[] {
                (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in) };
        }
    }

    private String refusal(final X509Certificate[] chain, final SSLEngine engine) {
        return assertThrows(CertificateException.class, () -> trust.checkServerTrusted(chain, "ECDHE", engine))
            .getMessage();
    }

    @Test
    void eachPeerIsTrustedInItsOwnHandshake() {
        assertDoesNotThrow(() -> trust.checkServerTrusted(ofSecond, "ECDHE", toSecond));
        assertDoesNotThrow(() -> trust.checkServerTrusted(ofFirst, "ECDHE", toFirst));
    }

    @Test
    void aPeerIsRefusedInTheHandshakeOfAnother() {
        assertEquals("the certificate is for [urn:cloudmac:vap-host:second], not for urn:cloudmac:vap-host:first",
            refusal(ofSecond, toFirst));
        assertEquals("no peer is expected", refusal(ofFirst, toFirst));
    }

    @Test
    void anEngineWithoutAnExpectedPeerTrustsNobody() {
        assertEquals("no peer is expected", refusal(ofFirst, mock(SSLEngine.class)));
        assertThrows(CertificateException.class, () -> trust.checkServerTrusted(ofFirst, "ECDHE"));
    }
}
