// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.topology.PortId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps when the packet counters of senders last moved, and up to when they are known. A counter that was not read does
 * not count as unchanged.
 *
 * @param <K> type of the sender
 */
final class CounterReadings<K> {
    private static final Reading NEVER = new Reading(-1, Instant.EPOCH);

    /** The last value of a counter, and the time of the request. Later frames may be missing in the value. */
    private record Reading(long packets, Instant requested) {
    }

    private final Map<K, Instant> lastMoved = new ConcurrentHashMap<>();
    private volatile Map<K, Map<PortId, Reading>> readings = Map.of();

    /**
     * Updates the counters.
     *
     * @param counters all counters by sender and port; empty: not read this time
     * @param requested time of the request
     * @param now time of the answer
     */
    void update(final Map<K, Map<PortId, OptionalLong>> counters, final Instant requested, final Instant now) {
        final Map<K, Map<PortId, Reading>> next = new HashMap<>();
        counters.forEach((sender, ports) -> {
            final Map<PortId, Reading> before = readings.getOrDefault(sender, Map.of());
            final Map<PortId, Reading> after = new HashMap<>();
            ports.forEach((port, packets) -> {
                final Reading last = before.getOrDefault(port, NEVER);
                if (packets.isPresent() && packets.getAsLong() != last.packets) {
                    lastMoved.put(sender, now);
                }
                after.put(port, packets.isPresent() ? new Reading(packets.getAsLong(), requested) : last);
            });
            next.put(sender, after);
        });
        readings = next;
    }

    /** Forgets all senders except these. */
    void retain(final Set<K> senders) {
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
     * Returns the epoch if a counter was never read, and nothing if the sender has no counter.
     */
    Optional<Instant> knownUntil(final K sender) {
        return readings.getOrDefault(sender, Map.of()).values().stream().map(Reading::requested)
            .min(Instant::compareTo);
    }
}
