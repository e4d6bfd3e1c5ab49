// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the bound stations that need each lease. A change costs as much as the stations that it
 * concerns. Pure.
 */
final class LeaseDemand {
    /**
     * The difference that a new assignment makes.
     *
     * @param added the leases that a station needs now, and none needed before
     * @param removed the leases that no station needs now, and one needed before
     */
    record DemandChange(Set<Lease> added, Set<Lease> removed) {
    }

    private final Multiset<Lease> stations = HashMultiset.create();
    private Assignment last = Assignment.NOTHING;

    /** Follows the assignment. A VAP that moves to another channel concerns all its stations. */
    DemandChange follow(final Assignment now) {
        final Assignment before = last;
        last = now;
        final Set<StationKey> keys = new HashSet<>(VersionedMap.differing(before.stations(), now.stations()));
        final Set<Mac> switched = VersionedMap.differing(before.vaps(), now.vaps()).stream()
            .filter(bssid -> !Objects.equals(frequency(before, bssid), frequency(now, bssid)))
            .collect(Collectors.toSet());
        if (!switched.isEmpty()) {
            Stream.of(before, now).flatMap(each -> each.stations().keySet().stream())
                .filter(key -> switched.contains(key.bssid())).forEach(keys::add);
        }
        final Map<Lease, Boolean> wasNeeded = keys.stream()
            .flatMap(key -> Stream.concat(leasesOf(before, key), leasesOf(now, key))).distinct()
            .collect(Collectors.toMap(Function.identity(), stations::contains));
        keys.forEach(key -> leasesOf(now, key).forEach(stations::add));
        keys.forEach(key -> leasesOf(before, key).forEach(stations::remove));
        final Set<Lease> added = new HashSet<>();
        final Set<Lease> removed = new HashSet<>();
        wasNeeded.forEach((lease, was) -> {
            if (was != stations.contains(lease)) {
                (was ? removed : added).add(lease);
            }
        });
        return new DemandChange(added, removed);
    }

    private static Integer frequency(final Assignment assignment, final Mac bssid) {
        final Vap vap = assignment.vaps().get(bssid);
        return vap == null ? null : vap.frequency();
    }

    private static Stream<Lease> leasesOf(final Assignment assignment, final StationKey key) {
        final ServingWtps service = assignment.stations().get(key);
        final Vap vap = assignment.vaps().get(key.bssid());
        return service == null || vap == null ? Stream.empty() : service.uplinks().stream().map(wtp ->
            new Lease(wtp, key.bssid(), service.frequencies().getOrDefault(wtp, vap.frequency())));
    }

    /** Returns true if a station needs a lease. */
    boolean contains(final Lease lease) {
        return stations.contains(lease);
    }

    /** Returns all leases that stations need. The view is read-only. */
    Set<Lease> leases() {
        return Collections.unmodifiableSet(stations.elementSet());
    }
}
