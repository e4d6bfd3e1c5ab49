// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps refused VAPs for a while after their last beacon. A full memory takes no new ones. */
final class RefusalMemory {
    /** Longer than the time between two beacons that pass the meter of a switch. */
    static final Duration KEPT = Duration.ofMinutes(1);
    static final int MAX_REFUSED = 256;

    private record RefusedSource(Mac bssid, PortId port) {
    }

    private record Remembered(RefusedVap vap, long untilNanos) {
    }

    private final Map<RefusedSource, Remembered> entries = new ConcurrentHashMap<>();

    /**
     * Adds a refused VAP, or extends its time.
     *
     * @param nowNanos time of the event loop, ns
     * @return true if the VAP is new
     */
    boolean add(final RefusedVap vap, final long nowNanos) {
        final RefusedSource source = new RefusedSource(vap.bssid(), vap.port());
        final Remembered before = entries.get(source);
        if (before == null && entries.size() >= MAX_REFUSED) {
            return false;
        }
        entries.put(source, new Remembered(vap, nowNanos + KEPT.toNanos()));
        // A VAP that changes its SSID with each beacon is not a new one each time.
        return before == null || before.vap.reason() != vap.reason() || !before.vap.holder().equals(vap.holder());
    }

    /** Forgets a VAP at a port: it is accepted there now. */
    void remove(final Mac bssid, final PortId port) {
        entries.remove(new RefusedSource(bssid, port));
    }

    /** Forgets the VAPs whose time has passed. */
    void expire(final long nowNanos) {
        entries.values().removeIf(entry -> entry.untilNanos - nowNanos <= 0);
    }

    Collection<RefusedVap> vaps() {
        return entries.values().stream().map(Remembered::vap).toList();
    }
}
