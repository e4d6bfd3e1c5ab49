// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.BindingEngine;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.FakeVirtualStations;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.LeaseService.RefusalListener;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.discovery.WtpDirectory.WtpListener;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** Which WTP a virtual station gets when WTPs refuse its lease, with the engine that assigns it. */
class AntennaFailoverTest {
    private static final PortId P1 = new PortId("openflow:1", 1);
    private static final PortId P2 = new PortId("openflow:1", 2);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:0a");
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final String FULL = "ack.lease: phy0 holds all its 8 leases (-32002)";

    private final ManualLoop loop = new ManualLoop();
    private final AntennaRefusals refusals = new AntennaRefusals();
    private final SteeringLog log = new SteeringLog();
    private final FakeVirtualStations virtualStations = new FakeVirtualStations();
    private final LeaseService leases = mock(LeaseService.class);
    private final WtpDirectory directory = mock(WtpDirectory.class);
    private final AtomicReference<RefusalListener> leaseListener = new AtomicReference<>();
    private final AtomicReference<WtpListener> wtpListener = new AtomicReference<>();
    private Cloudmac configured = new CloudmacBuilder().build();
    private BindingEngine engine;

    @BeforeEach
    void start() {
        final Registration registration = () -> { };
        final FakeConfiguration configuration = new FakeConfiguration(() -> configured);
        final LearnedStore store = mock(LearnedStore.class);
        when(store.learned()).thenReturn(new Learned(Map.of(WTP1, P1, WTP2, P2), Map.of(), Map.of(), Set.of()));
        when(store.listen(any())).thenReturn(registration);
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenReturn(Network.EMPTY);
        when(topology.listenToNetwork(any())).thenReturn(registration);
        when(leases.listenToRefusals(any())).thenAnswer(call -> {
            leaseListener.set(call.getArgument(0));
            return registration;
        });
        when(directory.listen(any())).thenAnswer(call -> {
            wtpListener.set(call.getArgument(0));
            return registration;
        });
        virtualStations.antennas.addAll(Set.of(WTP1, WTP2));
        virtualStations.stations.put(STATION, new PortId("openflow:2", 1));
        engine = new BindingEngine(loop, configuration, store, topology, new FakeAdmission(), virtualStations,
            refusals);
        new AntennaFailover(loop, leases, directory, engine, refusals, log);
        assertEquals(WTP1, serving());
    }

    private Mac serving() {
        return engine.assignment().service(new VirtualClient(STATION)).map(ServingWtps::downlink).orElse(null);
    }

    private void refuse(final Mac wtp) {
        leaseListener.get().leaseChanged(Lease.ofVirtualStation(wtp, STATION), Optional.of(FULL));
        loop.run();
    }

    private void announce(final Mac wtp) {
        wtpListener.get().wtpChanged(new Announcement(wtp, Duration.ofSeconds(1), "", List.of(), List.of()));
        loop.run();
    }

    @Test
    void anotherWtpServesAVirtualStationThatIsRefused() {
        refuse(WTP1);
        assertEquals(WTP2, serving());
        assertEquals(Map.of(WTP1, FULL), refusals.of(STATION));
        final LoggedDecision decision = log.decisions().get(0);
        assertEquals(new VirtualClient(STATION), decision.client());
        assertEquals(WTP1, decision.from());
        assertEquals(WTP2, decision.to());
        assertEquals(Reason.LEASE_REFUSED, decision.trigger().reason());
        assertEquals(SteeringResult.doneAfter(FULL), decision.result());
    }

    @Test
    void itStaysAtTheNewWtpWhenTheRefusalExpires() {
        refuse(WTP1);
        loop.advance(AntennaRefusals.FIRST_LIFETIME.plus(MOMENT));
        assertEquals(Map.of(), refusals.of(STATION));
        assertEquals(WTP2, serving());
        assertEquals(1, log.decisions().size());
    }

    @Test
    void ifAllRefuseItStaysUntilOneRefusalIsOver() {
        refuse(WTP1);
        refuse(WTP2);
        assertEquals(WTP2, serving(), "its lease is requested there");
        loop.advance(AntennaRefusals.FIRST_LIFETIME.minus(MOMENT));
        refuse(WTP2);
        assertEquals(WTP2, serving());
        loop.advance(MOMENT.multipliedBy(2));
        assertEquals(WTP1, serving(), "another attempt");
        assertEquals(WTP2, log.decisions().get(1).from());
        refuse(WTP1);
        assertEquals(WTP1, serving());
        assertEquals(2, log.decisions().size());
    }

