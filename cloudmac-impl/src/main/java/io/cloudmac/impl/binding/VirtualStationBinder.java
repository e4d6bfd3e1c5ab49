// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Assigns virtual stations to WTPs as a pure function of its arguments. */
final class VirtualStationBinder {
    private VirtualStationBinder() {
    }

    /**
     * Assigns each virtual station to one WTP.
     *
     * <p>A virtual station stays at its WTP: only a handover moves it. If it has none, or its WTP is gone, it gets the
     * WTP of the operator's binding, or without one a WTP that has room: one on the channel of its BSS before others,
     * and of several the one with the fewest virtual stations. So does one whose WTP refuses its lease, unless the
     * operator has bound it there; without another WTP it stays.
     *
     * @param found the switch port of each virtual station
     * @param antennas the WTPs for virtual stations
     * @param operator the WTP of each virtual station that the operator has bound
     * @param before the WTP of each virtual station until now
     * @param handovers the service of each station and virtual station during its handover
     */
    static Map<Mac, VirtualStation> assign(final Map<Mac, PortId> found, final Antennas antennas,
            final Map<Mac, Mac> operator, final Map<Mac, Mac> before, final Map<Client, ServingWtps> handovers) {
        final Map<Mac, VirtualStation> now = new HashMap<>();
        final Map<Mac, Integer> loads = new TreeMap<>();
        antennas.rooms().keySet().forEach(wtp -> loads.put(wtp, 0));
        // Those that keep their WTP come first: the choice for the others depends on their number.
        new TreeMap<>(found).forEach((station, port) -> Optional.ofNullable(handovers.get(new VirtualClient(station)))
            .flatMap(handover -> handover.limitedTo(antennas.all()))
            .or(() -> present(station, antennas, operator, before)
                .filter(service -> !mustLeave(station, service, antennas)))
            .ifPresent(service -> add(now, loads, station, port, service)));
        new TreeMap<>(found).forEach((station, port) -> {
            if (!now.containsKey(station)) {
                chosen(station, antennas, operator, loads).or(() -> present(station, antennas, operator, before))
                    .ifPresentOrElse(service -> add(now, loads, station, port, service),
                        () -> now.put(station, new VirtualStation(port, Optional.empty())));
            }
        });
        return now;
    }

    private static void add(final Map<Mac, VirtualStation> now, final Map<Mac, Integer> loads, final Mac station,
            final PortId port, final ServingWtps service) {
        now.put(station, new VirtualStation(port, Optional.of(service)));
        loads.computeIfPresent(service.downlink(), (wtp, load) -> load + 1);
    }

    /** Returns the service by the same WTP as before. */
    private static Optional<ServingWtps> present(final Mac station, final Antennas antennas,
            final Map<Mac, Mac> operator, final Map<Mac, Mac> before) {
        return Optional.ofNullable(before.get(station)).filter(antennas.all()::contains)
            .map(wtp -> ServingWtps.by(wtp, wtp.equals(operator.get(station)) ? Origin.OPERATOR : Origin.AUTOMATIC));
    }

    /** Returns true if the WTP of a virtual station refuses its lease, and the operator has not bound it there. */
    private static boolean mustLeave(final Mac station, final ServingWtps service, final Antennas antennas) {
        return service.origin() == Origin.AUTOMATIC && antennas.isRefused(station, service.downlink());
    }

    /** Returns the service by the WTP of the operator's binding, or else by the best one that does not refuse it. */
    private static Optional<ServingWtps> chosen(final Mac station, final Antennas antennas,
            final Map<Mac, Mac> operator, final Map<Mac, Integer> loads) {
        final Mac bound = operator.get(station);
        if (bound != null) {
            return Optional.of(bound).filter(antennas.rooms()::containsKey)
                .map(wtp -> ServingWtps.by(wtp, Origin.OPERATOR));
        }
        return loads.entrySet().stream()
            .filter(entry -> entry.getValue() < antennas.rooms().get(entry.getKey()))
            .filter(entry -> !antennas.isRefused(station, entry.getKey()))
            .min(Comparator.comparing((Map.Entry<Mac, Integer> entry) ->
                !antennas.isOnChannel(station, entry.getKey())).thenComparing(Map.Entry.comparingByValue()))
            .map(least -> ServingWtps.by(least.getKey(), Origin.AUTOMATIC));
    }
}
