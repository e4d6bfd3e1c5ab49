// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.topology.PortId;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Settings;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;

/**
 * The container {@code settings} of cloudmac.yang, with the model's defaults filled in.
 *
 * @param contactWindow how long the controller collects copies of a first frame
 * @param automaticVaps whether VAPs are served that are not configured and that no session names
 * @param automaticVapPorts the ports where such VAPs are served; empty: all ports
 * @param sharedSsids whether such a VAP may have the SSID of another VAP
 * @param vapsNeedSession whether only VAPs are served that a session names
 * @param automaticStations whether stations are bound at first contact
 * @param stationTimeout how long a silent station stays bound
 * @param maximumStations maximum number of stations bound automatically at a time
 * @param unauthenticatedWtps whether announcements alone admit WTPs
 */
public record BindingSettings(Duration contactWindow, boolean automaticVaps, Set<PortId> automaticVapPorts,
        boolean sharedSsids, boolean vapsNeedSession, boolean automaticStations, Duration stationTimeout,
        int maximumStations, boolean unauthenticatedWtps) {
    public static final BindingSettings DEFAULT = of(new SettingsBuilder().build());
    public static final ConfigurationPart<BindingSettings> PART =
        ConfigurationPart.of(Cloudmac::nonnullSettings, BindingSettings::of);

    /** Reads the configuration. */
    public static BindingSettings of(final Settings configured) {
        return new BindingSettings(
            configured.getContactWindow() == null ? Duration.ofMillis(50)
                : Duration.ofMillis(configured.getContactWindow().longValue()),
            !Boolean.FALSE.equals(configured.getAutomaticVaps()),
            Optional.ofNullable(configured.getAutomaticVapPort()).orElse(Set.of()).stream()
                .flatMap(port -> PortId.parse(port.getValue()).stream())
                .collect(Collectors.toUnmodifiableSet()),
            Boolean.TRUE.equals(configured.getSharedSsids()),
            Boolean.TRUE.equals(configured.getVapsNeedSession()),
            !Boolean.FALSE.equals(configured.getAutomaticStations()),
            configured.getStationTimeout() == null ? Duration.ofSeconds(300)
                : Duration.ofSeconds(configured.getStationTimeout().longValue()),
            configured.getMaximumStations() == null ? 1024
                : Integer.parseInt(configured.getMaximumStations().stringValue()),
            Boolean.TRUE.equals(configured.getUnauthenticatedWtps()));
    }
}
