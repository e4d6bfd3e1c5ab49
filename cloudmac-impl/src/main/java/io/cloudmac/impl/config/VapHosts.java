// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/** The VAP hosts of a configuration. */
public final class VapHosts {
    /** The model's default. */
    static final int DEFAULT_PORT = 4920;

    /** {@link #enabledBy} of the current configuration. */
    public static final ConfigurationPart<Map<String, InetSocketAddress>> ENABLED =
        ConfigurationPart.of(VapHosts::enabledBy);

    private VapHosts() {
    }

    /** Returns the address of each VAP host that is enabled, by name. Leaves out hosts without a valid address. */
    public static Map<String, InetSocketAddress> enabledBy(final Cloudmac configuration) {
        final Map<String, InetSocketAddress> hosts = new TreeMap<>();
        configuration.nonnullVapHosts().nonnullVapHost().values().stream()
            .filter(host -> !Boolean.FALSE.equals(host.getEnabled()) && PeerAddresses.isAddress(host.getAddress()))
            .forEach(host -> hosts.put(host.getName().getValue(),
                PeerAddresses.of(host.getAddress(), host.getPort(), DEFAULT_PORT)));
        return Collections.unmodifiableMap(hosts);
    }
}
