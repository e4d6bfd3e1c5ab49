// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The entries of a {@link Learned} that change, with their new values; empty: the entry is removed. */
final class LearnedChange {
    final Map<Mac, Optional<PortId>> wtps = new HashMap<>();
    final Map<Mac, Optional<Learned.KnownVap>> vaps = new HashMap<>();
    final Map<StationKey, Optional<Mac>> stations = new HashMap<>();
    final Map<Mac, Optional<Learned.KnownVirtualStation>> virtualStations = new HashMap<>();
    final Set<InterSwitchLink> linksAdded = new HashSet<>();
    final Set<InterSwitchLink> linksRemoved = new HashSet<>();

    /** Returns the state after the change. */
    Learned of(final Learned before) {
        return new Learned(VersionedMap.copyOf(before.wtps()).with(wtps), VersionedMap.copyOf(before.vaps()).with(vaps),
            VersionedMap.copyOf(before.stations()).with(stations), links(before.links()),
            VersionedMap.copyOf(before.virtualStations()).with(virtualStations));
    }

    private Set<InterSwitchLink> links(final Set<InterSwitchLink> before) {
        if (linksAdded.isEmpty() && linksRemoved.isEmpty()) {
            return before;
        }
        final Set<InterSwitchLink> now = new HashSet<>(before);
        now.removeAll(linksRemoved);
        now.addAll(linksAdded);
        return now;
    }
}
