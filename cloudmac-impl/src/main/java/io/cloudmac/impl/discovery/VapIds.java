// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the VAP that has an id. Computes its index anew when the known VAPs or the configuration change. */
final class VapIds {
    /** The VAPs that are known or configured, by id. */
    private final Map<Integer, Mac> vaps = new HashMap<>();
    /** The other VAPs that the configuration names, by id. */
    private final Map<Integer, Collection<Mac>> named = new HashMap<>();
    private Map<Mac, KnownVap> indexedVaps;
    private Set<Mac> indexedConfigured;
    private Set<Mac> indexedNamed;

    /**
     * Returns a VAP that has the id of a virtual station. A radio rule or a mobility policy of the virtual station
     * itself names its address as a BSSID: that makes it no VAP.
     *
     * @param known the known VAPs
     * @param configured the BSSIDs that are configured as VAPs
     * @param namedAnywhere all BSSIDs of the configuration
     */
    Optional<Mac> find(final Mac station, final Map<Mac, KnownVap> known, final Set<Mac> configured,
            final Set<Mac> namedAnywhere) {
        // All are snapshots: a change makes new ones.
        if (known != indexedVaps || configured != indexedConfigured || namedAnywhere != indexedNamed) {
            index(known, configured, namedAnywhere);
        }
        final int id = station.lastTwoOctets();
        return Optional.ofNullable(vaps.get(id)).or(() -> named.getOrDefault(id, List.of()).stream()
            .filter(vap -> !vap.equals(station)).findFirst());
    }

    private void index(final Map<Mac, KnownVap> known, final Set<Mac> configured, final Set<Mac> namedAnywhere) {
        indexedVaps = known;
        indexedConfigured = configured;
        indexedNamed = namedAnywhere;
        vaps.clear();
        named.clear();
        configured.forEach(vap -> vaps.put(vap.lastTwoOctets(), vap));
        known.keySet().forEach(vap -> vaps.put(vap.lastTwoOctets(), vap));
        namedAnywhere.forEach(vap ->
            named.computeIfAbsent(vap.lastTwoOctets(), id -> new TreeSet<>()).add(vap));
    }
}
