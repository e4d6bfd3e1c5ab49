// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bounds the WTPs that announce themselves and were never admitted, at each port and in all. Anybody on the wire can
 * announce made-up ones, and one port must not keep out the WTPs of others.
 */
public final class UnprovenWtps {
    public static final int MAX_WTPS = 1024;
    public static final int MAX_WTPS_OF_PORT = 16;

    private final Map<Mac, PortId> ports = new HashMap<>();
    private final Map<PortId, Set<Mac>> byPort = new HashMap<>();

    /**
     * Adds a WTP, or moves it to another port.
     *
     * @return the counter of the refusal if there is no room, in which case nothing changes
     */
    Optional<String> add(final Mac wtp, final PortId port) {
        final PortId before = ports.get(wtp);
        if (port.equals(before)) {
            return Optional.empty();
        }
        if (byPort.getOrDefault(port, Set.of()).size() >= MAX_WTPS_OF_PORT) {
            return Optional.of("too-many-wtps-at-port");
        }
        if (before == null && ports.size() >= MAX_WTPS) {
            return Optional.of("too-many-wtps");
        }
        remove(wtp);
        ports.put(wtp, port);
        byPort.computeIfAbsent(port, key -> new HashSet<>()).add(wtp);
        return Optional.empty();
    }

    /** Removes a WTP that is admitted or forgotten. */
    void remove(final Mac wtp) {
        final PortId port = ports.remove(wtp);
        if (port != null) {
            byPort.computeIfPresent(port, (key, wtps) -> {
                wtps.remove(wtp);
                return wtps.isEmpty() ? null : wtps;
            });
        }
    }
}
