// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility;

/**
 * The settings with the model's defaults filled in.
 *
 * @param source where signals are known from
 * @param reportInterval how often WTPs are to report
 * @param period how often signals are judged
 * @param general for VAPs that have no policy of their own
 * @param vaps the policies of those that have
 */
public record MobilitySettings(Mobility.Source source, Duration reportInterval, Duration period, Policy general,
        Map<Mac, Policy> vaps) {
    public static final MobilitySettings DEFAULT = new MobilitySettings(Mobility.Source.Reports,
        Duration.ofMillis(100), Duration.ofSeconds(1), Policy.DEFAULT, Map.of());

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

    /** Whether anybody's stations are judged. */
    boolean isEnabled() {
        return Stream.concat(Stream.of(general), vaps.values().stream()).anyMatch(Policy::enabled);
    }

    /** Whether the WTPs are to report. */
    public boolean isReporting() {
        return isEnabled() && source != Mobility.Source.Samples;
    }

    /** Whether the switches are to send copies. */
    public boolean isSampling() {
        return isEnabled() && source != Mobility.Source.Reports;
    }
}
