// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.WtpsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.StationPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.RadioRate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The refusals of ambiguous VAP ids, unknown WTPs and empty radio rules. */
class IdentityCheckTest {
    private static final Bssid BSSID = new Bssid("02:00:00:00:12:34");
    private static final WtpId ONE = new WtpId("02:c1:0d:aa:00:01");
    private static final WtpId TWO = new WtpId("02:c1:0d:aa:00:02");

    private Set<Mac> found = Set.of();
    private final IdentityCheck check = new IdentityCheck(() -> Set.of(Mac.parse(ONE.getValue())), () -> found);

    private static Vap vap(final String bssid) {
        return new VapBuilder().setBssid(new Bssid(bssid)).build();
    }

    /** The datastore keeps no empty list. */
    private static Cloudmac bound(final WtpId... wtps) {
        return new CloudmacBuilder().setBindings(new BindingsBuilder().setVap(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder()
                .setBssid(BSSID).setWtp(wtps.length == 0 ? null : Set.of(wtps)).build())).build()).build();
    }

    private void refused(final String why, final Cloudmac configuration) {
        final List<String> violations = check.violations(configuration);
        assertEquals(1, violations.size(), violations.toString());
        assertTrue(violations.get(0).contains(why), violations.toString());
    }

    @Test
    void anEmptyConfigurationIsValid() {
        assertEquals(List.of(), check.violations(new CloudmacBuilder().build()));
    }

    @Test
    void twoVapsMustNotShareAVapId() {
        refused("share the VAP id 1234", new CloudmacBuilder().setVaps(new VapsBuilder()
            .setVap(BindingMap.of(vap("02:00:00:00:12:34"), vap("02:00:00:01:12:34"))).build()).build());
    }

    @Test
    void aVapNamedByABindingCounts() {
        refused("share the VAP id 1234", new CloudmacBuilder(bound(ONE)).setVaps(new VapsBuilder()
            .setVap(BindingMap.of(vap("02:00:00:01:12:34"))).build()).build());
    }

    @Test
    void anUnknownBssidDoesNotReplaceADiscoveredVap() {
        found = Set.of(Mac.parse("02:00:00:01:12:34"));
        refused("02:00:00:00:12:34 is unknown and shares its VAP id with 02:00:00:01:12:34", bound(ONE));
        assertEquals(List.of(), check.violations(new CloudmacBuilder(bound(ONE)).setVaps(new VapsBuilder()
            .setVap(BindingMap.of(vap("02:00:00:00:12:34"))).build()).build()), "configured VAPs win");
        found = Set.of(Mac.parse("02:00:00:00:12:34"));
        assertEquals(List.of(), check.violations(bound(ONE)));
    }

    @Test
    void anUnknownWtpIsRefused() {
        refused("unknown WTP " + TWO.getValue(), bound(ONE, TWO));
        final var configured = new WtpsBuilder().setWtp(BindingMap.of(new WtpBuilder().setId(TWO).build())).build();
        assertEquals(List.of(), check.violations(new CloudmacBuilder(bound(ONE, TWO)).setWtps(configured).build()));
    }

    @Test
    void anUnknownWtpOfAVirtualStationIsRefused() {
        final var binding = new VirtualStationBuilder().setStation(new UnicastMac("02:5a:00:00:00:01"));
        final Cloudmac wrong = new CloudmacBuilder().setBindings(new BindingsBuilder().setVirtualStation(
            BindingMap.of(binding.setWtp(TWO).build())).build()).build();
        refused("virtual station 02:5a:00:00:00:01 cannot be bound to unknown WTP " + TWO.getValue(), wrong);
        final var configured = new WtpsBuilder().setWtp(BindingMap.of(new WtpBuilder().setId(TWO).build())).build();
        assertEquals(List.of(), check.violations(new CloudmacBuilder(wrong).setWtps(configured).build()));
        assertEquals(List.of(), check.violations(new CloudmacBuilder().setBindings(new BindingsBuilder()
            .setVirtualStation(BindingMap.of(binding.setWtp(ONE).build())).build()).build()));
    }

    @Test
    void aBindingWithoutAWtpIsValid() {
        assertEquals(List.of(), check.violations(bound()));
    }

    @Test
    void aStationsWtpMustRadiateItsVap() {
        final var station = new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.StationBuilder()
            .setBssid(BSSID).setStation(new UnicastMac("02:5a:00:00:00:01")).setWtp(ONE).build();
        refused("does not radiate", new CloudmacBuilder().setBindings(
            new BindingsBuilder(bound().getBindings()).setStation(BindingMap.of(station)).build()).build());
    }

    @Test
    void aRateMustBeAMultipleOf500() {
        refused("not a multiple of 500", radio(new RadioRate(Uint32.valueOf(12001))));
        refused("neither rate nor power", radio(null));
        assertEquals(List.of(), check.violations(radio(new RadioRate(Uint32.valueOf(12000)))));
    }

    @Test
    void aRuleOfAUserPriorityMustSetSomethingToo() {
        refused("neither rate nor power", ofPriority(null));
        refused("not a multiple of 500", ofPriority(new RadioRate(Uint32.valueOf(12001))));
        assertEquals(List.of(), check.violations(ofPriority(new RadioRate(Uint32.valueOf(12000)))));
    }

    private static Cloudmac ofPriority(final RadioRate rate) {
        return new CloudmacBuilder().setRadio(new RadioBuilder().setStationPriority(BindingMap.of(
            new StationPriorityBuilder().setBssid(BSSID).setStation(new UnicastMac("02:5a:00:00:00:01"))
                .setUserPriority(new UserPriority(Uint8.valueOf(5))).setRate(rate).build())).build()).build();
    }

    private static Cloudmac radio(final RadioRate rate) {
        return new CloudmacBuilder().setRadio(new RadioBuilder().setVap(BindingMap.of(
            new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapBuilder()
                .setBssid(BSSID).setRate(rate).build())).build()).build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"03:00:00:00:12:34", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00", "02:00:00:00:ff:ff",
        "02:00:00:00:12", "02:00:00:00:AB:CD", "020000001234", ""})
    void anInvalidBssidIsRefused(final String text) {
        assertThrows(IllegalArgumentException.class, () -> new Bssid(text));
    }
}
