// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and checks the settings of {@link AlarmConfiguration}. */
final class AlarmSettings {
    /**
     * A syslog server.
     *
     * @param host its name or address
     * @param port its UDP port
     */
    record SyslogServer(String host, int port) {
    }

    private static final int SYSLOG_PORT = 514;
    private static final int LAST_PORT = 65_535;
    /** A host, or an IPv6 address in brackets, with a port or without. */
    private static final Pattern SERVER = Pattern.compile("(?:\\[([^\\]\\s]+)\\]|([^:\\s\\[\\]]+))(?::([0-9]{1,5}))?");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");

    private AlarmSettings() {
    }

    /**
     * Reads the setting {@code syslog}.
     *
     * @throws IllegalArgumentException if it is wrong, with a message for the operator
     */
    static Optional<SyslogServer> syslog(final String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        final Matcher matcher = SERVER.matcher(text.strip());
        final boolean isServer = matcher.matches();
        final int port = isServer && matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : SYSLOG_PORT;
        if (!isServer || port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("syslog is '" + text + "': allowed is HOST or HOST:PORT, with an IPv6"
                + " address in brackets");
        }
        return Optional.of(new SyslogServer(matcher.group(1) == null ? matcher.group(2) : matcher.group(1), port));
    }

    /**
     * Reads the setting {@code hook}.
     *
     * @throws IllegalArgumentException if it is wrong, with a message for the operator
     */
    static Optional<URI> hook(final String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        try {
            final URI uri = new URI(text.strip());
            final String scheme = uri.getScheme();
            if (uri.getHost() != null && uri.getUserInfo() == null
                    && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
                return Optional.of(uri);
            }
        } catch (final URISyntaxException e) {
            throw new IllegalArgumentException(hookMessage(text), e);
        }
        throw new IllegalArgumentException(hookMessage(text));
    }

    private static String hookMessage(final String text) {
        return "hook is '" + text + "': allowed is a URL such as https://alarms.example/cloudmac, without user and"
            + " password";
    }

    /**
     * Reads the token in the file of the setting {@code hook-token-file}.
     *
     * @throws IllegalArgumentException if there is none, with a message for the operator that does not show it
     */
    static Optional<String> token(final String file) {
        if (file.isBlank()) {
            return Optional.empty();
        }
        final String token;
        try {
            token = Files.readString(Path.of(file.strip())).strip();
        } catch (final IOException e) {
            throw new IllegalArgumentException("hook-token-file cannot be read: " + e, e);
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new IllegalArgumentException("hook-token-file " + file + " has no bearer token: one line of letters,"
                + " digits and . _ ~ + / = -");
        }
        return Optional.of(token);
    }
}
