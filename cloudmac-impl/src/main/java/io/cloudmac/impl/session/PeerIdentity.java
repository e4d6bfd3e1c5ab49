// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

/**
 * The identity that a peer must prove with its certificate.
 *
 * @param uri the URI of the certificate's subject alternative name
 * @param ignoresCase whether upper and lower case are the same, as in MAC addresses
 */
public record PeerIdentity(String uri, boolean ignoresCase) {
    /** Returns true if a URI of a certificate is this identity. */
    boolean matches(final String certified) {
        return ignoresCase ? certified.equalsIgnoreCase(uri) : certified.equals(uri);
    }
}
