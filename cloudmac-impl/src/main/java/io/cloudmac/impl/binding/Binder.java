// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Computes who is to be served where. Nothing but its arguments matters. */
public final class Binder {
    private Binder() {
    }

    /**
     * Joins what the operator wants with what was found.
     *
     * @param handovers stations that are just being moved, and how they are
     *     served in the meantime; that goes before everything else, but for
     *     stations that are no longer bound at all
     */
    public static Assignment assign(final DesiredBindings desired, final Learned learned, final Network network,
            final Map<StationKey, Service> handovers) {
        final Map<Mac, PortId> wtps = new HashMap<>();
        learned.wtps().forEach((wtp, port) -> {
            // Seen behind another switch: before that one sent announcements to us. Its own port comes soon.
            if (!desired.disabledWtps().contains(wtp) && !network.isInterSwitch(port)) {
                wtps.put(wtp, port);
            }
        });

        final Map<Mac, Vap> vaps = new HashMap<>();
        learned.vaps().forEach((bssid, vap) -> {
            if (!network.isInterSwitch(vap.port())) {
                vaps.put(bssid, new Vap(vap.port(), Channels.frequency(vap.channel()),
                    radiators(bssid, desired, wtps.keySet())));
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
        return new Assignment(wtps, vaps, stations, desired.drainingWtps());
    }

    private static Set<Mac> radiators(final Mac bssid, final DesiredBindings desired, final Set<Mac> wtps) {
        if (!desired.vaps().getOrDefault(bssid, desired.settings().automaticVaps()
                || desired.radiators().containsKey(bssid))) {
            return Set.of();
        }
        final Set<Mac> radiators = new HashSet<>(desired.radiators().getOrDefault(bssid, wtps));
        radiators.retainAll(wtps);
        return radiators;
    }

    /** A station whose WTP no longer radiates the VAP is not bound: its next frame is a first contact. */
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
