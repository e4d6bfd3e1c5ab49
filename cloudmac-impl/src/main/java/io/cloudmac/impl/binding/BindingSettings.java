// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import java.time.Duration;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings;

/**
 * The container {@code settings} of cloudmac.yang, with the model's defaults filled in.
 *
 * @param contactWindow how long the controller collects copies of a first frame
 * @param automaticVaps whether VAPs that are not configured are served
 * @param automaticStations whether stations are bound at first contact
 * @param stationTimeout how long a silent station stays bound
 * @param maximumStations maximum number of stations bound automatically at a time
 * @param unauthenticatedWtps whether announcements alone admit WTPs
 */
public record BindingSettings(Duration contactWindow, boolean automaticVaps, boolean automaticStations,
        Duration stationTimeout, int maximumStations, boolean unauthenticatedWtps) {
    public static final BindingSettings DEFAULT = new BindingSettings(Duration.ofMillis(50), true, true,
        Duration.ofSeconds(300), 1024, false);

    /** Reads the configuration. */
    public static BindingSettings of(final Settings configured) {
        return new BindingSettings(
            configured.getContactWindow() == null ? DEFAULT.contactWindow
                : Duration.ofMillis(configured.getContactWindow().longValue()),
            !Boolean.FALSE.equals(configured.getAutomaticVaps()),
            !Boolean.FALSE.equals(configured.getAutomaticStations()),
            configured.getStationTimeout() == null ? DEFAULT.stationTimeout
                : Duration.ofSeconds(configured.getStationTimeout().longValue()),
            configured.getMaximumStations() == null ? DEFAULT.maximumStations
                : configured.getMaximumStations().intValue(),
            Boolean.TRUE.equals(configured.getUnauthenticatedWtps()));
    }
}
