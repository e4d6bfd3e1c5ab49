// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The refusal of SSIDs that no beacon can carry. */
class SsidCheckTest {
    private static List<String> violations(final Ssid ssid) {
        final Cloudmac configuration = new CloudmacBuilder().setVaps(new VapsBuilder().setVap(BindingMap.of(
            new VapBuilder().setBssid(new Bssid("02:00:00:00:12:34")).setSsid(ssid).build())).build()).build();
        return new SsidCheck().violations(configuration);
    }

    @Test
    void anSsidHasAtMost32Octets() {
        assertEquals(List.of(), violations(null));
        assertEquals(List.of(), violations(new Ssid("\\xce".repeat(32))));
        assertEquals(List.of("ssid of VAP 02:00:00:00:12:34 has 33 octets: 802.11 allows 32"),
            violations(new Ssid("\\xce" + "a".repeat(32))));
        assertEquals(List.of("ssid of VAP 02:00:00:00:12:34 has 34 octets: 802.11 allows 32"),
            violations(new Ssid("ä".repeat(17))));
    }
}
