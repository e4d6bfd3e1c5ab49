// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A certificate authority for tests, created with the openssl command (package openssl). */
public final class TestPki {
    public static final String CONTROLLER = "urn:cloudmac:controller";
    private static final String[] NEW_KEY = {"-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"};

    private final Path dir;
    private final String name;

    /** Creates the authority; the names of its files begin with {@code name}. */
    public TestPki(final Path dir, final String name) {
        this.dir = dir;
        this.name = name;
        openssl(List.of("req", "-x509"), List.of("-subj", "/CN=" + name, "-days", "2",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign",
            "-keyout", file("ca.key"), "-out", file("ca.pem")));
    }

    /** The files of a certificate and its key. */
    public record Identity(Path certificate, Path key) {
    }

    /** Issues a certificate for a URI, or none if it is empty, and a use: serverAuth or clientAuth. */
    public Identity issue(final String label, final String uri, final String use) {
        final List<String> options = new ArrayList<>(List.of("-subj", "/CN=" + label, "-days", "2",
            "-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-addext", "basicConstraints=critical,CA:FALSE",
            "-addext", "extendedKeyUsage=" + use, "-keyout", file(label + ".key"), "-out", file(label + ".pem")));
        if (!uri.isEmpty()) {
            options.addAll(List.of("-addext", "subjectAltName=URI:" + uri));
        }
        openssl(List.of("req", "-x509"), options);
        return new Identity(Path.of(file(label + ".pem")), Path.of(file(label + ".key")));
    }

    public Path ca() {
        return Path.of(file("ca.pem"));
    }

    /** Returns the TLS configuration of a controller with this authority and identity. */
    public ControlTls controller(final Identity identity) {
        return new ControlTls(ca(), identity.certificate(), identity.key());
    }

    private String file(final String suffix) {
        return dir.resolve(name + "-" + suffix).toString();
    }

    private static void openssl(final List<String> verb, final List<String> options) {
        final List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(verb);
        command.addAll(List.of(NEW_KEY));
        command.addAll(options);
        try {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(command + ": " + output);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the openssl command is needed for this test", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
