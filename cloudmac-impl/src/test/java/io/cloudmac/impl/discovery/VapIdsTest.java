// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The VAPs that have the id of a virtual station. */
class VapIdsTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac VAP = Mac.parse("02:00:00:00:0a:01");
    private static final Cloudmac EMPTY = new CloudmacBuilder().build();
    private static final KnownVap KNOWN = new KnownVap(new PortId("openflow:1", 1), RawSsid.of("ssid"), 2412, 100);

    private final VapIds ids = new VapIds();

    private Optional<Mac> find(final Map<Mac, KnownVap> known, final Cloudmac configuration) {
        return ids.find(STATION, known, Bssids.configuredBy(configuration), Bssids.namedBy(configuration));
    }

    private static Cloudmac withPolicyOf(final Mac bssid) {
        return new CloudmacBuilder().setMobility(new MobilityBuilder().setVap(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.mobility.VapBuilder()
                .setBssid(new Bssid(bssid.toString())).build())).build()).build();
    }

    @Test
    void knownConfiguredAndNamedVapsCount() {
        assertEquals(Optional.empty(), find(Map.of(), EMPTY));
        assertEquals(Optional.of(VAP), find(Map.of(VAP, KNOWN), EMPTY));
        assertEquals(Optional.empty(), find(Map.of(), EMPTY));
        assertEquals(Optional.of(VAP), find(Map.of(), withPolicyOf(VAP)));
        assertEquals(Optional.of(VAP), find(Map.of(), new CloudmacBuilder().setVaps(new VapsBuilder()
            .setVap(BindingMap.of(new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder()
                .setBssid(new Bssid(VAP.toString())).build())).build()).build()));
    }

    @Test
    void aPolicyOfTheVirtualStationItselfIsNoVap() {
        assertEquals(Optional.empty(), find(Map.of(), withPolicyOf(STATION)));
        assertEquals(Optional.of(STATION), find(Map.of(STATION, KNOWN), EMPTY), "a VAP has its address");
    }

    @Test
    void theIndexIsComputedOncePerChange() {
        final Set<Mac> configured = spy(new HashSet<>());
        final Set<Mac> named = spy(new HashSet<>(Set.of(VAP)));
        final Map<Mac, KnownVap> known = spy(new HashMap<>(Map.of(VAP, KNOWN)));
        ids.find(STATION, known, configured, named);
        clearInvocations(configured, named, known);
        assertEquals(Optional.of(VAP), ids.find(STATION, known, configured, named));
        verifyNoInteractions(configured, named, known);
    }
}
