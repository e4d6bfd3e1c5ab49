// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.changes.ConfigurationEffects.Effect;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.WtpsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint8;

/** What a change would do to a station at WTP one, which hears it at -70 dBm, and WTP two at -62 dBm. */
class MobilityEffectsTest {
    private static final Mac BSSID = new Mac(0x02_c1_0d_00_00_01L);
    private static final Mac ONE = new Mac(0x02_a9_00_00_00_01L);
    private static final Mac TWO = new Mac(0x02_a9_00_00_00_02L);
    private static final Mac STATION = new Mac(0x02_5a_00_00_00_01L);
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final Cloudmac NOTHING = new CloudmacBuilder().build();

    private final Set<Mac> sessions = new HashSet<>(Set.of(ONE, TWO));
    private final ManualLoop loop = new ManualLoop();
    private MobilityEffects effects;

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenReturn(new Assignment(Map.of(ONE, PORT, TWO, PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, Set.of(ONE, TWO))),
            Map.of(new StationKey(BSSID, STATION), ServingWtps.by(ONE, Origin.AUTOMATIC)), Set.of()));
        final WtpControl control = mock(WtpControl.class);
        when(control.sessions()).thenReturn(sessions);
        final MobilityStatus signals = mock(MobilityStatus.class);
        when(signals.signals(any())).thenReturn(Map.of(ONE, signal(-70), TWO, signal(-62)));
        effects = new MobilityEffects(loop, assignments, signals, control, mock(AntennaRefusals.class));
    }

    private static StationSignal signal(final int dbm) {
        return new StationSignal(dbm, dbm, 9, Duration.ZERO);
    }

    private List<String> texts(final Cloudmac before, final Cloudmac after) throws Exception {
        final var asked = effects.effects(before, after).toCompletableFuture();
        loop.advance(Duration.ZERO);
        return asked.get(10, TimeUnit.SECONDS).stream().map(Effect::text).toList();
    }

    private static WtpId id(final Mac wtp) {
        return new WtpId(wtp.toString());
    }

    private static Cloudmac draining(final Mac wtp) {
        return new CloudmacBuilder().setWtps(new WtpsBuilder().setWtp(BindingMap.of(
            new WtpBuilder().setId(id(wtp)).setDraining(true).build())).build()).build();
    }

    private static Cloudmac hysteresis(final int decibels, final boolean observeOnly) {
        return new CloudmacBuilder().setMobility(new MobilityBuilder().setEnabled(true).setObserveOnly(observeOnly)
            .setHysteresis(Uint8.valueOf(decibels)).build()).build();
    }

    private static Cloudmac bound(final Mac wtp) {
        return new CloudmacBuilder().setBindings(new BindingsBuilder().setStation(BindingMap.of(new StationBuilder()
            .setBssid(new Bssid(BSSID.toString())).setStation(new UnicastMac(STATION.toString())).setWtp(id(wtp))
            .build())).build()).build();
    }

    private static Cloudmac transmitting(final Mac wtp) {
        return new CloudmacBuilder().setBindings(new BindingsBuilder().setVap(BindingMap.of(new VapBuilder()
            .setBssid(new Bssid(BSSID.toString())).setWtp(wtp == null ? null : Set.of(id(wtp))).build())).build())
            .build();
    }

    @Test
    void aDrainMovesTheStation() throws Exception {
        assertEquals(List.of("moves from " + ONE + " to " + TWO), texts(NOTHING, draining(ONE)));
        assertEquals(List.of(), texts(NOTHING, draining(TWO)));
        assertEquals(List.of(), texts(draining(ONE), draining(ONE)));
        sessions.remove(TWO);
        assertEquals(List.of("stays at " + ONE + ": no other WTP can serve it"), texts(NOTHING, draining(ONE)));
    }

    @Test
    void onlyADifferentVerdictIsAnEffect() throws Exception {
        assertEquals(List.of("moves from " + ONE + " to " + TWO), texts(hysteresis(9, false), hysteresis(6, false)));
        assertEquals(List.of("stays at " + ONE + ", because no other WTP is better by the hysteresis"),
            texts(hysteresis(6, false), hysteresis(9, false)));
        assertEquals(List.of("stays at " + ONE + ", because mobility only observes; else it would move to " + TWO),
            texts(hysteresis(6, false), hysteresis(6, true)));
        assertEquals(List.of(), texts(hysteresis(9, false), hysteresis(12, false)));
    }

    @Test
    void aBindingMovesTheStationIfTheWtpMayServeIt() throws Exception {
        assertEquals(List.of("moves from " + ONE + " to " + TWO), texts(NOTHING, bound(TWO)));
        assertEquals(List.of("stays at " + ONE), texts(NOTHING, bound(ONE)));
        assertEquals(List.of(), texts(bound(TWO), bound(TWO)));
        sessions.remove(TWO);
        assertEquals(List.of("stays at " + ONE + " until " + TWO
            + " has a session, transmits its VAP and does not drain"), texts(NOTHING, bound(TWO)));
    }

    @Test
    void aWtpThatNoLongerTransmitsTheVapLosesTheStation() throws Exception {
        final List<String> lost =
            List.of("loses " + ONE + ", which no longer transmits its VAP; its next frame binds it anew");
        assertEquals(lost, texts(NOTHING, transmitting(TWO)));
        assertEquals(lost, texts(transmitting(ONE), transmitting(null)));
        assertEquals(List.of(), texts(NOTHING, transmitting(ONE)));
        assertEquals(List.of(), texts(transmitting(TWO), transmitting(TWO)));
    }
}
