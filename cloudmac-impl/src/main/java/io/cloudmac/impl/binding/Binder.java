// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Computes the assignment as a pure function of its arguments. */
public final class Binder {
    private Binder() {
    }

    /**
     * Combines the operator's configuration with the discovered WTPs, VAPs and stations.
     *
     * @param handovers the service of each station and virtual station during its handover; it overrides the binding.
     *     If the station is unbound during the handover, the unbind wins.
     * @param probes the WTP for the answers to each station that probes; left out if the station is bound
     */
    public static Assignment assign(final DesiredBindings desired, final Learned learned, final Network network,
            final Map<? extends Client, ServingWtps> handovers, final Map<StationKey, Mac> probes) {
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

        final Map<StationKey, ServingWtps> stations = new HashMap<>();
        Stream.concat(learned.stations().keySet().stream(), desired.stations().keySet().stream()).distinct()
            .forEach(key -> service(key, desired, learned, handovers, vaps)
                .ifPresent(service -> stations.put(key, service)));
        return new Assignment(wtps, vaps, stations, desired.drainingWtps(), answered(probes, stations, vaps));
    }

    /**
     * Returns how one station is served, by WTPs that radiate its VAP; empty if it is not bound. Without a WTP for the
     * downlink it is empty too: the next frame of the station is a first contact.
     *
     * @param vaps the VAPs of the assignment
     */
    static Optional<ServingWtps> service(final StationKey key, final DesiredBindings desired, final Learned learned,
            final Map<? extends Client, ServingWtps> handovers, final Map<Mac, Vap> vaps) {
        final Mac chosen = desired.stations().get(key);
        final Mac found = desired.settings().automaticStations() ? learned.stations().get(key) : null;
        final ServingWtps bound = chosen != null ? ServingWtps.by(chosen, Origin.OPERATOR)
            : found != null ? ServingWtps.by(found, Origin.AUTOMATIC) : null;
        final Vap vap = vaps.get(key.bssid());
        return vap == null || bound == null ? Optional.empty() : bound.limitedTo(vap.wtps()).map(service ->
            Optional.ofNullable(handovers.get(key)).flatMap(handover -> handover.limitedTo(vap.wtps()))
                .orElse(service));
    }

    /** Returns the probes of stations that are not bound, to VAPs and WTPs that can answer. */
    static Map<StationKey, Mac> answered(final Map<StationKey, Mac> probes, final Map<StationKey, ServingWtps> stations,
            final Map<Mac, Vap> vaps) {
        final Map<StationKey, Mac> answered = new HashMap<>();
        probes.forEach((key, wtp) -> {
            final Vap vap = vaps.get(key.bssid());
            if (!stations.containsKey(key) && vap != null && vap.wtps().contains(wtp)) {
                answered.put(key, wtp);
            }
        });
        return answered;
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
}
