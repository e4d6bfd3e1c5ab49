// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AirtimeChange;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Desired and installed airtime settings of one WTP. Decides the next change. */
final class WtpTarget {
    /** Addresses whose weights this controller set and has not removed. */
    private final Set<Mac> owned = new HashSet<>();
    /** Whether this controller has decided the settings. Without an entry they then go back to the defaults. */
    private boolean decided;
    private AirtimeSettings settings;
    private Map<Mac, Integer> weights = Map.of();
    private InstalledAirtime installed;

    /**
     * Sets what the WTP should have.
     *
     * @param newSettings the settings; empty if the configuration has none
     * @param newWeights the weights, by address
     * @return true if this differs from before
     */
    boolean desire(final Optional<AirtimeSettings> newSettings, final Map<Mac, Integer> newWeights) {
        final boolean changed = !newSettings.equals(Optional.ofNullable(settings)) || !newWeights.equals(weights);
        settings = newSettings.orElse(null);
        weights = Map.copyOf(newWeights);
        return changed;
    }

    /** Records what the WTP's radios have. */
    void onRead(final List<AgentAirtime> radios) {
        installed = InstalledAirtime.of(radios);
    }

    /** Records a confirmed change. */
    void onChanged(final AirtimeChange change) {
        if (installed != null) {
            installed = installed.with(change);
        }
    }

    /** Discards the installed state until the next read. */
    void forget() {
        installed = null;
    }

    /** Returns true if the installed state is known. */
    boolean isKnown() {
        return installed != null;
    }

    /**
     * Returns the next change to make; empty if there is none, or what the WTP has is unknown.
     *
     * @param named the addresses that the configuration weights, here or elsewhere
     */
    Optional<AirtimeChange> next(final Predicate<Mac> named) {
        if (installed == null) {
            return Optional.empty();
        }
        decided |= settings != null;
        owned.addAll(weights.keySet());
        installed.weights().keySet().stream().filter(named).forEach(owned::add);
        final List<AirtimeChange> changes =
            installed.changesTo(settings == null && decided ? AirtimeSettings.DEFAULT : settings, weights, owned);
        if (changes.isEmpty()) {
            decided = settings != null;
            owned.retainAll(weights.keySet());
        }
        return changes.stream().findFirst();
    }
}
