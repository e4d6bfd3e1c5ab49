// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A handover under way. One to another channel takes along whoever else uses the VAP: there is nobody left to serve
 * them where they were.
 */
final class Move {
    private final Map<StationKey, Service> stations = new HashMap<>();
    private final StationKey station;
    private final Grounds grounds;
    private final Lease lease;
    private final int frequency;
    /** What was stored for the station is another's now. */
    private boolean stored;
    /** The VAP was asked to go to the new channel, and may be there. */
    private boolean switched;

    /**
     * Begins one.
     *
     * @param before how the station is served
     * @param lease at the new WTP, on the channel there
     * @param frequency of the VAP, MHz
     */
    Move(final StationKey station, final Service before, final Lease lease, final int frequency,
            final Grounds grounds) {
        this.station = station;
        this.lease = lease;
        this.frequency = frequency;
        this.grounds = grounds;
        stations.put(station, before);
    }

    StationKey station() {
        return station;
    }

    /** All of the VAP's that are moved, and how they were served. */
    Map<StationKey, Service> stations() {
        return stations;
    }

    Lease lease() {
        return lease;
    }

    Grounds grounds() {
        return grounds;
    }

    /** How the station was served. */
    Service before() {
        return stations.get(station);
    }

    /** The VAP's channel before, MHz. */
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

    boolean isStored() {
        return stored;
    }

    void setStored() {
        stored = true;
    }

    boolean isSwitched() {
        return switched;
    }

    void setSwitched(final boolean may) {
        switched = may;
    }

    /** Takes along those who use the VAP now; the station itself is there, those who do not any more stay. */
    void join(final Assignment assignment) {
        assignment.stations().forEach((key, service) -> {
            if (isOther(key, service) && service.origin() == Origin.AUTOMATIC) {
                stations.putIfAbsent(key, service);
            }
        });
        stations.keySet().removeIf(key -> !key.equals(station) && !assignment.stations().containsKey(key));
    }

    /** Somebody who uses the VAP and is to be served elsewhere: the operator says so. */
    Optional<StationKey> obstacle(final Assignment assignment) {
        return assignment.stations().entrySet().stream()
            .filter(entry -> isOther(entry.getKey(), entry.getValue())
                && entry.getValue().origin() == Origin.OPERATOR)
            .map(Map.Entry::getKey).min(Comparator.comparing(StationKey::station));
    }

    private boolean isOther(final StationKey key, final Service service) {
        return key.bssid().equals(station.bssid()) && !key.equals(station) && !service.downlink().equals(to());
    }

    /** How one of them is served on the way. */
    Service service(final StationKey key, final Mac downlink, final boolean both) {
        final Service before = stations.get(key);
        final Set<Mac> uplinks = new HashSet<>(Set.of(to()));
        if (both) {
            uplinks.add(before.downlink());
        }
        final Map<Mac, Integer> frequencies = new HashMap<>();
        if (changesChannel()) {
            uplinks.forEach(wtp -> frequencies.put(wtp, wtp.equals(to()) ? lease.frequency() : frequency));
        }
        return new Service(downlink == null ? before.downlink() : downlink, uplinks, before.origin(), frequencies);
    }
}
