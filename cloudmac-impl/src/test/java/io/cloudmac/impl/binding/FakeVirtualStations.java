// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;

/** Virtual stations that a test sets. */
public final class FakeVirtualStations implements VirtualStationSource {
    public final Map<Mac, PortId> stations = new HashMap<>();
    public final Set<Mac> antennas = new HashSet<>();
    /** The number of leases of each WTP that has not the usual one. */
    public final Map<Mac, Integer> leases = new HashMap<>();
    /** The channel of the BSS of each virtual station that has one, MHz. */
    public final Map<Mac, Integer> channels = new HashMap<>();
    /** The channels of the radios of each WTP, MHz. */
    public final Map<Mac, Set<Integer>> radios = new HashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();

    /** Reports a change to the listeners. */
    public void changed() {
        List.copyOf(listeners).forEach(Runnable::run);
    }

    @Override
    public Map<Mac, PortId> virtualStations() {
        return Map.copyOf(stations);
    }

    @Override
    public Set<Mac> antennas() {
        return Set.copyOf(antennas);
    }

    @Override
    public int channel(final Mac station) {
        return channels.getOrDefault(station, 0);
    }

    @Override
    public Set<Integer> channels(final Mac wtp) {
        return radios.getOrDefault(wtp, Set.of());
    }

    @Override
    public int leases(final Mac wtp) {
        return leases.getOrDefault(wtp, 100);
    }

    @Override
    public Registration listen(final Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
