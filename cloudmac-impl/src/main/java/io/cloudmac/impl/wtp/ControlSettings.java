// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Optional;

/**
 * How sessions are run.
 *
 * @param tls certificates; empty: there are none, and so no sessions
 * @param connectTimeoutMs longest time for a connection attempt and for its TLS handshake, ms
 * @param requestTimeoutMs longest time for an answer, ms
 * @param reconnectMinMs longest wait before the first new attempt, ms
 * @param reconnectMaxMs longest wait between attempts, ms
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
