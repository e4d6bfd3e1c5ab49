// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import java.time.Duration;

/**
 * The settings with the model's defaults filled in.
 *
 * @param contactWindow how long copies of a first frame are gathered
 * @param automaticVaps whether VAPs that nobody configured are served
 * @param automaticStations whether stations are bound at first contact
 * @param stationTimeout after which a silent station is forgotten
 * @param maximumStations bound automatically at one time
 */
public record BindingSettings(Duration contactWindow, boolean automaticVaps, boolean automaticStations,
        Duration stationTimeout, int maximumStations) {
    public static final BindingSettings DEFAULT = new BindingSettings(Duration.ofMillis(50), true, true,
        Duration.ofSeconds(300), 1024);

    /** Reads the configuration. */
    public static BindingSettings of(
            final org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings configured) {
        return new BindingSettings(
            configured.getContactWindow() == null ? DEFAULT.contactWindow
                : Duration.ofMillis(configured.getContactWindow().longValue()),
            !Boolean.FALSE.equals(configured.getAutomaticVaps()),
            !Boolean.FALSE.equals(configured.getAutomaticStations()),
            configured.getStationTimeout() == null ? DEFAULT.stationTimeout
                : Duration.ofSeconds(configured.getStationTimeout().longValue()),
            configured.getMaximumStations() == null ? DEFAULT.maximumStations
                : configured.getMaximumStations().intValue());
    }
}