    @Test
    void itDoesNotAlternateBetweenWtpsThatRefuseItAgainAndAgain() {
        final Duration renewal = Duration.ofSeconds(10);
        final int[] moves = new int[4];
        for (int halfHour = 0; halfHour < moves.length; halfHour++) {
            final int before = log.decisions().size();
            for (int i = 0; i < Duration.ofMinutes(30).dividedBy(renewal); i++) {
                final Mac asked = serving();
                refuse(asked);
                if (!asked.equals(serving())) {
                    refuse(serving());
                }
                loop.advance(renewal);
            }
            moves[halfHour] = log.decisions().size() - before;
        }
        assertTrue(moves[0] > moves[1] && moves[0] <= 14, "a lifetime of 30 s alone is 60 moves: " + moves[0]);
        assertTrue(moves[3] >= 2 && moves[3] <= 6, "each WTP is tried every 10 minutes: " + moves[3]);
    }

    @Test
    void aWtpThatAppearsServesAVirtualStationThatIsRefused() {
        virtualStations.antennas.remove(WTP2);
        virtualStations.changed();
        refuse(WTP1);
        assertEquals(WTP1, serving());
        virtualStations.antennas.add(WTP2);
        virtualStations.changed();
        assertEquals(WTP2, serving());
        assertEquals(List.of(SteeringResult.doneAfter(FULL)),
            log.decisions().stream().map(LoggedDecision::result).toList());
        assertEquals(WTP1, log.decisions().get(0).from());
    }

    @Test
    void aHandoverOrTheLossOfTheWtpIsNoFailover() {
        virtualStations.leases.put(WTP2, 0);
        virtualStations.changed();
        refuse(WTP1);
        final VirtualClient key = new VirtualClient(STATION);
        for (final ServingWtps service : List.of(new ServingWtps(WTP1, Set.of(WTP1, WTP2), Origin.AUTOMATIC),
                new ServingWtps(WTP2, Set.of(WTP1, WTP2), Origin.AUTOMATIC), ServingWtps.by(WTP2, Origin.AUTOMATIC))) {
            engine.override(key, service);
        }
        engine.clear(key);
        assertEquals(WTP2, serving());
        assertEquals(List.of(), log.decisions(), "the handover logs itself");
        refuse(WTP2);
        virtualStations.antennas.remove(WTP2);
        refusals.remove(STATION, WTP1);
        virtualStations.changed();
        assertEquals(WTP1, serving());
        assertEquals(List.of(), log.decisions());
    }

    @Test
    void theRefusalsEndWithTheVirtualStation() {
        refuse(WTP1);
        virtualStations.stations.remove(STATION);
        virtualStations.changed();
        loop.advance(MOMENT);
        assertEquals(Map.of(), refusals.of(STATION));
        refuse(WTP1);
        assertEquals(Map.of(), refusals.of(STATION), "a late answer");
    }

    @Test
    void aWtpThatAnnouncesAChangeIsTriedAgain() {
        refuse(WTP1);
        refuse(WTP2);
        announce(WTP1);
        assertEquals(WTP1, serving());
        assertEquals(Map.of(WTP2, FULL), refusals.of(STATION));
    }

    @Test
    void aGrantedLeaseEndsTheRefusal() {
        virtualStations.antennas.remove(WTP2);
        virtualStations.changed();
        refuse(WTP1);
        assertEquals(WTP1, serving(), "there is no other WTP");
        assertEquals(List.of(), log.decisions());
        leaseListener.get().leaseChanged(Lease.ofVirtualStation(WTP1, STATION), Optional.empty());
        loop.run();
        assertEquals(Map.of(), refusals.of(STATION));
    }

    @Test
    void theOperatorsBindingStaysAndShowsTheReason() {
        configured = new CloudmacBuilder().setBindings(new BindingsBuilder().setVirtualStation(BindingMap.of(
            new VirtualStationBuilder().setStation(new UnicastMac(STATION.toString()))
                .setWtp(new WtpId(WTP1.toString())).build())).build()).build();
        refuse(WTP1);
        assertEquals(WTP1, serving());
        assertEquals(Map.of(WTP1, FULL), refusals.of(STATION));
    }

    @Test
    void aRefusedVapIsNoBusinessOfVirtualStations() {
        leaseListener.get().leaseChanged(new Lease(WTP1, STATION, 2412), Optional.of(FULL));
        loop.run();
        assertEquals(WTP1, serving());
        assertEquals(Map.of(), refusals.of(STATION));
    }
}
