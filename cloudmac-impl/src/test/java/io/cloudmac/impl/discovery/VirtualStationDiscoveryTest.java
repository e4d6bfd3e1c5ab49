// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VirtualStationsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.virtual.stations.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

class VirtualStationDiscoveryTest {
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final PortId OTHER = new PortId("openflow:1", 2);
    private static final PortId ELSEWHERE = new PortId("openflow:2", 2);
    private static final PortId TRUNK = new PortId("openflow:1", 3);
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac SAME_ID = Mac.parse("02:5a:99:00:0a:01");
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");

    private final ManualLoop loop = new ManualLoop();
    private final LearnedStore learned = mock(LearnedStore.class);
    private final FakeConfiguration configuration = new FakeConfiguration(() -> this.configured);
    private final TopologyService topology = mock(TopologyService.class);
    private final List<WtpDirectory.WtpListener> wtps = new ArrayList<>();
    private Learned known = Learned.NOTHING;
    private Cloudmac configured = new CloudmacBuilder().build();
    private Set<String> connected = Set.of("openflow:1");
    private VirtualStationDiscovery discovery;
    private Runnable restart;
    private int changes;

    @BeforeEach
    void start() {
        final WtpDirectory directory = mock(WtpDirectory.class);
        when(directory.listen(any())).thenAnswer(call -> {
            wtps.add(call.getArgument(0));
            return (Registration) () -> { };
        });
        when(learned.learned()).thenAnswer(call -> known);
        when(learned.listen(any())).thenReturn(() -> { });
        when(topology.network()).thenAnswer(call -> new Network(connected, Map.of(),
            Set.of(InterSwitchLink.between(TRUNK, new PortId("openflow:2", 1)))));
        restart = () -> {
            discovery = new VirtualStationDiscovery(loop, new FrameCounters(), learned, configuration, topology,
                directory);
            discovery.listen(() -> changes++);
        };
        restart.run();
    }

    private void hello(final Mac station, final PortId port) {
        discovery.onHello(port, new StationHello(station, StationHello.AWAKE, 2412, Mac.NULL, RawSsid.NONE));
    }

    private Optional<String> problem(final Mac station) {
        return discovery.seen().stream().filter(seen -> seen.hello().station().equals(station)).findAny()
            .orElseThrow().problem();
    }

    @Test
    void aHelloShowsAVirtualStationAndSilenceItsEnd() {
        hello(STATION, PORT);
        assertEquals(Map.of(STATION, PORT), discovery.virtualStations());
        assertEquals(Set.of(STATION), discovery.knownVirtualStations());
        assertEquals(1, changes);
        loop.advance(Duration.ofSeconds(9));
        hello(STATION, PORT);
        loop.advance(Duration.ofSeconds(9));
        assertEquals(Set.of(STATION), discovery.virtualStations().keySet());
        assertEquals(1, changes, "a known one changes nothing");
        loop.advance(Duration.ofSeconds(3));
        assertEquals(Map.of(), discovery.virtualStations());
        assertEquals(2, changes);
    }

    @Test
    void aDisconnectedSwitchShowsNoEnd() {
        hello(STATION, PORT);
        connected = Set.of();
        loop.advance(Duration.ofMinutes(1));
        assertEquals(Set.of(STATION), discovery.virtualStations().keySet());
    }

    @Test
    void oneThatMigratesFromADeadSwitchIsAcceptedAfterAGrace() {
        hello(STATION, PORT);
        connected = Set.of("openflow:2");
        loop.advance(VirtualStationDiscovery.DISCONNECT_GRACE.minus(Duration.ofSeconds(1)));
        hello(STATION, ELSEWHERE);
        assertEquals(PORT, discovery.virtualStations().get(STATION), "its switch may be back soon");
        loop.advance(Duration.ofSeconds(2));
        hello(STATION, ELSEWHERE);
        assertEquals(ELSEWHERE, discovery.virtualStations().get(STATION));
        assertEquals(Optional.empty(), problem(STATION));
        connected = Set.of("openflow:1", "openflow:2");
        hello(STATION, PORT);
        assertEquals(ELSEWHERE, discovery.virtualStations().get(STATION), "the new port keeps it");
    }

