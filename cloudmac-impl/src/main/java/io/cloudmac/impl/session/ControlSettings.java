// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The settings of sessions.
 *
 * @param tls the certificates; empty: no certificates, and therefore no sessions
 * @param connectTimeoutMillis time limit of a connection attempt and of its TLS handshake, ms
 * @param requestTimeoutMillis time limit of an answer, ms
 * @param reconnectMinMillis greatest delay before the first reconnect, ms
 * @param reconnectMaxMillis greatest delay between attempts, ms
 */
public record ControlSettings(Optional<ControlTls> tls, int connectTimeoutMillis, int requestTimeoutMillis,
        int reconnectMinMillis, int reconnectMaxMillis) {
    /** The state of all sessions, and the answer to callers, if the controller has no certificate. */
    public static final String NO_CERTIFICATES =
        "the controller has no certificate (ca, cert and key in etc/io.cloudmac.cfg)";

    public ControlSettings {
        require(connectTimeoutMillis >= 1, "connect-timeout-ms must be at least 1");
        require(requestTimeoutMillis >= 1, "request-timeout-ms must be at least 1");
        require(reconnectMinMillis >= 1 && reconnectMaxMillis >= reconnectMinMillis,
            "reconnect-min-ms must be at least 1 and reconnect-max-ms not less than it");
    }

    /** Reads the configuration. */
    public static ControlSettings of(final ControlConfiguration configuration) {
        final boolean complete = !configuration.ca().isBlank() && !configuration.cert().isBlank()
            && !configuration.key().isBlank();
        final Optional<ControlTls> tls = complete ? Optional.of(new ControlTls(Path.of(configuration.ca()),
            Path.of(configuration.cert()), Path.of(configuration.key()))) : Optional.empty();
        return new ControlSettings(tls, configuration.connect$_$timeout$_$ms(),
            configuration.request$_$timeout$_$ms(), configuration.reconnect$_$min$_$ms(),
            configuration.reconnect$_$max$_$ms());
    }

    /** Returns the delays between the attempts of one session; {@code random} is the source of their jitter. */
    public ReconnectDelay newReconnectDelay(final RandomGenerator random) {
        return new ReconnectDelay(reconnectMinMillis, reconnectMaxMillis, random);
    }

    private static void require(final boolean condition, final String text) {
        if (!condition) {
            throw new IllegalArgumentException("io.cloudmac.cfg: " + text);
        }
    }
}
