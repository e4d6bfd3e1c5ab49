// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Component;

/** Checks that each VAP host has a valid address, and that no two have the same address and port. */
@Component
public final class VapHostCheck implements ConfigurationCheck {
    @Override
    public List<String> violations(final Cloudmac after) {
        final PeerAddresses addresses = new PeerAddresses("VAP host", VapHosts.DEFAULT_PORT);
        after.nonnullVapHosts().nonnullVapHost().values().forEach(host ->
            addresses.add(host.getName().getValue(), host.getAddress(), host.getPort()));
        return addresses.violations();
    }
}
