// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** When the engine computes the assignment again, and whom it notifies. */
class BindingEngineTest {
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final PortId VAP = new PortId("openflow:2", 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final ServingWtps OVERRIDE = new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.AUTOMATIC);

    private final ManualLoop loop = new ManualLoop();
    /** The tasks that the engine has registered with its sources. */
    private final List<Runnable> sources = new ArrayList<>();
    private Cloudmac configured = new CloudmacBuilder().build();
    private Learned learned = learnedBy(WTP1);
    private Network network = Network.EMPTY;
    private final FakeConfiguration configuration = new FakeConfiguration(() -> configured, sources);
    private final LearnedStore store = mock(LearnedStore.class);
    private final TopologyService topology = mock(TopologyService.class);
    private final FakeAdmission admission = new FakeAdmission();
    private final FakeVirtualStations virtualStations = new FakeVirtualStations();
    private final AntennaRefusals refusals = new AntennaRefusals();
    private BindingEngine engine;
    private int notified;

    @BeforeEach
    void start() {
        final Answer<Registration> register = call -> {
            final Runnable task = call.getArgument(0);
            sources.add(task);
            return () -> sources.remove(task);
        };
        when(store.learned()).thenAnswer(call -> learned);
        when(store.listen(any())).thenAnswer(register);
        when(topology.network()).thenAnswer(call -> network);
        when(topology.listenToNetwork(any())).thenAnswer(register);
        engine = newEngine();
    }

    private BindingEngine newEngine() {
        return new BindingEngine(loop, configuration, store, topology, admission, virtualStations, refusals);
    }

    private static Learned learnedBy(final Mac wtp) {
        return new Learned(Map.of(WTP1, P1, WTP2, P2),
            Map.of(BSSID, new Learned.KnownVap(VAP, RawSsid.of("cmac"), 2412, 100)),
            Map.of(KEY, wtp), Set.of());
    }

    private static Cloudmac configuredBy(final Mac wtp) {
        return new CloudmacBuilder().setBindings(new BindingsBuilder().setStation(BindingMap.of(
            new StationBuilder().setBssid(new Bssid(BSSID.toString()))
                .setStation(new UnicastMac(KEY.station().toString())).setWtp(new WtpId(wtp.toString())).build()))
            .build()).build();
    }

    /** Registers a listener and runs its first notification. */
    private Registration listen() {
        final Registration registration = engine.listen(() -> notified++);
        loop.run();
        notified = 0;
        return registration;
    }

    private void change() {
        List.copyOf(sources).forEach(Runnable::run);
    }

    private ServingWtps service() {
        return engine.assignment().stations().get(KEY);
    }

