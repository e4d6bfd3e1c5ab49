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
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that key, certificate and authority for the switches' channels are valid and belong together, and creates the
 * two PKCS #12 files that OpenFlowPlugin needs.
 */
public final class SwitchKeystores {
    private static final Pattern KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA");
    private static final Set<String> FOR_SERVERS = Set.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

    /** A fault of a file that the operator can correct; the message names the file. */
    private static final class FileException extends Exception {
        private static final long serialVersionUID = 1L;

        FileException(final String message) {
            super(message);
        }
    }

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
            final PrivateKey key = key(Path.of(args[0]));
            final List<X509Certificate> chain = certificates(Path.of(args[1]));
            final List<X509Certificate> authorities = certificates(Path.of(args[2]));
            check(key, args[0], chain, args[1], authorities, args[2]);
            final KeyStore keys = emptyStore();
            keys.setKeyEntry("southbound", key, password, chain.toArray(X509Certificate[]::new));
            final KeyStore trusted = emptyStore();
            for (int i = 0; i < authorities.size(); i++) {
                trusted.setCertificateEntry("ca" + i, authorities.get(i));
            }
            write(keys, Path.of(args[3]), password);
            write(trusted, Path.of(args[4]), password);
            System.out.println(chain.get(0).getNotAfter().toInstant());
        } catch (FileException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static PrivateKey key(final Path file) throws IOException, GeneralSecurityException, FileException {
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

    private static List<X509Certificate> certificates(final Path file)
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

    private static void check(final PrivateKey key, final String keyFile, final List<X509Certificate> chain,
            final String chainFile, final List<X509Certificate> authorities, final String authorityFile)
            throws GeneralSecurityException, FileException {
        if (!fits(key, chain.get(0).getPublicKey())) {
            throw new FileException(keyFile + " is not the key of the certificate in " + chainFile);
        }
        for (X509Certificate authority : authorities) {
            valid(authority, authorityFile);
            if (authority.getBasicConstraints() < 0) {
                throw new FileException(authorityFile + " is not the certificate of an authority");
            }
        }
        for (X509Certificate certificate : chain) {
            valid(certificate, chainFile);
        }
        final List<String> usage = chain.get(0).getExtendedKeyUsage();
        if (usage != null && usage.stream().noneMatch(FOR_SERVERS::contains)) {
            throw new FileException(chainFile + " is not for a server: its extended key usage is " + usage);
        }
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

    private static void valid(final X509Certificate certificate, final String file) throws FileException {
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

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    // Replaces the file atomically: a running controller reads it at each connection.
    private static void write(final KeyStore store, final Path file, final char[] password)
            throws IOException, GeneralSecurityException {
        final Path made = Files.createTempFile(file.toAbsolutePath().getParent(), ".new", ".p12");
        try (OutputStream stream = Files.newOutputStream(made)) {
            store.store(stream, password);
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
