// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Component;

/** Checks that each VAP host has a valid address, and that no two have the same address and port. */
@Component
public final class VapHostCheck implements ConfigurationCheck {
    @Override
    public List<String> violations(final Cloudmac after) {
        final List<String> violations = new ArrayList<>();
        final Map<InetSocketAddress, TreeSet<String>> byAddress = new HashMap<>();
        after.nonnullVapHosts().nonnullVapHost().values().forEach(host -> {
            final String name = host.getName().getValue();
            if (VapHosts.isAddress(host)) {
                byAddress.computeIfAbsent(VapHosts.socketAddress(host), key -> new TreeSet<>()).add(name);
            } else {
                violations.add("the address of VAP host " + name + ", " + host.getAddress()
                    + ", is not an IPv4 or IPv6 address");
            }
        });
        byAddress.forEach((address, names) -> {
            if (names.size() > 1) {
                violations.add("VAP hosts " + names + " have the same address " + address.getAddress().getHostAddress()
                    + " and port " + address.getPort());
            }
        });
        return violations;
    }
}
