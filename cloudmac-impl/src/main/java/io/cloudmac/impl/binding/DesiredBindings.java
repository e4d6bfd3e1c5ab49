// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.config.VapHosts;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/**
 * The operator's configuration of bindings.
 *
 * @param settings the general settings
 * @param vaps the configured VAPs, and whether each is enabled
 * @param vapHosts the names of the VAP hosts that are configured and enabled
 * @param disabledWtps the WTPs that must not serve stations
 * @param drainingWtps the WTPs that must hand over their stations
 * @param radiators the WTPs of each VAP that the operator has bound
 * @param stations the WTP of each station that the operator has bound
 * @param virtualStations the WTP of each virtual station that the operator has bound
 */
public record DesiredBindings(BindingSettings settings, Map<Mac, Boolean> vaps, Set<String> vapHosts,
        Set<Mac> disabledWtps, Set<Mac> drainingWtps, Map<Mac, Set<Mac>> radiators, Map<StationKey, Mac> stations,
        Map<Mac, Mac> virtualStations) {
    public static final DesiredBindings NONE = new DesiredBindings(BindingSettings.DEFAULT, Map.of(), Set.of(),
        Set.of(), Set.of(), Map.of(), Map.of(), Map.of());
    public static final ConfigurationPart<DesiredBindings> PART = ConfigurationPart.of(DesiredBindings::of);

    public DesiredBindings {
        vaps = Map.copyOf(vaps);
        vapHosts = Set.copyOf(vapHosts);
        disabledWtps = Set.copyOf(disabledWtps);
        drainingWtps = Set.copyOf(drainingWtps);
        radiators = Map.copyOf(radiators);
        stations = Map.copyOf(stations);
        virtualStations = Map.copyOf(virtualStations);
    }

    /**
     * Returns these bindings without those of stations that wait for their WTP. Such a binding applies when the WTP is
     * ready; until then the station keeps its earlier binding. A binding in effect stays if its WTP loses its session.
     *
     * @param ready the WTPs that are admitted and known
     * @param inEffect the WTP of each station whose binding by the operator was in effect before
     */
    public DesiredBindings withoutWaiting(final Set<Mac> ready, final Map<StationKey, Mac> inEffect) {
        final Map<StationKey, Mac> applied = new HashMap<>();
        stations.forEach((key, wtp) -> {
            final Mac target = ready.contains(wtp) ? wtp : inEffect.get(key);
            if (target != null) {
                applied.put(key, target);
            }
        });
        return new DesiredBindings(settings, vaps, vapHosts, disabledWtps, drainingWtps, radiators, applied,
            virtualStations);
    }

    /** Reads the configuration. */
    public static DesiredBindings of(final Cloudmac configuration) {
        final Map<Mac, Boolean> vaps = new HashMap<>();
        configuration.nonnullVaps().nonnullVap().values().forEach(
            vap -> vaps.put(Mac.parse(vap.getBssid().getValue()), !Boolean.FALSE.equals(vap.getEnabled())));
        final Set<Mac> disabled = new HashSet<>();
        configuration.nonnullWtps().nonnullWtp().values().stream()
            .filter(wtp -> Boolean.FALSE.equals(wtp.getEnabled()))
            .forEach(wtp -> disabled.add(Mac.parse(wtp.getId().getValue())));
        final Set<Mac> draining = new HashSet<>();
        configuration.nonnullWtps().nonnullWtp().values().stream()
            .filter(wtp -> Boolean.TRUE.equals(wtp.getDraining()))
            .forEach(wtp -> draining.add(Mac.parse(wtp.getId().getValue())));
        final Map<Mac, Set<Mac>> radiators = new HashMap<>();
        final Map<StationKey, Mac> stations = new HashMap<>();
        final var bindings = configuration.nonnullBindings();
        bindings.nonnullVap().values().forEach(
            vap -> radiators.put(Mac.parse(vap.getBssid().getValue()),
                Optional.ofNullable(vap.getWtp()).orElse(Set.of()).stream()
                    .map(wtp -> Mac.parse(wtp.getValue())).collect(Collectors.toUnmodifiableSet())));
        bindings.nonnullStation().values().forEach(
            station -> stations.put(new StationKey(Mac.parse(station.getBssid().getValue()),
                Mac.parse(station.getStation().getValue())), Mac.parse(station.requireWtp().getValue())));
        final Map<Mac, Mac> virtualStations = new HashMap<>();
        bindings.nonnullVirtualStation().values().forEach(binding -> virtualStations.put(
            Mac.parse(binding.getStation().getValue()), Mac.parse(binding.requireWtp().getValue())));
        return new DesiredBindings(BindingSettings.of(configuration.nonnullSettings()), vaps,
            VapHosts.enabledBy(configuration).keySet(), disabled, draining, radiators, stations, virtualStations);
    }
}
