// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Decides as a pure function of its arguments which VAPs the controller accepts and serves. */
public final class VapPolicy {
    /** Why the controller does not accept a VAP at a port, or does not serve a VAP that it knows. */
    public enum Denial {
        /** The configuration disables the VAP. */
        DISABLED("the configuration disables it"),
        /** No session of a VAP host has named the VAP, and it needs one. */
        NO_SESSION("no session of a VAP host names it"),
        /** Setting {@code automatic-vaps} is false. */
        NOT_CONFIGURED("it is not configured, and automatic-vaps is false"),
        /** Setting {@code automatic-vap-port} has other ports only. */
        PORT("it is not configured, and its port is not in automatic-vap-port"),
        /** Setting {@code shared-ssids} is false, and another VAP has the SSID. */
        SSID("another VAP has its SSID, and shared-ssids is false");

        private final String text;

        Denial(final String text) {
            this.text = text;
        }

        /** Returns the reason as part of a sentence for the operator. */
        public String text() {
            return text;
        }
    }

    private VapPolicy() {
    }

    /**
     * Decides whether a VAP is accepted that is new, new at its port, or has a new SSID. Call it only for a VAP that no
     * open session names: others are accepted.
     *
     * @param bssid the VAP
     * @param now the VAP as its beacon shows it
     * @param known the known VAPs whose SSIDs are in use; the VAP itself as it was known before
     * @return the reason against it; empty if it is accepted
     */
    public static Optional<Denial> whyRefused(final DesiredBindings desired, final Mac bssid, final KnownVap now,
            final Map<Mac, KnownVap> known) {
        final KnownVap before = known.get(bssid);
        final boolean isAtPort = before != null && before.port().equals(now.port());
        if (!isAtPort && (desired.settings().vapsNeedSession() || before != null && isProven(desired, before))) {
            return Optional.of(Denial.NO_SESSION);
        }
        if (isConfigured(desired, bssid) || isAtPort && isProven(desired, before)) {
            return Optional.empty();
        }
        if (!isAtPort && !isAutomaticPort(desired, now.port())) {
            return Optional.of(Denial.PORT);
        }
        return desired.settings().sharedSsids() ? Optional.empty()
            : ssidHolder(desired, bssid, now.ssid(), known).map(holder -> Denial.SSID);
    }

    /**
     * Returns the VAP that is served with an SSID that is new to another VAP; empty if there is none. The parameters
     * are those of {@link #whyRefused}.
     */
    public static Optional<Mac> ssidHolder(final DesiredBindings desired, final Mac bssid, final RawSsid ssid,
            final Map<Mac, KnownVap> known) {
        final KnownVap before = known.get(bssid);
        if (ssid.isEmpty() || before != null && before.ssid().equals(ssid)) {
            return Optional.empty();
        }
        return known.entrySet().stream()
            .filter(other -> !other.getKey().equals(bssid) && other.getValue().ssid().equals(ssid)
                && whyUnserved(desired, other.getKey(), other.getValue()).isEmpty())
            .map(Map.Entry::getKey).min(Comparator.naturalOrder());
    }

    /** Returns why a known VAP is not served; empty if it is. */
    public static Optional<Denial> whyUnserved(final DesiredBindings desired, final Mac bssid, final KnownVap vap) {
        final boolean proven = isProven(desired, vap);
        if (Boolean.FALSE.equals(desired.vaps().get(bssid))) {
            return Optional.of(Denial.DISABLED);
        }
        if (desired.settings().vapsNeedSession() && !proven) {
            return Optional.of(Denial.NO_SESSION);
        }
        if (proven || isConfigured(desired, bssid)) {
            return Optional.empty();
        }
        if (!desired.settings().automaticVaps()) {
            return Optional.of(Denial.NOT_CONFIGURED);
        }
        return isAutomaticPort(desired, vap.port()) ? Optional.empty() : Optional.of(Denial.PORT);
    }

    /** Returns true if the session of a VAP host that is still configured has named the VAP at its port. */
    public static boolean isProven(final DesiredBindings desired, final KnownVap vap) {
        return desired.vapHosts().contains(vap.host());
    }

    /** Returns true if the configuration names a VAP. */
    public static boolean isConfigured(final DesiredBindings desired, final Mac bssid) {
        return desired.vaps().containsKey(bssid) || desired.radiators().containsKey(bssid);
    }

    private static boolean isAutomaticPort(final DesiredBindings desired, final PortId port) {
        return desired.settings().automaticVapPorts().isEmpty()
            || desired.settings().automaticVapPorts().contains(port);
    }
}
