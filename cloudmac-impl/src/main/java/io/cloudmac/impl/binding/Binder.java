// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Computes the assignment as a pure function of its arguments. */
public final class Binder {
    private Binder() {
    }

    /**
     * Combines the operator's configuration with the discovered WTPs, VAPs and stations.
     *
     * @param handovers the service of each station during its handover; it overrides the binding. If the station is
     *     unbound during the handover, the unbind wins.
     * @param probes the WTP for the answers to each station that probes; left out if the station is bound
     */
    public static Assignment assign(final DesiredBindings desired, final Learned learned, final Network network,
            final Map<StationKey, Service> handovers, final Map<StationKey, Mac> probes) {
        final Map<Mac, PortId> wtps = new HashMap<>();
        learned.wtps().forEach((wtp, port) -> {
            // The WTP was learned at an inter-switch port, before the switch next to it was connected.
            if (!desired.disabledWtps().contains(wtp) && !network.isInterSwitch(port)) {
                wtps.put(wtp, port);
            }
        });

        final Map<Mac, Vap> vaps = new HashMap<>();
        learned.vaps().forEach((bssid, vap) -> {
            if (!network.isInterSwitch(vap.port())) {
                vaps.put(bssid, new Vap(vap.port(), vap.frequency(),
                    radiators(bssid, vap, desired, wtps.keySet())));
            }
        });

        final Map<StationKey, Service> stations = new HashMap<>();
        if (desired.settings().automaticStations()) {
            learned.stations().forEach((key, wtp) -> add(stations, vaps, key, Service.by(wtp, Origin.AUTOMATIC)));
        }
        desired.stations().forEach((key, wtp) -> {
            stations.remove(key);
            add(stations, vaps, key, Service.by(wtp, Origin.OPERATOR));
        });
        handovers.forEach((key, service) -> {
            if (stations.containsKey(key)) {
                add(stations, vaps, key, service);
            }
        });
        final Map<StationKey, Mac> answered = new HashMap<>();
        probes.forEach((key, wtp) -> {
            final Vap vap = vaps.get(key.bssid());
            if (!stations.containsKey(key) && vap != null && vap.wtps().contains(wtp)) {
                answered.put(key, wtp);
            }
        });
        return new Assignment(wtps, vaps, stations, desired.drainingWtps(), answered);
    }

    private static Set<Mac> radiators(final Mac bssid, final Learned.KnownVap vap, final DesiredBindings desired,
            final Set<Mac> wtps) {
        if (VapPolicy.whyUnserved(desired, bssid, vap).isPresent()) {
            return Set.of();
        }
        final Set<Mac> radiators = new HashSet<>(desired.radiators().getOrDefault(bssid, wtps));
        radiators.retainAll(wtps);
        return radiators;
    }

    /** Binds a station, unless its WTP does not radiate the VAP: then its next frame is a first contact. */
    private static void add(final Map<StationKey, Service> stations, final Map<Mac, Vap> vaps, final StationKey key,
            final Service service) {
        final Vap vap = vaps.get(key.bssid());
        if (vap != null && vap.wtps().contains(service.downlink())) {
            final Set<Mac> uplinks = new HashSet<>(service.uplinks());
            uplinks.retainAll(vap.wtps());
            stations.put(key, new Service(service.downlink(), uplinks, service.origin(), service.frequencies()));
        }
    }
}