    @Test
    void theFirstAssignmentComesFromTheLearnedState() {
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service());
        assertEquals(Map.of(WTP1, P1, WTP2, P2), engine.assignment().wtps());
    }

    @Test
    void aNewListenerIsNotifiedOnceOnTheLoop() {
        engine.listen(() -> notified++);
        assertEquals(0, notified, "listeners run on the event loop only");
        loop.run();
        assertEquals(1, notified);
    }

    @Test
    void aChangeOfEachSourceIsComputedAndNotified() {
        listen();
        learned = learnedBy(WTP2);
        change();
        assertEquals(ServingWtps.by(WTP2, Origin.AUTOMATIC), service());
        assertEquals(1, notified, "the second and third source found nothing new");

        configured = configuredBy(WTP1);
        change();
        assertEquals(ServingWtps.by(WTP1, Origin.OPERATOR), service());
        assertEquals(2, notified);

        network = new Network(Set.of(), Map.of(), Set.of(InterSwitchLink.between(P2, new PortId("openflow:3", 1))));
        change();
        assertEquals(Set.of(WTP1), engine.assignment().wtps().keySet());
        assertEquals(3, notified);
    }

    @Test
    void anEventWithoutEffectIsNotNotified() {
        listen();
        network = new Network(Set.of("openflow:1"), Map.of(), Set.of());
        change();
        assertEquals(0, notified);
    }

    @Test
    void aDeregisteredListenerIsNotNotified() {
        listen().close();
        learned = learnedBy(WTP2);
        change();
        assertEquals(ServingWtps.by(WTP2, Origin.AUTOMATIC), service());
        assertEquals(0, notified);
    }

    @Test
    void anOverrideHoldsUntilItIsCleared() {
        listen();
        engine.override(KEY, OVERRIDE);
        assertEquals(OVERRIDE, service());
        learned = learnedBy(WTP2);
        change();
        assertEquals(OVERRIDE, service(), "the new binding applies when the handover ends");
        engine.clear(KEY);
        assertEquals(ServingWtps.by(WTP2, Origin.AUTOMATIC), service());
        assertEquals(2, notified);
    }

    /** The engine hears late of a binding that was stored. */
    @Test
    void anOverrideHoldsUntilTheStoredBindingIsKnown() {
        learned = learnedBy(WTP2);
        change();
        engine.override(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC));
        listen();
        engine.clearWhenStored(KEY, WTP1);
        assertEquals(WTP1, service().downlink(), "the old binding does not come back");
        learned = learnedBy(WTP1);
        change();
        learned = learnedBy(WTP2);
        change();
        assertEquals(WTP2, service().downlink(), "the override has ended");
        assertEquals(1, notified, "only the last change is one");
    }

    @Test
    void anOverrideHoldsUntilTheDatapathsHaveFollowed() {
        learned = learnedBy(WTP2);
        change();
        engine.override(KEY, OVERRIDE);
        engine.clearWhenStored(KEY, OVERRIDE.downlink());
        learned = learnedBy(OVERRIDE.downlink());
        change();
        loop.advance(HandoverOverrides.SETTLE.minusMillis(1));
        assertEquals(OVERRIDE, service(), "both WTPs still forward the uplink");
        loop.advance(Duration.ofMillis(1));
        assertEquals(ServingWtps.by(OVERRIDE.downlink(), Origin.AUTOMATIC), service());
    }

    /** A second handover to the same WTP begins before the first one has settled. */
    @Test
    void eachOverrideHasItsOwnTime() {
        engine.override(KEY, OVERRIDE);
        engine.clearWhenStored(KEY, OVERRIDE.downlink());
        learned = learnedBy(OVERRIDE.downlink());
        change();
        loop.advance(Duration.ofMillis(300));
        engine.override(KEY, OVERRIDE);
        engine.clearWhenStored(KEY, OVERRIDE.downlink());
        loop.advance(HandoverOverrides.SETTLE.minusMillis(1));
        assertEquals(OVERRIDE, service());
        loop.advance(Duration.ofMillis(1));
        assertEquals(ServingWtps.by(OVERRIDE.downlink(), Origin.AUTOMATIC), service());
    }

    @Test
    void anOverrideEndsWithTheBinding() {
        engine.override(KEY, OVERRIDE);
        engine.clearWhenStored(KEY, WTP2);
        learned = new Learned(learned.wtps(), learned.vaps(), Map.of(), Set.of());
        change();
        learned = learnedBy(WTP1);
        change();
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service());
    }

    @Test
    void anotherDecisionCountsAtTheLimit() {
        engine.override(KEY, OVERRIDE);
        engine.clearWhenStored(KEY, WTP1);
        engine.override(KEY, OVERRIDE);
        loop.advance(HandoverOverrides.STORED_LIMIT);
        assertEquals(OVERRIDE, service(), "a new handover has begun");
        engine.clearWhenStored(KEY, WTP2);
        assertEquals(OVERRIDE, service());
        loop.advance(HandoverOverrides.STORED_LIMIT);
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service());
    }

    @Test
    void clearingAnUnknownOverrideHasNoEffect() {
        listen();
        learned = learnedBy(WTP2);
        engine.clear(KEY);
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service());
        assertEquals(0, notified);
    }

    @Test
    void anOperatorsBindingWaitsUntilItsWtpIsAdmitted() {
        admission.refuse(WTP2);
        configured = configuredBy(WTP2);
        change();
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service(), "it keeps its binding until then");
        admission.refuse();
        assertEquals(ServingWtps.by(WTP2, Origin.OPERATOR), service());
    }

    @Test
    void anOperatorsBindingOfAnUnboundStationWaitsToo() {
        admission.refuse(WTP2);
        learned = new Learned(learned.wtps(), learned.vaps(), Map.of(), Set.of());
        configured = configuredBy(WTP2);
        change();
        assertEquals(Map.of(), engine.assignment().stations());
    }

    @Test
    void bindingsStayWhenASessionEnds() {
        admission.refuse(WTP1);
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service());
        configured = configuredBy(WTP2);
        change();
        listen();
        admission.refuse(WTP1, WTP2);
        assertEquals(ServingWtps.by(WTP2, Origin.OPERATOR), service());
        assertEquals(0, notified, "no rule changes");
    }

    @Test
    void anOperatorsBindingStaysWhereItIsIfTheNewWtpIsNotAdmitted() {
        configured = configuredBy(WTP2);
        change();
        admission.refuse(WTP1);
        configured = configuredBy(WTP1);
        change();
        assertEquals(ServingWtps.by(WTP2, Origin.OPERATOR), service());
        configured = new CloudmacBuilder().build();
        change();
        configured = configuredBy(WTP1);
        change();
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), service(), "a removed binding is no earlier one");
    }

    @Test
    void afterARestartTheOperatorsBindingsApplyBeforeTheSessionsOpen() {
        admission.refuse(WTP1, WTP2);
        configured = configuredBy(WTP2);
        assertEquals(ServingWtps.by(WTP2, Origin.OPERATOR), newEngine().assignment().stations().get(KEY));
    }

    @Test
    void afterARestartABindingToAWtpThatWasNeverAdmittedWaits() {
        final Mac stranger = Mac.parse("02:c1:0d:aa:00:03");
        admission.refuse(stranger);
        configured = configuredBy(stranger);
        assertEquals(ServingWtps.by(WTP1, Origin.AUTOMATIC), newEngine().assignment().stations().get(KEY));
    }

    @Test
    void closeEndsAllRegistrations() {
        assertEquals(3, sources.size());
        engine.close();
        assertEquals(List.of(), sources);
    }

    @Test
    void aVirtualStationGetsAWtpOnItsChannelThatDoesNotRefuseIt() {
        final Mac station = KEY.station();
        virtualStations.antennas.addAll(Set.of(WTP1, WTP2));
        virtualStations.radios.putAll(Map.of(WTP1, Set.of(2412), WTP2, Set.of(2437)));
        virtualStations.stations.put(station, VAP);
        virtualStations.channels.put(station, 2437);
        virtualStations.changed();
        assertEquals(Optional.of(ServingWtps.by(WTP2, Origin.AUTOMATIC)),
            engine.assignment().service(new VirtualClient(station)));
        refusals.add(station, WTP2, "full", 0);
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.AUTOMATIC)),
            engine.assignment().service(new VirtualClient(station)));
    }
}
