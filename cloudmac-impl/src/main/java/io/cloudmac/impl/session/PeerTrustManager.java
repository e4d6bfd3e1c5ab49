// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificate of exactly one peer: signed by the controller's CA, for TLS servers, with the URI of its
 * identity. Peers have no stable host names, so the URI, not the host, identifies the peer.
 */
final class PeerTrustManager extends X509ExtendedTrustManager {
    private static final Integer SAN_URI = 6;

    private final X509ExtendedTrustManager issuer;
    private final PeerIdentity expected;

    /**
     * Creates the check.
     *
     * @param issuer checks the chain up to the controller's CA
     * @param expected the identity that the peer must prove
     */
    PeerTrustManager(final X509ExtendedTrustManager issuer, final PeerIdentity expected) {
        this.issuer = issuer;
        this.expected = expected;
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType) throws CertificateException {
        issuer.checkServerTrusted(chain, authType);
        checkIdentity(chain[0]);
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final Socket socket)
            throws CertificateException {
        issuer.checkServerTrusted(chain, authType, socket);
        checkIdentity(chain[0]);
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final SSLEngine engine)
            throws CertificateException {
        issuer.checkServerTrusted(chain, authType, engine);
        checkIdentity(chain[0]);
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType) throws CertificateException {
        throw new CertificateException("the controller is never a TLS server");
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType, final Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType, final SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return issuer.getAcceptedIssuers();
    }

    private void checkIdentity(final X509Certificate certificate) throws CertificateException {
        final List<String> uris = uris(certificate);
        if (uris.stream().noneMatch(expected::matches)) {
            throw new CertificateException("the certificate is for " + (uris.isEmpty() ? "no URI" : uris)
                + ", not for " + expected.uri());
        }
    }

    private static List<String> uris(final X509Certificate certificate) throws CertificateParsingException {
        final Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null ? List.of()
            : names.stream().filter(name -> SAN_URI.equals(name.get(0))).map(name -> (String) name.get(1)).toList();
    }
}
