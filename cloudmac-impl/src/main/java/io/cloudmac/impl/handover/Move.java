// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A handover under way. If it changes the VAP's channel, it moves all other stations of the VAP too: nobody would
 * serve them on the old channel.
 */
final class Move {
    private final Map<StationKey, ServingWtps> stations = new HashMap<>();
    private final StationKey station;
    private final SteeringTrigger trigger;
    private final Lease lease;
    private final int frequency;
    /** Whether the new binding may be in the store. */
    private boolean mayBeStored;
    /** Whether the VAP received a request to change to the new channel, and may be there. */
    private boolean mayHaveSwitched;
    /** Whether uplink frames of chains may go on from the new WTP. */
    private boolean haveChainsTurned;

    /**
     * Creates a handover.
     *
     * @param station the station and its VAP
     * @param before how the station is served now
     * @param lease the lease at the new WTP, on the channel there
     * @param frequency the present channel of the VAP, MHz
     * @param trigger the trigger of the decision
     */
    Move(final StationKey station, final ServingWtps before, final Lease lease, final int frequency,
            final SteeringTrigger trigger) {
        this.station = station;
        this.lease = lease;
        this.frequency = frequency;
        this.trigger = trigger;
        stations.put(station, before);
    }

    StationKey station() {
        return station;
    }

    /** Returns all stations that are moved, and how they were served. */
    Map<StationKey, ServingWtps> stations() {
        return stations;
    }

    Lease lease() {
        return lease;
    }

    SteeringTrigger trigger() {
        return trigger;
    }

    /** Returns how the station was served. */
    ServingWtps before() {
        return stations.get(station);
    }

    /** Returns the VAP's old channel, MHz. */
    int frequency() {
        return frequency;
    }

    Mac from() {
        return before().downlink();
    }

    Mac to() {
        return lease.wtp();
    }

    boolean changesChannel() {
        return frequency != lease.frequency();
    }

    boolean mayBeStored() {
        return mayBeStored;
    }

    void setMayBeStored() {
        mayBeStored = true;
    }

    boolean haveChainsTurned() {
        return haveChainsTurned;
    }

    void setChainsTurned() {
        haveChainsTurned = true;
    }

    boolean mayHaveSwitched() {
        return mayHaveSwitched;
    }

    void setMayHaveSwitched(final boolean value) {
        mayHaveSwitched = value;
    }

    /** Adds the other stations that use the VAP now, and removes those that no longer do. */
    void updateStations(final Assignment assignment) {
        assignment.stations().forEach((key, service) -> {
            if (isOther(key, service) && service.origin() == Origin.AUTOMATIC) {
                stations.putIfAbsent(key, service);
            }
        });
        stations.keySet().removeIf(key -> !key.equals(station) && !assignment.stations().containsKey(key));
    }

    /** Returns another station of the VAP that the operator has bound to another WTP. */
    Optional<StationKey> boundElsewhere(final Assignment assignment) {
        return assignment.stations().entrySet().stream()
            .filter(entry -> isOther(entry.getKey(), entry.getValue())
                && entry.getValue().origin() == Origin.OPERATOR)
            .map(Map.Entry::getKey).min(Comparator.comparing(StationKey::station));
    }

    private boolean isOther(final StationKey key, final ServingWtps service) {
        return key.bssid().equals(station.bssid()) && !key.equals(station) && !service.downlink().equals(to());
    }

    /** Returns how a station is served during the handover: through both WTPs. */
    ServingWtps service(final StationKey key, final Mac downlink) {
        final ServingWtps before = stations.get(key);
        final Set<Mac> uplinks = new HashSet<>(List.of(to(), before.downlink()));
        final Map<Mac, Integer> frequencies = new HashMap<>();
        if (changesChannel()) {
            uplinks.forEach(wtp -> frequencies.put(wtp, wtp.equals(to()) ? lease.frequency() : frequency));
        }
        return new ServingWtps(downlink == null ? before.downlink() : downlink, uplinks, before.origin(), frequencies);
    }
}
