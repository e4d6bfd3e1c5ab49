// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Airtime;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.Wtp;

/**
 * The operator's weights and settings, with the defaults of the model.
 *
 * @param vaps the weights of VAPs, by BSSID
 * @param stations the weights of stations, by address
 * @param wtps the settings of the WTPs that have an entry
 */
public record AirtimePolicy(Map<Mac, Integer> vaps, Map<Mac, Integer> stations, Map<Mac, AirtimeSettings> wtps) {
    public static final AirtimePolicy NONE = new AirtimePolicy(Map.of(), Map.of(), Map.of());
    public static final ConfigurationPart<AirtimePolicy> PART =
        ConfigurationPart.of(Cloudmac::nonnullAirtime, AirtimePolicy::of);

    public AirtimePolicy {
        vaps = Map.copyOf(vaps);
        stations = Map.copyOf(stations);
        wtps = Map.copyOf(wtps);
    }

    /** Reads the configuration. */
    public static AirtimePolicy of(final Airtime configured) {
        final Map<Mac, Integer> vaps = new HashMap<>();
        configured.nonnullVap().values().forEach(
            vap -> vaps.put(Mac.parse(vap.getBssid().getValue()), weight(vap.getWeight())));
        final Map<Mac, Integer> stations = new HashMap<>();
        configured.nonnullStation().values().forEach(
            station -> stations.put(Mac.parse(station.getStation().getValue()), weight(station.getWeight())));
        final Map<Mac, AirtimeSettings> wtps = new HashMap<>();
        configured.nonnullWtp().values().forEach(
            wtp -> wtps.put(Mac.parse(wtp.getId().getValue()), settings(wtp)));
        return new AirtimePolicy(vaps, stations, wtps);
    }

    /** Returns true if this address has an entry as a VAP or a station. */
    boolean names(final Mac address) {
        return vaps.containsKey(address) || stations.containsKey(address);
    }

    private static int weight(
            final org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.AirtimeWeight configured) {
        return configured == null ? AirtimeWeight.DEFAULT : configured.getValue().toJava();
    }

    private static AirtimeSettings settings(final Wtp configured) {
        final AirtimeSettings defaults = AirtimeSettings.DEFAULT;
        return new AirtimeSettings(!Boolean.FALSE.equals(configured.getScheduler()),
            configured.getTarget() == null ? defaults.targetMillis() : configured.getTarget().toJava(),
            configured.getInterval() == null ? defaults.intervalMillis() : configured.getInterval().toJava());
    }
}