    @Test
    void afterARestartTheSwitchesHaveMoreTimeToConnect() {
        known = new Learned(Map.of(), Map.of(), Map.of(), Set.of(),
            Map.of(STATION, new Learned.KnownVirtualStation(PORT, WTP)));
        connected = Set.of("openflow:2");
        restart.run();
        loop.advance(VirtualStationDiscovery.RESTART.minus(Duration.ofSeconds(1)));
        hello(STATION, ELSEWHERE);
        assertEquals(PORT, discovery.virtualStations().get(STATION));
        loop.advance(Duration.ofSeconds(2));
        hello(STATION, ELSEWHERE);
        assertEquals(ELSEWHERE, discovery.virtualStations().get(STATION));
    }

    @Test
    void thoseOfADeadSwitchMakeRoomForNewOnes() {
        for (int i = 0; i < VirtualStationDiscovery.MAX_STATIONS; i++) {
            hello(station(i), new PortId("openflow:1", 10 + i % 4));
            loop.skip(Duration.ofNanos(1));
        }
        connected = Set.of("openflow:2");
        hello(STATION, ELSEWHERE);
        assertEquals(Optional.of("there are 1024 virtual stations"), problem(STATION));
        loop.advance(VirtualStationDiscovery.DISCONNECT_GRACE.plus(Duration.ofSeconds(1)));
        hello(STATION, ELSEWHERE);
        assertEquals(ELSEWHERE, discovery.virtualStations().get(STATION));
        assertEquals(VirtualStationDiscovery.MAX_STATIONS, discovery.virtualStations().size());
        assertFalse(discovery.virtualStations().containsKey(station(0)), "the one with the oldest hello goes");
    }

    @Test
    void theFirstOneWithAnAddressOrAnIdKeepsIt() {
        hello(STATION, PORT);
        hello(STATION, OTHER);
        hello(SAME_ID, OTHER);
        assertEquals(Map.of(STATION, PORT), discovery.virtualStations());
        assertEquals(Optional.empty(), problem(STATION));
        assertEquals(Optional.of("virtual station " + STATION + " has its id"), problem(SAME_ID));
        assertEquals(Map.of(STATION, OTHER, SAME_ID, OTHER), discovery.refused().stream()
            .collect(Collectors.toMap(seen -> seen.hello().station(), Seen::port)));
        assertEquals(Optional.of("its address is in use at " + PORT), discovery.refused().stream()
            .filter(seen -> seen.hello().station().equals(STATION)).findAny().orElseThrow().problem());
        loop.advance(Duration.ofSeconds(12));
        hello(SAME_ID, OTHER);
        assertEquals(Map.of(SAME_ID, OTHER), discovery.virtualStations(), "the first one is gone");
        assertEquals(Optional.empty(), problem(SAME_ID));
    }

    @Test
    void aVapHasPrecedence() {
        hello(STATION, PORT);
        known = new Learned(Map.of(),
            Map.of(SAME_ID, new Learned.KnownVap(OTHER, RawSsid.of("ssid"), 2412, 100)), Map.of(),
            Set.of());
        loop.advance(Duration.ofSeconds(1));
        assertEquals(Map.of(), discovery.virtualStations());
        hello(STATION, PORT);
        assertEquals(Optional.of("VAP " + SAME_ID + " has its id"), problem(STATION));
    }

    @Test
    void hellosBetweenSwitchesCountForNothing() {
        hello(STATION, TRUNK);
        assertTrue(discovery.seen().isEmpty());
    }

    @Test
    void theSettingThatRequiresSessionsRefusesAll() {
        configured = new CloudmacBuilder().setSettings(new SettingsBuilder().setVapsNeedSession(true).build()).build();
        hello(STATION, PORT);
        assertEquals(Map.of(), discovery.virtualStations());
        assertTrue(problem(STATION).orElseThrow().contains("session"));
        loop.advance(Duration.ofSeconds(62));
        assertTrue(discovery.seen().isEmpty(), "a refusal is shown for a minute");
    }

