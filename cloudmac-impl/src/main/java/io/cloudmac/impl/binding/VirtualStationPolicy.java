// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Optional;

/** Decides by the settings which virtual stations are accepted and served. Pure. */
public final class VirtualStationPolicy {
    /** Why a virtual station is not served. */
    public enum Refusal {
        /** Setting {@code vaps-need-session} is true. */
        NO_SESSION("vaps-need-session is true, and no session names virtual stations"),
        /** Setting {@code automatic-vaps} is false. */
        NOT_BOUND("the operator has not bound it, and automatic-vaps is false"),
        /** Setting {@code automatic-vap-port} has other ports only. */
        PORT("the operator has not bound it, and its port is not in automatic-vap-port");

        private final String text;

        Refusal(final String text) {
            this.text = text;
        }

        /** Returns the reason as part of a sentence for the operator. */
        public String text() {
            return text;
        }
    }

    private VirtualStationPolicy() {
    }

    /** Returns why a virtual station at a port is neither accepted nor served; empty if it is. */
    public static Optional<Refusal> whyUnserved(final DesiredBindings desired, final Mac address, final PortId port) {
        final BindingSettings settings = desired.settings();
        if (settings.vapsNeedSession()) {
            return Optional.of(Refusal.NO_SESSION);
        }
        if (desired.stations().containsKey(StationKey.ofVirtualStation(address))) {
            return Optional.empty();
        }
        if (!settings.automaticVaps()) {
            return Optional.of(Refusal.NOT_BOUND);
        }
        return settings.automaticVapPorts().isEmpty() || settings.automaticVapPorts().contains(port)
            ? Optional.empty() : Optional.of(Refusal.PORT);
    }
}
