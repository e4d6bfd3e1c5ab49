// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Derives the activity of VAPs and stations from packet counters. It uses the flow rules at the ports of VAPs and WTPs.
 * A switch that does not answer changes nothing for the senders behind it.
 */
final class PacketActivity {
    /** A VAP without a beacon for this time is silent. Beacons come every 0.1 s. */
    static final Duration SILENCE = Duration.ofSeconds(10);

    private final CounterReadings<Mac> vaps = new CounterReadings<>();
    private final CounterReadings<StationKey> stations = new CounterReadings<>();
    private volatile Set<Mac> silent = Set.of();

    /**
     * Updates the counters of a switch.
     *
     * @param assignment the present bindings
     * @param flows the state of the flow rules of all switches
     * @param node the switch that was read back
     * @param shown the ids of the rules whose counters the switch has shown
     * @param requested time of the request
     * @param now time of the answer
     * @return true if the set of silent VAPs has changed
     */
    boolean observe(final Assignment assignment, final List<FlowStatus> flows, final String node,
            final Set<String> shown, final Instant requested, final Instant now) {
        final Map<Mac, Map<PortId, OptionalLong>> byVap = new HashMap<>();
        final Map<StationKey, Map<PortId, OptionalLong>> byStation = new HashMap<>();
        final Map<Integer, Mac> ids = assignment.vaps().keySet().stream()
            .collect(Collectors.toMap(Mac::lastTwoOctets, bssid -> bssid, (a, b) -> a));
        final Set<PortId> wtps = new HashSet<>(assignment.wtps().values());
        for (final FlowStatus flow : flows) {
            final Match match = flow.rule().match();
            if (flow.rule().priority() != Priorities.FORWARD || match.source() == null
                    || match.destination() == null) {
                continue; // not of a VAP
            }
            final boolean isShown = flow.node().equals(node) && shown.contains(flow.rule().id());
            if (match.source().isExact()) {
                final Mac bssid = ids.get(match.destination().value().lastTwoOctets());
                if (bssid != null && wtps.contains(match.inPort())) {
                    count(byStation, new StationKey(bssid, match.source().value()), flow, isShown);
                }
            } else if (match.destination().equals(MaskedMac.GROUP)) {
                final Mac bssid = ids.get(match.source().value().lastTwoOctets());
                if (bssid != null && assignment.vaps().get(bssid).port().equals(match.inPort())) {
                    count(byVap, bssid, flow, isShown);
                }
            }
        }
        vaps.update(byVap, requested, now);
        stations.update(byStation, requested, now);
        vaps.retain(assignment.vaps().keySet());
        stations.retain(assignment.stations().keySet());

        final Set<Mac> quiet = assignment.vaps().keySet().stream()
            .filter(bssid -> silent.contains(bssid) || isQuiet(bssid))
            .collect(Collectors.toSet());
        final boolean differs = !quiet.equals(silent);
        silent = quiet;
        return differs;
    }

    /** Adds a counter. With queues, several rules count the frames of a port; their sum needs all of them. */
    private static <K> void count(final Map<K, Map<PortId, OptionalLong>> counters, final K sender,
            final FlowStatus flow, final boolean isShown) {
        counters.computeIfAbsent(sender, key -> new HashMap<>()).merge(flow.rule().match().inPort(),
            isShown ? OptionalLong.of(flow.packets()) : OptionalLong.empty(),
            (a, b) -> a.isPresent() && b.isPresent() ? OptionalLong.of(a.getAsLong() + b.getAsLong())
                : OptionalLong.empty());
    }

    private boolean isQuiet(final Mac bssid) {
        final Optional<Instant> lastMoved = vaps.lastMoved(bssid);
        final Optional<Instant> knownUntil = vaps.knownUntil(bssid);
        return lastMoved.isPresent() && knownUntil.isPresent()
            && lastMoved.orElseThrow().plus(SILENCE).isBefore(knownUntil.orElseThrow());
    }

    /** Returns the silent VAPs. They have no rule that counts, and stay silent until a beacon is seen. */
    Set<Mac> silent() {
        return silent;
    }

    /** Records a beacon of a VAP that reached the controller. */
    void beaconSeen(final Mac bssid, final Instant now) {
        vaps.recordActivity(bssid, now);
        silent = silent.stream().filter(other -> !other.equals(bssid)).collect(Collectors.toSet());
    }

    Optional<Instant> vapLastSeen(final Mac bssid) {
        return vaps.lastMoved(bssid);
    }

    Optional<Instant> stationLastSeen(final StationKey station) {
        return stations.lastMoved(station);
    }

    Optional<Instant> stationKnownUntil(final StationKey station) {
        return stations.knownUntil(station);
    }
}
