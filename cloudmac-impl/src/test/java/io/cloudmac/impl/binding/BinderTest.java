// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.WtpsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The assignment of VAPs and stations, from configuration, learned state and network. */
class BinderTest {
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final PortId VAP = new PortId("openflow:2", 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final Learned LEARNED = new Learned(Map.of(WTP1, P1, WTP2, P2),
        Map.of(BSSID, new Learned.KnownVap(VAP, RawSsid.of("cmac"), 2412, 100)), Map.of(KEY, WTP1), Set.of());

    private static Assignment assign(final DesiredBindings desired) {
        return Binder.assign(desired, LEARNED, Network.EMPTY, Map.of(), Map.of());
    }

    private static DesiredBindings desired(final Map<Mac, Boolean> vaps, final Set<Mac> disabled,
            final Map<Mac, Set<Mac>> radiators, final Map<StationKey, Mac> stations) {
        return new DesiredBindings(BindingSettings.DEFAULT, vaps, Set.of(), disabled, Set.of(), radiators, stations,
            Map.of());
    }

    @Test
    void aDiscoveredVapIsRadiatedByAllWtps() {
        assertEquals(new Assignment.Vap(VAP, 2412, Set.of(WTP1, WTP2)), assign(DesiredBindings.NONE).vaps().get(BSSID));
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), assign(DesiredBindings.NONE).stations().get(KEY));
    }

    @Test
    void onlyTheOperatorsWtpsRadiateAVap() {
        final Assignment assignment = assign(desired(Map.of(), Set.of(), Map.of(BSSID, Set.of(WTP2)), Map.of()));
        assertEquals(Set.of(WTP2), assignment.vaps().get(BSSID).wtps());
        assertNull(assignment.stations().get(KEY), "its WTP no longer radiates the VAP");
    }

    @Test
    void theOperatorsBindingOverridesTheAutomaticOne() {
        assertEquals(ServingWtps.by(WTP2, Origin.OPERATOR),
            assign(desired(Map.of(), Set.of(), Map.of(), Map.of(KEY, WTP2))).stations().get(KEY));
    }

    @Test
    void aStationBoundToADisabledWtpIsNotServedElsewhere() {
        assertNull(assign(desired(Map.of(), Set.of(WTP2), Map.of(), Map.of(KEY, WTP2))).stations().get(KEY));
    }

    @Test
    void disabledWtpsAndVapsServeNoStation() {
        assertEquals(Set.of(WTP2),
            assign(desired(Map.of(), Set.of(WTP1), Map.of(), Map.of())).vaps().get(BSSID).wtps());
        assertEquals(Set.of(),
            assign(desired(Map.of(BSSID, false), Set.of(), Map.of(), Map.of())).vaps().get(BSSID).wtps());
    }

    @Test
    void noWtpIsAtAnInterSwitchPort() {
        final Network network = new Network(Set.of(), Map.of(),
            Set.of(InterSwitchLink.between(P2, new PortId("openflow:3", 1))));
        assertEquals(Map.of(WTP1, P1), Binder.assign(DesiredBindings.NONE, LEARNED, network, Map.of(),
            Map.of()).wtps());
    }

    @Test
    void aHandoverOverridesTheBinding() {
        final ServingWtps both = new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.AUTOMATIC);
        final Assignment assignment = Binder.assign(DesiredBindings.NONE, LEARNED, Network.EMPTY,
            Map.of(KEY, both), Map.of());
        assertEquals(both, assignment.stations().get(KEY));
    }

    @Test
    void aHandoverDoesNotBindAnUnboundStation() {
        final Learned forgotten = new Learned(LEARNED.wtps(), LEARNED.vaps(), Map.of(), Set.of());
        assertNull(Binder.assign(DesiredBindings.NONE, forgotten, Network.EMPTY,
            Map.of(KEY, ServingWtps.by(WTP2, Origin.AUTOMATIC)), Map.of()).stations().get(KEY));
    }

    @Test
    void aDrainingWtpKeepsItsStations() {
        final DesiredBindings desired =
            DesiredBindings.of(new CloudmacBuilder().setWtps(new WtpsBuilder().setWtp(BindingMap.of(
                new WtpBuilder().setId(new WtpId(WTP1.toString())).setDraining(true).build())).build()).build());
        final Assignment assignment = assign(desired);
        assertEquals(Set.of(WTP1), assignment.draining());
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), assignment.stations().get(KEY));
    }

    @Test
    void probesOfStationsThatAreNotBoundAreAnswered() {
        final StationKey stranger = new StationKey(KEY.bssid(), Mac.parse("02:5a:00:00:00:99"));
        final Assignment assignment = Binder.assign(DesiredBindings.NONE, LEARNED, Network.EMPTY, Map.of(),
            Map.of(stranger, WTP1, KEY, WTP1));
        assertEquals(Map.of(stranger, WTP1), assignment.probes());
        assertEquals(Set.of(KEY), assignment.stations().keySet());
    }
}
