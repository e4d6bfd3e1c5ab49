// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AirtimeChange;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings and weights installed at the radios of one WTP.
 *
 * @param settings the different settings of its radios
 * @param weights the weights other than the default, by address; {@link #MIXED} if the radios differ
 */
record InstalledAirtime(Set<AirtimeSettings> settings, Map<Mac, Integer> weights) {
    /** A weight that is not the same at all radios. */
    static final int MIXED = 0;

    InstalledAirtime {
        settings = Set.copyOf(settings);
        weights = Map.copyOf(weights);
    }

    static InstalledAirtime of(final List<AgentAirtime> radios) {
        final Map<Mac, Integer> weights = new HashMap<>();
        radios.forEach(radio -> radio.weights().forEach((address, weight) -> weights.put(address,
            radios.stream().allMatch(each -> weight.equals(each.weights().get(address))) ? weight : MIXED)));
        weights.values().removeIf(weight -> weight == AirtimeWeight.DEFAULT);
        return new InstalledAirtime(radios.stream().map(AgentAirtime::settings).collect(Collectors.toSet()), weights);
    }

    /** Returns what the WTP has after a change. */
    InstalledAirtime with(final AirtimeChange change) {
        if (change instanceof AirtimeSettings now) {
            return new InstalledAirtime(settings.isEmpty() ? settings : Set.of(now), weights);
        }
        final AirtimeWeight now = (AirtimeWeight) change;
        final Map<Mac, Integer> changed = new HashMap<>(weights);
        if (now.weight() == AirtimeWeight.DEFAULT) {
            changed.remove(now.address());
        } else {
            changed.put(now.address(), now.weight());
        }
        return new InstalledAirtime(settings, changed);
    }

    /**
     * Returns the changes that lead to what is desired. Removed weights come first, then changes of installed
     * ones, because an agent has room for 256 and refuses more.
     *
     * @param desiredSettings the settings; null: those that the radios have
     * @param desiredWeights the weights by address
     * @param owned the addresses whose weights this controller decides; others keep theirs
     */
    List<AirtimeChange> changesTo(final AirtimeSettings desiredSettings, final Map<Mac, Integer> desiredWeights,
            final Set<Mac> owned) {
        final List<AirtimeChange> changes = new ArrayList<>();
        if (desiredSettings != null && settings.stream().anyMatch(each -> !each.equals(desiredSettings))) {
            changes.add(desiredSettings);
        }
        new TreeMap<>(weights).forEach((address, weight) -> {
            if (owned.contains(address) && !desiredWeights.containsKey(address)) {
                changes.add(new AirtimeWeight(address, AirtimeWeight.DEFAULT));
            }
        });
        for (final boolean present : new boolean[] {true, false}) {
            new TreeMap<>(desiredWeights).forEach((address, weight) -> {
                if (weights.containsKey(address) == present
                        && !weight.equals(weights.getOrDefault(address, AirtimeWeight.DEFAULT))) {
                    changes.add(new AirtimeWeight(address, weight));
                }
            });
        }
        return changes;
    }
}
