// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Checks that a bound virtual station has an id, and shares it with no VAP and no other virtual station. The id is the
 * last two octets of its address: the radio tag has no room for more.
 */
@Component
public final class VirtualStationIdCheck implements ConfigurationCheck {
    private final KnownVaps knownVaps;
    private final List<KnownVirtualStations> known = new CopyOnWriteArrayList<>();

    /** Creates the check; {@code knownVaps} supplies the VAPs that were found. */
    @Activate
    public VirtualStationIdCheck(@Reference final KnownVaps knownVaps) {
        this.knownVaps = knownVaps;
    }

    /**
     * Adds a source of virtual stations that were found. The reference is dynamic, because the owner of the application
     * has one more, and the check goes on when the ownership changes.
     */
    @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE, policy = ReferencePolicy.DYNAMIC)
    void addSource(final KnownVirtualStations source) {
        known.add(source);
    }

    void removeSource(final KnownVirtualStations source) {
        known.remove(source);
    }

    @Override
    public List<String> violations(final Cloudmac after) {
        final Set<Mac> bound = new TreeSet<>();
        after.nonnullBindings().nonnullVirtualStation().keySet()
            .forEach(key -> bound.add(Mac.parse(key.getStation().getValue())));
        // A radio rule or a mobility policy of a virtual station names its address as a BSSID.
        final Set<Mac> vaps = new TreeSet<>(Bssids.namedBy(after));
        vaps.addAll(knownVaps.knownVaps());
        final Set<Mac> stations = enabled(after);
        stations.addAll(bound);

        final List<String> violations = new ArrayList<>();
        for (final Mac station : bound) {
            if (station.lastTwoOctets() == RadioTag.VAP_ANY) {
                violations.add("virtual station " + station + " cannot be bound: an address that ends in ff:ff has no"
                    + " id");
            }
            vaps.stream().filter(vap -> sharesId(vap, station)).forEach(vap -> violations.add(String.format(
                "bound virtual station %s and VAP %s share the id %04x: their last two octets must differ", station,
                vap, station.lastTwoOctets())));
            stations.stream().filter(other -> sharesId(other, station))
                .filter(other -> !bound.contains(other) || station.compareTo(other) < 0)
                .forEach(other -> violations.add(String.format("bound virtual station %s and virtual station %s share"
                    + " the id %04x: their last two octets must differ", station, other, station.lastTwoOctets())));
        }
        return violations;
    }

    /** Returns the virtual stations that were found or are configured, without those that are disabled. */
    private Set<Mac> enabled(final Cloudmac after) {
        final Set<Mac> stations = new TreeSet<>();
        known.forEach(source -> stations.addAll(source.knownVirtualStations()));
        final Set<Mac> disabled = new HashSet<>();
        after.nonnullVirtualStations().nonnullVirtualStation().values().forEach(entry ->
            (Boolean.FALSE.equals(entry.getEnabled()) ? disabled : stations)
                .add(Mac.parse(entry.getStation().getValue())));
        stations.removeAll(disabled);
        return stations;
    }

    private static boolean sharesId(final Mac one, final Mac other) {
        return one.lastTwoOctets() == other.lastTwoOctets() && !one.equals(other);
    }
}
