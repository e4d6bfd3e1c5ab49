// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.Mac;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Vaps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;

/** The BSSIDs that occur in a configuration. */
public final class Bssids {
    /** {@link #namedBy} of the current configuration. */
    public static final ConfigurationPart<Set<Mac>> NAMED = ConfigurationPart.of(Bssids::namedBy);
    /** {@link #configuredBy} of the current configuration. */
    public static final ConfigurationPart<Set<Mac>> CONFIGURED =
        ConfigurationPart.of(Cloudmac::nonnullVaps, Bssids::configuredBy);

    private Bssids() {
    }

    /** Returns every BSSID that occurs anywhere in the configuration, sorted. */
    public static Set<Mac> namedBy(final Cloudmac configuration) {
        final SortedSet<Mac> bssids = new TreeSet<>(configuredBy(configuration));
        configuration.nonnullBindings().nonnullVap().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullBindings().nonnullStation().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullRadio().nonnullVap().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullRadio().nonnullVapPriority().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullRadio().nonnullStation().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullRadio().nonnullStationPriority().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullAirtime().nonnullVap().keySet().forEach(key -> add(bssids, key.getBssid()));
        configuration.nonnullMobility().nonnullVap().keySet().forEach(key -> add(bssids, key.getBssid()));
        return Collections.unmodifiableSortedSet(bssids);
    }

    /** Returns the BSSIDs that are configured as VAPs, sorted. */
    public static Set<Mac> configuredBy(final Cloudmac configuration) {
        return configuredBy(configuration.nonnullVaps());
    }

    private static Set<Mac> configuredBy(final Vaps vaps) {
        final SortedSet<Mac> bssids = new TreeSet<>();
        vaps.nonnullVap().keySet().forEach(key -> add(bssids, key.getBssid()));
        return Collections.unmodifiableSortedSet(bssids);
    }

    private static void add(final Set<Mac> bssids, final Bssid bssid) {
        bssids.add(Mac.parse(bssid.getValue()));
    }
}
