// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.setup;

import io.cloudmac.setup.PemFiles.FileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Checks that key and certificate of the web server are valid and belong together, and creates the PKCS #12 file that
 * Jetty needs.
 */
public final class WebKeystore {
    private WebKeystore() {
    }

    /**
     * Creates the store. Arguments: certificate with those of its authorities, and key (PEM), then the key store to
     * write. Reads the password of the store from standard input, UTF-8, without end of line. Prints the end of the
     * certificate's validity in ISO 8601. If a file is not usable, it prints one line to standard error, writes nothing
     * and exits with 1.
     */
    public static void main(final String[] args) throws IOException, GeneralSecurityException {
        if (args.length != 3) {
            System.err.println("usage: WebKeystore CERT KEY KEYSTORE");
            System.exit(2);
        }
        final char[] password = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).toCharArray();
        try {
            final List<X509Certificate> chain = PemFiles.certificates(Path.of(args[0]));
            final PrivateKey key = PemFiles.key(Path.of(args[1]));
            PemFiles.check(key, args[1], chain, args[0]);
            checkNames(chain, args[0]);
            final KeyStore keys = PemFiles.emptyStore();
            keys.setKeyEntry("web", key, password, chain.toArray(X509Certificate[]::new));
            PemFiles.write(keys, Path.of(args[2]), password);
            System.out.println(chain.get(0).getNotAfter().toInstant());
        } catch (FileException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void checkNames(final List<X509Certificate> chain, final String file)
            throws GeneralSecurityException, FileException {
        if (chain.get(0).getSubjectAlternativeNames() == null) {
            throw new FileException(file + " names no host: browsers want a subject alternative name");
        }
        for (int i = 1; i < chain.size(); i++) {
            if (!chain.get(i - 1).getIssuerX500Principal().equals(chain.get(i).getSubjectX500Principal())) {
                throw new FileException(file + " has certificate " + (i + 1) + " at a wrong place: each one is followed"
                    + " by the certificate of its authority");
            }
        }
    }
}
