// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts, in each handshake, the certificate of exactly one peer: signed by the controller's CA, for TLS servers, with
 * the URI of its identity. Peers have no stable host names, so the URI, not the host, identifies the peer. Use it in
 * one thread.
 */
final class PeerTrustManager extends X509ExtendedTrustManager {
    private static final Integer SAN_URI = 6;

    private final X509ExtendedTrustManager issuer;
    /**
     * The identity that the peer of each handshake must prove. The keys are weak, so the entry of a connection that
     * ends before its handshake is collected with its engine.
     */
    private final Map<SSLEngine, PeerIdentity> expected = new WeakHashMap<>();

    /** Creates the check. The issuer checks the chain up to the controller's CA. */
    PeerTrustManager(final X509ExtendedTrustManager issuer) {
        this.issuer = issuer;
    }

    /** Sets the identity that the peer of an engine must prove in its handshake. */
    void expect(final SSLEngine engine, final PeerIdentity identity) {
        expected.put(engine, identity);
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType) throws CertificateException {
        throw new CertificateException("no peer is expected");
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final SSLEngine engine)
            throws CertificateException {
        final PeerIdentity identity = expected.remove(engine);
        if (identity == null) {
            throw new CertificateException("no peer is expected");
        }
        issuer.checkServerTrusted(chain, authType, engine);
        checkIdentity(chain[0], identity);
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

    private static void checkIdentity(final X509Certificate certificate, final PeerIdentity identity)
            throws CertificateException {
        final List<String> uris = uris(certificate);
        if (uris.stream().noneMatch(identity::matches)) {
            throw new CertificateException("the certificate is for " + (uris.isEmpty() ? "no URI" : uris)
                + ", not for " + identity.uri());
        }
    }

    private static List<String> uris(final X509Certificate certificate) throws CertificateParsingException {
        final Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null ? List.of()
            : names.stream().filter(name -> SAN_URI.equals(name.get(0))).map(name -> (String) name.get(1)).toList();
    }
}
