// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps refused virtual stations for a while after their last hello. A full memory replaces the oldest one of the port
 * that has most, so that a flood from one port hides none at other ports. Used on the event loop.
 */
final class RefusedStations {
    static final Duration KEPT = Duration.ofMinutes(1);
    static final int MAXIMUM = 256;
    /** Greatest number of reports of one port within {@link #KEPT}. */
    static final int MAX_REPORTS = 64;

    /** The same address can be refused at several ports. */
    private record Place(Mac station, PortId port) {
        static Place of(final Seen seen) {
            return new Place(seen.hello().station(), seen.port());
        }
    }

    /**
     * A refused virtual station.
     *
     * @param heardAtNanos when its last hello arrived, ns
     * @param reported the problem that was reported last; empty if there was none
     */
    private record RefusedEntry(Seen seen, long heardAtNanos, Optional<String> reported) {
    }

    /** The refused ones, the one with the oldest hello first. */
    private final Map<Place, RefusedEntry> entries = new LinkedHashMap<>();
    private final Map<PortId, Integer> reports = new HashMap<>();
    private long reportsSinceNanos;

    /**
     * Adds a refused virtual station, or extends its time.
     *
     * @param nowNanos time of the event loop, ns
     * @return true if it must be reported: it is new or has another problem, and its port has had few reports
     */
    boolean add(final Seen seen, final long nowNanos) {
        final RefusedEntry before = entries.remove(Place.of(seen));
        if (before == null && entries.size() >= MAXIMUM) {
            removeOldest();
        }
        final Optional<String> reported = before == null ? Optional.empty() : before.reported();
        final boolean isNew = !reported.equals(seen.problem()) && mayReport(seen.port(), nowNanos);
        entries.put(Place.of(seen), new RefusedEntry(seen, nowNanos, isNew ? seen.problem() : reported));
        return isNew;
    }

    private void removeOldest() {
        final Map<PortId, Integer> numbers = new HashMap<>();
        entries.keySet().forEach(place -> numbers.merge(place.port(), 1, Integer::sum));
        final int most = numbers.values().stream().mapToInt(number -> number).max().orElse(0);
        entries.keySet().stream().filter(place -> numbers.get(place.port()) == most).findFirst()
            .ifPresent(entries::remove);
    }

    /** Returns true and counts a report if its port has had fewer than {@link #MAX_REPORTS}. */
    private boolean mayReport(final PortId port, final long nowNanos) {
        if (reports.isEmpty() || nowNanos - reportsSinceNanos > KEPT.toNanos()) {
            reports.clear();
            reportsSinceNanos = nowNanos;
        }
        if (reports.getOrDefault(port, 0) >= MAX_REPORTS) {
            return false;
        }
        reports.merge(port, 1, Integer::sum);
        return true;
    }

    /** Forgets a virtual station at a port: it is accepted there now. */
    void remove(final Mac station, final PortId port) {
        entries.remove(new Place(station, port));
    }

    /** Forgets those whose time has passed. */
    void expire(final long nowNanos) {
        entries.values().removeIf(refused -> nowNanos - refused.heardAtNanos() > KEPT.toNanos());
    }

    /** Returns the refused ones, one for each address and port. */
    Collection<Seen> all() {
        return entries.values().stream().map(RefusedEntry::seen).toList();
    }

    /** Returns the refused ones, one for each address: the one with the last hello. */
    Collection<Seen> seen() {
        final Map<Mac, Seen> last = new HashMap<>();
        entries.forEach((place, refused) -> last.put(place.station(), refused.seen()));
        return last.values();
    }
}
