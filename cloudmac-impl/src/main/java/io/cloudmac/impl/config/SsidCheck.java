// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.wire.RawSsid;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Component;

/** Checks that SSIDs fit into a beacon. The model cannot, because it limits characters and not octets. */
@Component
public final class SsidCheck implements ConfigurationCheck {
    @Override
    public List<String> violations(final Cloudmac after) {
        return after.nonnullVaps().nonnullVap().values().stream()
            .filter(vap -> vap.getSsid() != null && RawSsid.parse(vap.getSsid().getValue()).isEmpty())
            .map(vap -> "ssid of VAP " + vap.requireBssid().getValue() + " has "
                + RawSsid.octetsOf(vap.getSsid().getValue()).length + " octets: 802.11 allows " + RawSsid.MAXIMUM)
            .toList();
    }
}
