// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificate of exactly one WTP: signed by the controller's CA, for TLS servers, with the URI
 * {@code urn:cloudmac:wtp:<id>}. WTPs have no stable host names and announce their own address, so the URI, not the
 * host, identifies the peer.
 */
final class WtpTrustManager extends X509ExtendedTrustManager {
    /** The URI in a WTP's certificate, without the id. */
    static final String URI_PREFIX = "urn:cloudmac:wtp:";

    private static final Integer SAN_URI = 6;

    private final X509ExtendedTrustManager issuer;
    private final String expectedUri;

    /**
     * Creates the check.
     *
     * @param issuer checks the chain up to the controller's CA
     * @param wtp the announced WTP id
     */
    WtpTrustManager(final X509ExtendedTrustManager issuer, final Mac wtp) {
        this.issuer = issuer;
        expectedUri = URI_PREFIX + wtp;
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
        if (uris.stream().noneMatch(uri -> uri.toLowerCase(Locale.ROOT).equals(expectedUri))) {
            throw new CertificateException("the certificate is for " + (uris.isEmpty() ? "no URI" : uris)
                + ", the WTP announced itself as " + expectedUri);
        }
    }

    private static List<String> uris(final X509Certificate certificate) throws CertificateParsingException {
        final Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null ? List.of()
            : names.stream().filter(name -> SAN_URI.equals(name.get(0))).map(name -> (String) name.get(1)).toList();
    }
}
