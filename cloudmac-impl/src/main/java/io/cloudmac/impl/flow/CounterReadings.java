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
 * When senders of one kind last moved the packet counters at the ports where their frames come in, and until when that
 * is known: a counter that was not read has not stood still.
 *
 * @param <K> who sends
 */
final class CounterReadings<K> {
    private static final Reading NEVER = new Reading(-1, Instant.EPOCH);

    /** A counter as it was read last, and when its switch was asked for it: what came later may not be in it. */
    private record Reading(long packets, Instant asked) {
    }

    private final Map<K, Instant> moved = new ConcurrentHashMap<>();
    private volatile Map<K, Map<PortId, Reading>> readings = Map.of();

    /**
     * Takes note of the counters.
     *
     * @param counters all that there are to be, by port; empty: not read this time
     * @param asked when the switch was asked for those read
     * @param now when it had answered
     */
    void read(final Map<K, Map<PortId, OptionalLong>> counters, final Instant asked, final Instant now) {
        final Map<K, Map<PortId, Reading>> next = new HashMap<>();
        counters.forEach((sender, ports) -> {
            final Map<PortId, Reading> before = readings.getOrDefault(sender, Map.of());
            final Map<PortId, Reading> after = new HashMap<>();
            ports.forEach((port, packets) -> {
                final Reading last = before.getOrDefault(port, NEVER);
                if (packets.isPresent() && packets.getAsLong() != last.packets) {
                    moved.put(sender, now);
                }
                after.put(port, packets.isPresent() ? new Reading(packets.getAsLong(), asked) : last);
            });
            next.put(sender, after);
        });
        readings = next;
    }

    /** Forgets all other senders. */
    void retain(final Set<K> senders) {
        moved.keySet().retainAll(senders);
    }

    /** One was heard otherwise. */
    void heard(final K sender, final Instant now) {
        moved.put(sender, now);
    }

    /** When one was last seen to move. */
    Optional<Instant> moved(final K sender) {
        return Optional.ofNullable(moved.get(sender));
    }

    /**
     * Until when all that one has sent is known to have been seen: when the last of its counters was asked for, the
     * epoch where one never was. Empty where there is no counter.
     */
    Optional<Instant> known(final K sender) {
        return readings.getOrDefault(sender, Map.of()).values().stream().map(Reading::asked)
            .min(Instant::compareTo);
    }
}
