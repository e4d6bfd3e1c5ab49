// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides how long after a start the stored port of a WTP counts, although the WTP has not yet announced itself there.
 * Without this, whoever announces the WTP first would have its port.
 */
final class ExpectedPorts {
    /** Longer than the longest interval between two announcements, which is a minute. */
    static final Duration PATIENCE = Duration.ofSeconds(65);

    private final long startedAtNanos;
    /** Time of the first connection of each switch since the start, ns, by node id. */
    private final Map<String, Long> firstConnectedNanos = new HashMap<>();

    /**
     * Starts the wait for all WTPs.
     *
     * @param startedAtNanos time of the event loop, ns
     */
    ExpectedPorts(final long startedAtNanos) {
        this.startedAtNanos = startedAtNanos;
    }

    /** Records the switches that are connected: no announcement arrives before. */
    void connected(final Collection<String> nodes, final long nowNanos) {
        nodes.forEach(node -> firstConnectedNanos.putIfAbsent(node, nowNanos));
    }

    /** Returns true while the first announcement of a WTP may still come in at its stored port. */
    boolean isExpectedAt(final PortId stored, final long nowNanos) {
        return nowNanos - firstConnectedNanos.getOrDefault(stored.node(), startedAtNanos) < PATIENCE.toNanos();
    }
}
