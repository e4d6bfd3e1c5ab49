// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.activity;

import io.cloudmac.impl.topology.PortId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps when the packet counters of senders last moved, and up to when they are known. A counter that was not read does
 * not count as unchanged. Any thread may ask when a counter last moved.
 *
 * @param <K> type of the sender
 */
final class CounterReadings<K> {
    private static final Reading NEVER = new Reading(-1, Instant.EPOCH);

    /** The last value of a counter, and the time of the request. Later frames may be missing in the value. */
    private record Reading(long packets, Instant requested) {
    }

    private final Map<K, Instant> lastMoved = new ConcurrentHashMap<>();
    private final Map<K, Map<PortId, Reading>> readings = new HashMap<>();

    /**
     * Records the counter of a sender's frames at a port.
     *
     * @param requested time of the request
     * @param now time of the answer
     */
    void record(final K sender, final PortId port, final long packets, final Instant requested, final Instant now) {
        final Reading last = readings.computeIfAbsent(sender, first -> new HashMap<>())
            .put(port, new Reading(packets, requested));
        if (last == null || packets != last.packets) {
            lastMoved.put(sender, now);
        }
    }

    /** Forgets all senders except these. */
    void retain(final Set<K> senders) {
        readings.keySet().retainAll(senders);
        lastMoved.keySet().retainAll(senders);
    }

    /** Records activity of a sender that its counters do not show. */
    void recordActivity(final K sender, final Instant now) {
        lastMoved.put(sender, now);
    }

    /** Returns when a sender's counters last moved. */
    Optional<Instant> lastMoved(final K sender) {
        return Optional.ofNullable(lastMoved.get(sender));
    }

    /**
     * Returns up to when all counters of a sender are known: the time of the oldest request among their last readings.
     *
     * @param ports the ports where the sender's frames are counted now
     * @return the epoch if a counter was never read, and nothing without ports
     */
    Optional<Instant> knownUntil(final K sender, final Collection<PortId> ports) {
        final Map<PortId, Reading> read = readings.getOrDefault(sender, Map.of());
        return ports.stream().map(port -> read.getOrDefault(port, NEVER).requested()).min(Instant::compareTo);
    }
}
