// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility;

/**
 * The mobility settings, with the defaults of the model.
 *
 * @param source the source of signals
 * @param reportInterval interval between the signal reports of a WTP
 * @param period interval between two verdicts on a station
 * @param general the policy of VAPs without one of their own
 * @param vaps the policies of single VAPs, by BSSID
 */
public record MobilitySettings(Mobility.Source source, Duration reportInterval, Duration period, Policy general,
        Map<Mac, Policy> vaps) {
    public static final MobilitySettings DEFAULT = new MobilitySettings(Mobility.Source.Reports,
        Duration.ofMillis(100), Duration.ofSeconds(1), Policy.DEFAULT, Map.of());
    public static final ConfigurationPart<MobilitySettings> PART =
        ConfigurationPart.of(Cloudmac::nonnullMobility, MobilitySettings::of);

    public MobilitySettings {
        vaps = Map.copyOf(vaps);
    }

    /** Reads the configuration. */
    public static MobilitySettings of(final Mobility configured) {
        final Policy general = Policy.of(configured, Policy.DEFAULT);
        final Map<Mac, Policy> vaps = new HashMap<>();
        configured.nonnullVap().values().forEach(
            vap -> vaps.put(Mac.parse(vap.getBssid().getValue()), Policy.of(vap, general)));
        return new MobilitySettings(
            configured.getSource() == null ? DEFAULT.source : configured.getSource(),
            configured.getReportInterval() == null ? DEFAULT.reportInterval
                : Duration.ofMillis(configured.getReportInterval().longValue()),
            configured.getPeriod() == null ? DEFAULT.period : Duration.ofMillis(configured.getPeriod().longValue()),
            general, vaps);
    }

    Policy policy(final Mac bssid) {
        return vaps.getOrDefault(bssid, general);
    }

    /** Returns true if mobility is enabled for any VAP. */
    boolean isEnabled() {
        return Stream.concat(Stream.of(general), vaps.values().stream()).anyMatch(Policy::enabled);
    }

    /** Returns true if the WTPs report signals. */
    public boolean isReporting() {
        return isEnabled() && source != Mobility.Source.Samples;
    }

    /** Returns true if the switches send samples. */
    public boolean isSampling() {
        return isEnabled() && source != Mobility.Source.Reports;
    }
}
