// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the last announcement of each WTP that came in at another port than the WTP's own. One of both is forged,
 * or the WTP is moving. Holds one port for each WTP. Thread-safe.
 */
final class RivalPorts {
    /** A port, and the time of the announcement on the clock of the event loop, ns. */
    private record Rival(PortId port, long announcedAtNanos) {
    }

    private final Map<Mac, Rival> rivals = new ConcurrentHashMap<>();

    /** Notes an announcement at a port that is not the WTP's own. Returns true if the WTP had no other port before. */
    boolean add(final Mac wtp, final PortId port, final long nowNanos) {
        return rivals.put(wtp, new Rival(port, nowNanos)) == null;
    }

    /** Forgets a WTP. */
    void forget(final Mac wtp) {
        rivals.remove(wtp);
    }

    /** Forgets a port: it is the WTP's own now. */
    void remove(final Mac wtp, final PortId port) {
        rivals.computeIfPresent(wtp, (key, rival) -> rival.port.equals(port) ? null : rival);
    }

    /** Returns the other port of a WTP, if its last announcement there is younger than {@code kept}. */
    Optional<PortId> of(final Mac wtp, final long nowNanos, final Duration kept) {
        return Optional.ofNullable(rivals.get(wtp)).filter(rival -> nowNanos - rival.announcedAtNanos < kept.toNanos())
            .map(Rival::port);
    }
}
