// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps the weights that each WTP needs: the weights of the stations that it serves or is about to serve, and of their
 * VAPs. A change of the assignment costs as much as the stations that it concerns. Pure.
 */
final class WeightDemand {
    /** The weighted addresses at each WTP, counted by station. A WTP that needs none has no entry. */
    private final Map<Mac, Multiset<Mac>> addresses = new HashMap<>();
    private AirtimePolicy policy = AirtimePolicy.NONE;
    private Assignment last = Assignment.NOTHING;

    /** Follows the configuration and the assignment. Returns the WTPs whose weights may have changed. */
    Set<Mac> follow(final AirtimePolicy newPolicy, final Assignment now) {
        final Set<Mac> concerned = new HashSet<>();
        if (!newPolicy.equals(policy)) {
            concerned.addAll(addresses.keySet());
            addresses.clear();
            policy = newPolicy;
            last = Assignment.NOTHING;
        }
        if (policy.vaps().isEmpty() && policy.stations().isEmpty()) {
            return concerned; // until there are weights, nothing is counted, so the last assignment stays empty
        }
        for (final StationKey key : VersionedMap.differing(last.stations(), now.stations())) {
            weighted(key).forEach(address -> {
                wtps(now, key).forEach(wtp -> {
                    addresses.computeIfAbsent(wtp, first -> HashMultiset.create()).add(address);
                    concerned.add(wtp);
                });
                wtps(last, key).forEach(wtp -> {
                    remove(wtp, address);
                    concerned.add(wtp);
                });
            });
        }
        last = now;
        return concerned;
    }

    private void remove(final Mac wtp, final Mac address) {
        final Multiset<Mac> present = addresses.get(wtp);
        present.remove(address);
        if (present.isEmpty()) {
            addresses.remove(wtp);
        }
    }

    private Stream<Mac> weighted(final StationKey key) {
        return Stream.of(key.bssid(), key.station()).filter(policy::names);
    }

    private static Stream<Mac> wtps(final Assignment assignment, final StationKey key) {
        return Optional.ofNullable(assignment.stations().get(key)).stream().flatMap(service ->
            Stream.concat(Stream.of(service.downlink()), service.uplinks().stream()).distinct());
    }

    /** Returns the weights that a WTP needs, by address. */
    Map<Mac, Integer> of(final Mac wtp) {
        final Map<Mac, Integer> weights = new HashMap<>();
        if (addresses.containsKey(wtp)) {
            addresses.get(wtp).elementSet().forEach(address -> weights.put(address,
                policy.vaps().getOrDefault(address, policy.stations().get(address))));
        }
        return weights;
    }
}
