// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** Finds the VAP that has an id. Computes its index anew when the known VAPs or the configuration change. */
final class VapIds {
    /** The VAPs that are known or configured, by id. */
    private final Map<Integer, Mac> vaps = new HashMap<>();
    /** The other VAPs that the configuration names, by id. */
    private final Map<Integer, Collection<Mac>> named = new HashMap<>();
    private Map<Mac, KnownVap> indexedVaps;
    private Cloudmac indexedConfiguration;

    /**
     * Returns a VAP that has the id of a virtual station. A radio rule or a mobility policy of the virtual station
     * itself names its address as a BSSID: that makes it no VAP.
     *
     * @param known the known VAPs
     */
    Optional<Mac> find(final Mac station, final Map<Mac, KnownVap> known, final Cloudmac configuration) {
        // Both are snapshots: a change makes new ones.
        if (known != indexedVaps || configuration != indexedConfiguration) {
            index(known, configuration);
        }
        final int id = station.lastTwoOctets();
        return Optional.ofNullable(vaps.get(id)).or(() -> named.getOrDefault(id, List.of()).stream()
            .filter(vap -> !vap.equals(station)).findFirst());
    }

    private void index(final Map<Mac, KnownVap> known, final Cloudmac configuration) {
        indexedVaps = known;
        indexedConfiguration = configuration;
        vaps.clear();
        named.clear();
        Bssids.configuredBy(configuration).forEach(vap -> vaps.put(vap.lastTwoOctets(), vap));
        known.keySet().forEach(vap -> vaps.put(vap.lastTwoOctets(), vap));
        Bssids.namedBy(configuration).forEach(vap ->
            named.computeIfAbsent(vap.lastTwoOctets(), id -> new TreeSet<>()).add(vap));
    }
}
