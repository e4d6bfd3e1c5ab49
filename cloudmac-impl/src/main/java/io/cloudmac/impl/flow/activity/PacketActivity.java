// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.activity;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Derives the activity of VAPs and stations from packet counters. It uses the flow rules at the ports of VAPs and WTPs.
 * A switch that does not answer changes nothing for the senders behind it.
 */
public final class PacketActivity {
    /** A VAP without a beacon for this time is silent. Beacons come every 0.1 s. */
    static final Duration SILENCE = Duration.ofSeconds(10);

    /** The frames of a sender at a port, which several rules may count: one for each queue. */
    private record PortCounter<K>(K sender, PortId port) {
    }

    private final CounterReadings<Mac> vaps = new CounterReadings<>();
    private final CounterReadings<StationKey> stations = new CounterReadings<>();
    private Map<Mac, Assignment.Vap> indexed = Map.of();
    /** The VAPs of {@link #indexed} by their ids. */
    private Map<Integer, Mac> ids = Map.of();
    private volatile Set<Mac> silent = Set.of();

    /**
     * Records the counters that a switch has shown. The cost grows with the rules of this switch.
     *
     * @param assignment the present bindings
     * @param flows the state of the flow rules of the switch
     * @param isWtp returns true if a WTP uses a port
     * @param shown the ids of the rules whose counters the switch has shown
     * @param requested time of the request
     * @param now time of the answer
     * @return true if the set of silent VAPs has changed
     */
    public boolean observe(final Assignment assignment, final Collection<FlowStatus> flows,
            final Predicate<PortId> isWtp, final Set<String> shown, final Instant requested, final Instant now) {
        index(assignment.vaps());
        final Map<PortCounter<Mac>, OptionalLong> byVap = new HashMap<>();
        final Map<PortCounter<StationKey>, OptionalLong> byStation = new HashMap<>();
        for (final FlowStatus flow : flows) {
            final Match match = flow.rule().match();
            if (flow.rule().priority() != Priorities.FORWARD || match.source() == null
                    || match.destination() == null) {
                continue; // not of a VAP
            }
            final boolean isShown = shown.contains(flow.rule().id());
            if (match.source().isExact()) {
                final Mac bssid = ids.get(match.destination().value().lastTwoOctets());
                if (bssid != null && isWtp.test(match.inPort())) {
                    count(byStation, new StationKey(bssid, match.source().value()), flow, isShown);
                }
            } else if (match.destination().equals(MaskedMac.GROUP)) {
                final Mac bssid = ids.get(match.source().value().lastTwoOctets());
                if (bssid != null && indexed.get(bssid).port().equals(match.inPort())) {
                    count(byVap, bssid, flow, isShown);
                }
            }
        }
        byStation.forEach((counter, packets) -> packets.ifPresent(number ->
            stations.record(counter.sender(), counter.port(), number, requested, now)));
        byVap.forEach((counter, packets) -> packets.ifPresent(number ->
            vaps.record(counter.sender(), counter.port(), number, requested, now)));
        return addSilent(byVap.keySet().stream().filter(this::isQuiet).map(PortCounter::sender)
            .collect(Collectors.toSet()));
    }

    private void index(final Map<Mac, Assignment.Vap> now) {
        if (now != indexed) {
            indexed = now;
            ids = now.keySet().stream()
                .collect(Collectors.toMap(Mac::lastTwoOctets, bssid -> bssid, (first, second) -> first));
        }
    }

    /** Adds a counter. With queues, several rules count the frames of a port; their sum needs all of them. */
    private static <K> void count(final Map<PortCounter<K>, OptionalLong> counters, final K sender,
            final FlowStatus flow, final boolean isShown) {
        counters.merge(new PortCounter<>(sender, flow.rule().match().inPort()),
            isShown ? OptionalLong.of(flow.packets()) : OptionalLong.empty(),
            (a, b) -> a.isPresent() && b.isPresent() ? OptionalLong.of(a.getAsLong() + b.getAsLong())
                : OptionalLong.empty());
    }

    private boolean addSilent(final Set<Mac> quiet) {
        if (silent.containsAll(quiet)) {
            return false;
        }
        silent = Stream.concat(silent.stream(), quiet.stream()).collect(Collectors.toSet());
        return true;
    }

    /** Forgets the VAPs and stations that an assignment lacks. */
    public void retain(final Assignment assignment) {
        vaps.retain(assignment.vaps().keySet());
        stations.retain(assignment.stations().keySet());
        silent = silent.stream().filter(assignment.vaps()::containsKey).collect(Collectors.toSet());
    }

    private boolean isQuiet(final PortCounter<Mac> counter) {
        final Optional<Instant> lastMoved = vaps.lastMoved(counter.sender());
        final Optional<Instant> knownUntil = vaps.knownUntil(counter.sender(), Set.of(counter.port()));
        return lastMoved.isPresent() && knownUntil.isPresent()
            && lastMoved.orElseThrow().plus(SILENCE).isBefore(knownUntil.orElseThrow());
    }

    /** Returns the silent VAPs. They have no rule that counts, and stay silent until a beacon is seen. */
    public Set<Mac> silent() {
        return silent;
    }

    /** Records a beacon of a VAP that reached the controller. */
    public void beaconSeen(final Mac bssid, final Instant now) {
        vaps.recordActivity(bssid, now);
        silent = silent.stream().filter(other -> !other.equals(bssid)).collect(Collectors.toSet());
    }

    public Optional<Instant> vapLastSeen(final Mac bssid) {
        return vaps.lastMoved(bssid);
    }

    public Optional<Instant> stationLastSeen(final StationKey station) {
        return stations.lastMoved(station);
    }

    /**
     * Returns up to when the counters of a station are known.
     *
     * @param ports the ports where rules forward the station's frames, or their copies
     * @param isWtp returns true if a WTP uses a port
     */
    public Optional<Instant> stationKnownUntil(final StationKey station, final Stream<PortId> ports,
            final Predicate<PortId> isWtp) {
        return stations.knownUntil(station, ports.filter(isWtp).toList());
    }
}
