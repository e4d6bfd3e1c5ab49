// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.util.Optional;

/**
 * How sessions are run.
 *
 * @param tls certificates; empty: there are none, and so no sessions
 * @param connectTimeoutMs longest time for a connection attempt and for its TLS handshake, ms
 * @param requestTimeoutMs longest time for an answer, ms
 * @param leaseTtlMs for how long ACK leases are asked; renewed after a third of it, ms
 * @param reconnectMinMs longest wait before the first new attempt, ms
 * @param reconnectMaxMs longest wait between attempts, ms
 * @param signalIntervalMs interval of signal reports, ms; 0: none
 */
record ControlSettings(Optional<ControlTls> tls, int connectTimeoutMs, int requestTimeoutMs, int leaseTtlMs,
        int reconnectMinMs, int reconnectMaxMs, int signalIntervalMs) {
    private static final int MIN_TTL = 1_000;
    private static final int MAX_TTL = 3_600_000;

    ControlSettings {
        require(connectTimeoutMs >= 1, "connect-timeout-ms must be at least 1");
        require(requestTimeoutMs >= 1, "request-timeout-ms must be at least 1");
        require(leaseTtlMs >= MIN_TTL && leaseTtlMs <= MAX_TTL, "lease-ttl-ms must be 1000 to 3600000");
        require(reconnectMinMs >= 1 && reconnectMaxMs >= reconnectMinMs,
            "reconnect-min-ms must be at least 1 and reconnect-max-ms not less than it");
        require(signalIntervalMs == 0 || signalIntervalMs >= 20 && signalIntervalMs <= 60_000,
            "signal-interval-ms must be 0 or 20 to 60000");
    }

    /** Returns how often leases are renewed and the agent is asked whether it is still there, ms. */
    int renewIntervalMs() {
        return leaseTtlMs / 3;
    }

    private static void require(final boolean condition, final String text) {
        if (!condition) {
            throw new IllegalArgumentException("io.cloudmac.cfg: " + text);
        }
    }
}
