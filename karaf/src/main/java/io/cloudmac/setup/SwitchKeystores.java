// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.setup;

import io.cloudmac.setup.PemFiles.FileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that key, certificate and authority for the switches' channels are valid and belong together, and creates the
 * two PKCS #12 files that OpenFlowPlugin needs.
 */
public final class SwitchKeystores {
    private SwitchKeystores() {
    }

    /**
     * Creates the stores. Arguments: key, certificate, authority (PEM), then the key store and the trust store to
     * write. Reads the password of both stores from standard input, UTF-8, without end of line. Prints the end of the
     * certificate's validity in ISO 8601. If a file is not usable, it prints one line to standard error, writes nothing
     * and exits with 1.
     */
    public static void main(final String[] args) throws IOException, GeneralSecurityException {
        if (args.length != 5) {
            System.err.println("usage: SwitchKeystores KEY CERT CA KEYSTORE TRUSTSTORE");
            System.exit(2);
        }
        final char[] password = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).toCharArray();
        try {
            final PrivateKey key = PemFiles.key(Path.of(args[0]));
            final List<X509Certificate> chain = PemFiles.certificates(Path.of(args[1]));
            final List<X509Certificate> authorities = PemFiles.certificates(Path.of(args[2]));
            check(key, args[0], chain, args[1], authorities, args[2]);
            final KeyStore keys = PemFiles.emptyStore();
            keys.setKeyEntry("southbound", key, password, chain.toArray(X509Certificate[]::new));
            final KeyStore trusted = PemFiles.emptyStore();
            for (int i = 0; i < authorities.size(); i++) {
                trusted.setCertificateEntry("ca" + i, authorities.get(i));
            }
            PemFiles.write(keys, Path.of(args[3]), password);
            PemFiles.write(trusted, Path.of(args[4]), password);
            System.out.println(chain.get(0).getNotAfter().toInstant());
        } catch (FileException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void check(final PrivateKey key, final String keyFile, final List<X509Certificate> chain,
            final String chainFile, final List<X509Certificate> authorities, final String authorityFile)
            throws GeneralSecurityException, FileException {
        for (X509Certificate authority : authorities) {
            PemFiles.checkTime(authority, authorityFile);
            if (authority.getBasicConstraints() < 0) {
                throw new FileException(authorityFile + " is not the certificate of an authority");
            }
        }
        PemFiles.check(key, keyFile, chain, chainFile);
        final Set<TrustAnchor> anchors = new HashSet<>();
        authorities.forEach(authority -> anchors.add(new TrustAnchor(authority, null)));
        final PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setRevocationEnabled(false);
        try {
            CertPathValidator.getInstance("PKIX").validate(
                CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
        } catch (CertPathValidatorException e) {
            throw new FileException(chainFile + " is not of the authority in " + authorityFile + ": " + e.getMessage());
        }
    }
}