    @Test
    void onlyWtpsWithARadioForThemAreAntennas() {
        announce(Announcement.Radio.ACTIVE_MONITOR);
        assertEquals(Set.of(), discovery.antennas());
        announce(Announcement.Radio.ACTIVE_MONITOR | Announcement.Radio.SERVES_STATIONS);
        assertEquals(Set.of(WTP), discovery.antennas());
        wtps.get(0).wtpLost(WTP);
        loop.run();
        assertEquals(Set.of(), discovery.antennas());
        assertEquals(2, changes);
    }

    private void announce(final int flags) {
        wtps.get(0).wtpChanged(new Announcement(WTP, Duration.ofSeconds(1), "wtp1", List.of(),
            List.of(new Announcement.Radio(0, WTP, 2412, 20, 20, flags, 8, 1))));
        loop.run();
    }

    @Test
    void aRestartForgetsNoneThatGoesOn() {
        known = new Learned(Map.of(), Map.of(), Map.of(), Set.of(),
            Map.of(STATION, new Learned.KnownVirtualStation(PORT, WTP)));
        restart.run();
        assertEquals(Map.of(STATION, PORT), discovery.virtualStations());
        assertEquals(Set.of(WTP), discovery.antennas());
        loop.advance(Duration.ofSeconds(5));
        assertEquals(List.of(Optional.empty()), discovery.seen().stream().map(Seen::seen).toList(), "no hello came");
        hello(STATION, PORT);
        assertTrue(discovery.seen().iterator().next().seen().isPresent());
        loop.advance(Duration.ofSeconds(8));
        assertEquals(Set.of(STATION), discovery.virtualStations().keySet());
        assertEquals(Set.of(WTP), discovery.antennas());
        loop.advance(VirtualStationDiscovery.RESTART);
        assertEquals(Set.of(), discovery.antennas(), "the WTP has not been announced again");
    }

    @Test
    void aSwitchThatConnectsLateAfterARestartKeepsItsVirtualStations() {
        known = new Learned(Map.of(), Map.of(), Map.of(), Set.of(),
            Map.of(STATION, new Learned.KnownVirtualStation(PORT, WTP)));
        connected = Set.of();
        restart.run();
        loop.advance(Duration.ofSeconds(30));
        connected = Set.of("openflow:1");
        loop.advance(VirtualStationDiscovery.SILENCE.minus(Duration.ofSeconds(1)));
        assertEquals(Set.of(STATION), discovery.virtualStations().keySet());
        loop.advance(Duration.ofSeconds(3));
        assertEquals(Set.of(), discovery.virtualStations().keySet(), "no hello came");
    }

    @Test
    void theConfigurationDisablesAVirtualStation() {
        hello(STATION, PORT);
        configured = new CloudmacBuilder().setVirtualStations(new VirtualStationsBuilder().setVirtualStation(
            BindingMap.of(new VirtualStationBuilder().setStation(new UnicastMac(STATION.toString()))
                .setEnabled(false).build())).build()).build();
        loop.advance(Duration.ofSeconds(1));
        assertEquals(Map.of(), discovery.virtualStations());
        final List<Mac> refused = new ArrayList<>();
        discovery.listenToRefused(seen -> refused.add(seen.hello().station()));
        hello(STATION, PORT);
        hello(STATION, PORT);
        assertEquals(Optional.of("the configuration disables it"), problem(STATION));
        assertEquals(List.of(STATION), refused, "it is reported once");
    }

    @Test
    void theLeasesOfAllItsRadiosForVirtualStationsCount() {
        announce(Announcement.Radio.SERVES_STATIONS);
        assertEquals(8, discovery.leases(WTP));
        assertEquals(0, discovery.leases(STATION));
        assertEquals(Set.of(2412), discovery.channels(WTP));
        assertEquals(Set.of(), discovery.channels(STATION));
    }

    @Test
    void theNextHelloIsAwaited() {
        hello(STATION, PORT);
        final CompletableFuture<StationHello> next = discovery.nextHello(STATION).toCompletableFuture();
        assertFalse(next.isDone());
        hello(STATION, PORT);
        assertEquals(STATION, next.join().station());
    }

