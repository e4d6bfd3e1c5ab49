// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.setup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and checks keys and certificates in PEM, and writes them as PKCS #12. */
final class PemFiles {
    private static final Pattern KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA");
    private static final Set<String> FOR_SERVERS = Set.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

    /** A fault of a file that the operator can correct; the message names the file. */
    static final class FileException extends Exception {
        private static final long serialVersionUID = 1L;

        FileException(final String message) {
            super(message);
        }
    }

    private PemFiles() {
    }

    /** Returns the key in a file. */
    static PrivateKey key(final Path file) throws IOException, GeneralSecurityException, FileException {
        final Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new FileException(file + " is not an unencrypted private key in PKCS #8 (BEGIN PRIVATE KEY)");
        }
        try {
            final var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
            for (String algorithm : KEY_ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(spec);
                } catch (InvalidKeySpecException e) {
                    continue;
                }
            }
        } catch (IllegalArgumentException e) {
            throw new FileException(file + " is damaged: " + e.getMessage());
        }
        throw new FileException(file + " is neither an EC nor an RSA key");
    }

    /** Returns the certificates in a file, the first one first. */
    static List<X509Certificate> certificates(final Path file)
            throws IOException, GeneralSecurityException, FileException {
        try (InputStream stream = Files.newInputStream(file)) {
            final List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(stream)
                .stream().map(X509Certificate.class::cast).toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            // Reported below like a file without certificates.
        }
        throw new FileException(file + " is not a certificate in PEM");
    }

    /** Checks that a chain is valid now, for a server, and of the key. */
    static void check(final PrivateKey key, final String keyFile, final List<X509Certificate> chain,
            final String chainFile) throws GeneralSecurityException, FileException {
        if (!fits(key, chain.get(0).getPublicKey())) {
            throw new FileException(keyFile + " is not the key of the certificate in " + chainFile);
        }
        for (X509Certificate certificate : chain) {
            checkTime(certificate, chainFile);
        }
        final List<String> usage = chain.get(0).getExtendedKeyUsage();
        if (usage != null && usage.stream().noneMatch(FOR_SERVERS::contains)) {
            throw new FileException(chainFile + " is not for a server: its extended key usage is " + usage);
        }
    }

    private static boolean fits(final PrivateKey key, final PublicKey certified) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
            return false;
        }
        final byte[] text = "does it fit?".getBytes(StandardCharsets.US_ASCII);
        final String algorithm = "SHA256with" + (key.getAlgorithm().equals("EC") ? "ECDSA" : "RSA");
        final Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(text);
        final Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(certified);
        checking.update(text);
        return checking.verify(signing.sign());
    }

    /** Checks that a certificate is valid now. */
    static void checkTime(final X509Certificate certificate, final String file) throws FileException {
        final Instant now = Instant.now();
        final Instant from = certificate.getNotBefore().toInstant();
        final Instant until = certificate.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            throw new FileException(file + " expired on " + until);
        }
        if (now.isBefore(from)) {
            throw new FileException(file + " is not valid before " + from + " (is this machine's clock right?)");
        }
    }

    /** Returns a PKCS #12 store without entries. */
    static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** Replaces a file atomically: a running controller reads it at each connection. */
    static void write(final KeyStore store, final Path file, final char[] password)
            throws IOException, GeneralSecurityException {
        final Path made = Files.createTempFile(file.toAbsolutePath().getParent(), ".new", ".p12");
        try (OutputStream stream = Files.newOutputStream(made)) {
            store.store(stream, password);
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
