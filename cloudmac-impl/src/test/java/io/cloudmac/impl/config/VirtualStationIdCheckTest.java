// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.wire.Mac;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VirtualStationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The refusals of bindings of virtual stations whose id is in use, or that have none. */
class VirtualStationIdCheckTest {
    private static final String STATION = "02:5a:00:00:12:34";
    private static final String SAME_ID = "02:5a:00:01:12:34";
    private static final WtpId WTP = new WtpId("02:c1:0d:aa:00:01");
    private static final String OF_VAP = "bound virtual station " + STATION + " and VAP " + SAME_ID
        + " share the id 1234: their last two octets must differ";
    private static final String OF_STATION = "bound virtual station " + STATION + " and virtual station " + SAME_ID
        + " share the id 1234: their last two octets must differ";

    private Set<Mac> foundVaps = Set.of();
    private Set<Mac> found = Set.of();
    private Set<Mac> served = Set.of();
    private final VirtualStationIdCheck check = new VirtualStationIdCheck(() -> foundVaps);

    @BeforeEach
    void addSources() {
        check.addSource(() -> served);
        check.addSource(() -> found);
    }

    private static CloudmacBuilder bound(final String... stations) {
        return new CloudmacBuilder().setBindings(new BindingsBuilder().setVirtualStation(Arrays.stream(stations)
            .map(station -> new VirtualStationBuilder().setStation(new UnicastMac(station)).setWtp(WTP).build())
            .collect(BindingMap.toMap())).build());
    }

    private static VirtualStationsBuilder configured(final String station, final Boolean enabled) {
        return new VirtualStationsBuilder().setVirtualStation(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.virtual.stations.VirtualStationBuilder()
                .setStation(new UnicastMac(station)).setEnabled(enabled).build()));
    }

    private List<String> violations(final CloudmacBuilder after) {
        return check.violations(after.build());
    }

    private static Set<Mac> macs(final String... texts) {
        return Arrays.stream(texts).map(Mac::parse).collect(Collectors.toSet());
    }

    @Test
    void anIdThatNobodyUsesIsValid() {
        foundVaps = macs("02:5a:00:00:12:35");
        found = macs(STATION, "02:5a:00:00:12:36");
        assertEquals(List.of(), violations(new CloudmacBuilder()));
        assertEquals(List.of(), violations(bound(STATION, "02:5a:00:00:12:37")
            .setVirtualStations(configured(STATION, true).build())));
    }

    @Test
    void theIdOfAVapIsRefused() {
        final var vaps = new VapsBuilder().setVap(BindingMap.of(
            new VapBuilder().setBssid(new Bssid(SAME_ID)).build())).build();
        assertEquals(List.of(OF_VAP), violations(bound(STATION).setVaps(vaps)));
        foundVaps = macs(SAME_ID);
        assertEquals(List.of(OF_VAP), violations(bound(STATION).setVaps(vaps)));
        assertEquals(List.of(OF_VAP), violations(bound(STATION)));
        assertEquals(List.of(), violations(new CloudmacBuilder().setVirtualStations(
            configured(STATION, true).build())), "it is not bound");
    }

    @Test
    void aPolicyOfTheVirtualStationItselfIsNoVap() {
        final var policy = new MobilityBuilder().setVap(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.mobility.VapBuilder()
                .setBssid(new Bssid(STATION)).build())).build();
        assertEquals(List.of(), violations(bound(STATION).setMobility(policy)));
    }

    @Test
    void theIdOfAnotherVirtualStationIsRefused() {
        assertEquals(List.of(OF_STATION), violations(bound(STATION, SAME_ID)), "once");
        assertEquals(List.of(OF_STATION), violations(bound(STATION)
            .setVirtualStations(configured(SAME_ID, null).build())));
        served = macs(SAME_ID);
        assertEquals(List.of(OF_STATION), violations(bound(STATION)));
        served = Set.of();
        found = macs(SAME_ID);
        assertEquals(List.of(OF_STATION), violations(bound(STATION)), "no WTP serves it yet");
        assertEquals(List.of(), violations(bound(STATION).setVirtualStations(configured(SAME_ID, false).build())),
            "a disabled one uses no id");
        assertEquals(List.of(OF_STATION), violations(bound(STATION, SAME_ID)
            .setVirtualStations(configured(SAME_ID, false).build())), "both are bound");
    }

    @Test
    void anAddressWithoutIdIsRefused() {
        assertEquals(List.of("virtual station 02:5a:00:00:ff:ff cannot be bound: an address that ends in ff:ff has no"
            + " id"), violations(bound("02:5a:00:00:ff:ff")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"03:5a:00:00:12:34", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00", "02:5A:00:00:12:34", ""})
    void anInvalidAddressIsRefused(final String text) {
        assertThrows(IllegalArgumentException.class, () -> new UnicastMac(text));
    }
}
