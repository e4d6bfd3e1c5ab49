// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Optional;

/**
 * The settings of sessions.
 *
 * @param tls the certificates; empty: no certificates, and therefore no sessions
 * @param connectTimeoutMs time limit of a connection attempt and of its TLS handshake, ms
 * @param requestTimeoutMs time limit of an answer, ms
 * @param reconnectMinMs greatest delay before the first reconnect, ms
 * @param reconnectMaxMs greatest delay between attempts, ms
 */
record ControlSettings(Optional<ControlTls> tls, int connectTimeoutMs, int requestTimeoutMs,
        int reconnectMinMs, int reconnectMaxMs) {
    ControlSettings {
        require(connectTimeoutMs >= 1, "connect-timeout-ms must be at least 1");
        require(requestTimeoutMs >= 1, "request-timeout-ms must be at least 1");
        require(reconnectMinMs >= 1 && reconnectMaxMs >= reconnectMinMs,
            "reconnect-min-ms must be at least 1 and reconnect-max-ms not less than it");
    }

    private static void require(final boolean condition, final String text) {
        if (!condition) {
            throw new IllegalArgumentException("io.cloudmac.cfg: " + text);
        }
    }
}
