// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Learns from packet counters who is still sending. */
final class PacketActivity {
    /** A beacon comes every 0.1 s; ten seconds without one are an end. */
    static final Duration SILENCE = Duration.ofSeconds(10);

    /** A counter and when it last grew. */
    private record Seen(long packets, Instant at) {
    }

    private final Map<Mac, Seen> vaps = new ConcurrentHashMap<>();
    private final Map<StationKey, Seen> stations = new ConcurrentHashMap<>();
    private volatile Set<Mac> silent = Set.of();

    /**
     * Takes note of the counters.
     *
     * @return whether another set of VAPs is silent than before
     */
    boolean observe(final Assignment assignment, final List<FlowStatus> flows, final Instant now) {
        final Map<Mac, Long> byVap = new HashMap<>();
        final Map<StationKey, Long> byStation = new HashMap<>();
        final Map<Integer, Mac> ids = assignment.vaps().keySet().stream()
            .collect(Collectors.toMap(Mac::lastTwoOctets, bssid -> bssid, (a, b) -> a));
        for (final FlowStatus flow : flows) {
            final Match match = flow.rule().match();
            if (flow.rule().priority() != Priorities.FORWARD || flow.state() != FlowStatus.State.INSTALLED) {
                continue;
            }
            if (match.source().isExact()) {
                final Mac bssid = ids.get(match.destination().value().lastTwoOctets());
                if (bssid != null) {
                    byStation.merge(new StationKey(bssid, match.source().value()), flow.packets(), Long::sum);
                }
            } else if (match.destination().equals(MaskedMac.GROUP)) {
                final Mac bssid = ids.get(match.source().value().lastTwoOctets());
                if (bssid != null && assignment.vaps().get(bssid).port().equals(match.inPort())) {
                    byVap.merge(bssid, flow.packets(), Long::sum);
                }
            }
        }
        byVap.forEach((bssid, packets) -> note(vaps, bssid, packets, now));
        byStation.forEach((key, packets) -> note(stations, key, packets, now));
        vaps.keySet().retainAll(assignment.vaps().keySet());
        stations.keySet().retainAll(assignment.stations().keySet());

        final Set<Mac> quiet = vaps.entrySet().stream()
            .filter(entry -> entry.getValue().at.plus(SILENCE).isBefore(now))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
        final boolean differs = !quiet.equals(silent);
        silent = quiet;
        return differs;
    }

    private static <K> void note(final Map<K, Seen> seen, final K key, final long packets, final Instant now) {
        final Seen before = seen.get(key);
        if (before == null || before.packets != packets) {
            seen.put(key, new Seen(packets, now));
        }
    }

    /** The VAPs that have ceased to send. */
    Set<Mac> silent() {
        return silent;
    }

    /** A VAP was heard otherwise. */
    void heard(final Mac bssid, final Instant now) {
        vaps.put(bssid, new Seen(-1, now));
        silent = silent.stream().filter(other -> !other.equals(bssid)).collect(Collectors.toSet());
    }

    Optional<Instant> vapSeen(final Mac bssid) {
        return Optional.ofNullable(vaps.get(bssid)).map(Seen::at);
    }

    Optional<Instant> stationSeen(final StationKey station) {
        return Optional.ofNullable(stations.get(station)).map(Seen::at);
    }
}