    @Test
    void whoeverAwaitsAVirtualStationThatGoesLearnsWhy() {
        hello(STATION, PORT);
        final CompletableFuture<StationHello> next = discovery.nextHello(STATION).toCompletableFuture();
        loop.advance(Duration.ofSeconds(12));
        assertEquals("virtual station " + STATION + " is gone: no hello for 10 s", failure(next));
        assertEquals("virtual station " + STATION + " is gone",
            failure(discovery.nextHello(STATION).toCompletableFuture()));
    }

    private static String failure(final CompletableFuture<StationHello> future) {
        assertTrue(future.isCompletedExceptionally());
        return assertThrows(CompletionException.class, future::join).getCause().getMessage();
    }

    private static Mac station(final int number) {
        return Mac.parse(String.format("02:5a:00:01:%02x:%02x", number >> 8, number & 0xff));
    }

    @Test
    void aPortHasALimitedNumberOfVirtualStations() {
        for (int i = 0; i <= VirtualStationDiscovery.MAX_STATIONS_OF_PORT; i++) {
            hello(station(i), PORT);
        }
        assertEquals(256, discovery.virtualStations().size());
        assertEquals(Optional.of("there are 256 virtual stations at its port"), problem(station(256)));
        hello(station(0), PORT);
        assertEquals(Optional.empty(), problem(station(0)), "a known one stays");
        hello(station(256), OTHER);
        assertEquals(OTHER, discovery.virtualStations().get(station(256)), "other ports have room");
    }

    @Test
    void noneMovesToAPortThatIsFull() {
        hello(station(0), OTHER);
        loop.advance(VirtualStationDiscovery.SILENCE);
        for (int i = 1; i <= VirtualStationDiscovery.MAX_STATIONS_OF_PORT; i++) {
            hello(station(i), PORT);
        }
        loop.skip(Duration.ofMillis(500));
        hello(station(0), PORT);
        assertEquals(OTHER, discovery.virtualStations().get(station(0)));
    }

    @Test
    void eachKnownVirtualStationCanHaveAMeter() {
        assertTrue(Meter.KNOWN_HELLOS.count() >= VirtualStationDiscovery.MAX_STATIONS);
    }

    @Test
    void aRefusedOneIsReportedDespiteAFloodFromAnotherPort() {
        final List<Mac> refused = new ArrayList<>();
        discovery.listenToRefused(seen -> refused.add(seen.hello().station()));
        configured = new CloudmacBuilder().setSettings(new SettingsBuilder().setVapsNeedSession(true).build()).build();
        for (int i = 0; i < 1000; i++) {
            hello(station(i), PORT);
        }
        hello(STATION, OTHER);
        assertTrue(refused.contains(STATION));
        for (int i = 0; i < 1000; i++) {
            hello(station(i), PORT);
        }
        assertTrue(problem(STATION).isPresent());
        assertEquals(256, discovery.seen().size());
    }

    @Test
    void theChannelOfAVirtualStationIsThatOfItsBss() {
        hello(STATION, PORT);
        assertEquals(0, discovery.channel(STATION), "it has no BSS");
        discovery.onHello(PORT, new StationHello(STATION, StationHello.AWAKE, 2412, WTP, RawSsid.NONE));
        assertEquals(2412, discovery.channel(STATION));
        assertEquals(0, discovery.channel(SAME_ID));
    }

    @Test
    void aNewChannelOfAWtpIsAChange() {
        final int before = changes;
        for (final int frequency : List.of(2412, 2437, 2437)) {
            wtps.get(0).wtpChanged(new Announcement(WTP, Duration.ofSeconds(1), "wtp1", List.of(), List.of(
                new Announcement.Radio(0, WTP, frequency, 20, 20, Announcement.Radio.SERVES_STATIONS, 8, 1),
                new Announcement.Radio(1, WTP, 5180, 20, 20, Announcement.Radio.ACTIVE_MONITOR, 8, 2))));
            loop.run();
        }
        assertEquals(Set.of(2437), discovery.channels(WTP));
        assertEquals(8, discovery.leases(WTP));
        assertEquals(2, changes - before);
    }
}
