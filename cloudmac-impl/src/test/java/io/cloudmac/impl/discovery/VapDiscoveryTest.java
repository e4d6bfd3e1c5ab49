// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.FakeVirtualStations;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.RefusedVaps.RefusalReason;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Beacon;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.RadioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.SettingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapHostsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.VapsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vap.hosts.VapHostBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The learned port of a VAP with beacons from another port, and the changes that copies of its beacons show. */
class VapDiscoveryTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final PortId PORT = new PortId("openflow:2", 2);
    private static final PortId ELSEWHERE = new PortId("openflow:1", 2);
    private static final Beacon BEACON = new Beacon(BSSID, RawSsid.of("cloudmac"), 2412, 100);

    private final ManualLoop loop = new ManualLoop();
    private final FrameCounters counters = new FrameCounters();
    private final Map<Mac, Learned.KnownVap> vaps = new HashMap<>();
    private final Activity activity = mock(Activity.class);
    private final LearnedStore learned = mock(LearnedStore.class);
    private final FakeConfiguration configuration = new FakeConfiguration();
    private final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
    private final List<RefusedVap> refused = new ArrayList<>();
    private Runnable configured;
    private Set<String> connected = Set.of(PORT.node(), ELSEWHERE.node());
    private final FakeVirtualStations virtualStations = new FakeVirtualStations();
    private VapDiscovery discovery;
    /** When the datastore commits. */
    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);
    /** When the datastore commits a removal. */
    private CompletableFuture<Void> removed = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> lastWrite = CompletableFuture.completedFuture(null);
    private int puts;

    @BeforeEach
    void start() {
        when(learned.learned()).thenAnswer(call -> new Learned(Map.of(), Map.copyOf(vaps), Map.of(), Set.of()));
        when(learned.putVap(any(), any())).thenAnswer(call -> {
            puts++;
            return write(() -> vaps.put(call.getArgument(0), call.getArgument(1)));
        });
        doAnswer(call -> write(() -> vaps.computeIfPresent(call.getArgument(0),
            (bssid, vap) -> vap.withHost(call.getArgument(1))))).when(learned).putHost(any(), any());
        doAnswer(call -> write(() -> vaps.computeIfPresent(call.getArgument(0),
            (bssid, vap) -> vap.withFrequency(call.getArgument(1))))).when(learned).putFrequency(any(), anyInt());
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> new Network(connected, Map.of(), Set.of()));
        when(learned.removeVap(any())).thenAnswer(call -> {
            final Mac gone = call.getArgument(0);
            return removed.thenRun(() -> vaps.remove(gone));
        });
        configured = configuration::runListeners;
        discovery = new VapDiscovery(loop, counters, learned, configuration, topology, activity, hosted,
            virtualStations);
        when(activity.isVapActive(BSSID)).thenReturn(true);
        setLastSeen(0);
        discovery.onBeacon(PORT, BEACON);
        loop.run();
        discovery.listenToRefused(refused::add);
    }

    /** Commits a change after the earlier ones. */
    private CompletableFuture<Void> write(final Runnable change) {
        lastWrite = CompletableFuture.allOf(lastWrite, commit).thenRun(change);
        return lastWrite;
    }

    private void setLastSeen(final int secondsAgo) {
        when(activity.vapLastSeen(BSSID)).thenReturn(Optional.of(Instant.now().minusSeconds(secondsAgo)));
    }

    private PortId portAfterBeaconElsewhere() {
        discovery.onBeacon(ELSEWHERE, BEACON);
        return vaps.get(BSSID).port();
    }

    @Test
    void aVirtualStationKeepsItsIdFromAVapThatOnlyBeaconsShow() {
        final Mac station = Mac.parse("02:5a:00:00:56:78");
        final Mac vap = Mac.parse("02:00:00:00:56:78");
        virtualStations.stations.put(station, PORT);
        discovery.onBeacon(ELSEWHERE, new Beacon(vap, RawSsid.of("library"), 2412, 100));
        assertEquals(List.of(new RefusedVap(vap, ELSEWHERE, RawSsid.of("library"), RefusalReason.VAP_ID_IN_USE,
            Optional.of(station))), refused);
        assertEquals(Set.of(BSSID), vaps.keySet());
        virtualStations.stations.clear();
        discovery.onBeacon(ELSEWHERE, new Beacon(vap, RawSsid.of("library"), 2412, 100));
        loop.run();
        assertEquals(Set.of(BSSID, vap), vaps.keySet());
    }

    @Test
    void theWidthIsThatOfTheLastBeaconAtItsPort() {
        assertEquals(20, discovery.width(BSSID));
        discovery.onBeaconCopy(PORT, new Beacon(BSSID, BEACON.ssid(), 2412, 100, 40));
        discovery.onBeaconCopy(ELSEWHERE, new Beacon(BSSID, BEACON.ssid(), 2412, 100, 80));
        discovery.onBeacon(ELSEWHERE, new Beacon(BSSID, BEACON.ssid(), 2412, 100, 80));
        assertEquals(40, discovery.width(BSSID));
        discovery.onBeacon(PORT, BEACON);
        assertEquals(20, discovery.width(BSSID));
        assertEquals(0, discovery.width(Mac.parse("02:00:00:00:56:78")));
    }

    @Test
    void aVapThatIsBeingStoredIsKnown() {
        final Mac next = Mac.parse("02:00:00:00:56:78");
        puts = 0;
        commit = new CompletableFuture<>();
        when(activity.isVapActive(next)).thenReturn(true);
        beacon(next, "library", PORT);
        beacon(next, "library", PORT);
        assertEquals(1, puts, "the second beacon shows nothing new");
        beacon(next, "library", ELSEWHERE);
        beacon(Mac.parse("02:00:00:00:9a:bc"), "library", ELSEWHERE);
        assertEquals(Map.of("beacon-elsewhere", 1L, "ssid-taken", 1L), counters.refused());
        commit.complete(null);
        loop.run();
        assertEquals(Set.of(BSSID, next), vaps.keySet());
    }

    @Test
    void aVapThatCouldNotBeStoredIsNew() {
        final Mac next = Mac.parse("02:00:00:00:56:78");
        puts = 0;
        commit = CompletableFuture.failedFuture(new IllegalStateException("datastore"));
        beacon(next, "library", PORT);
        loop.run();
        beacon(next, "library", PORT);
        assertEquals(2, puts);
    }

    @Test
    void anActiveVapDoesNotMove() {
        setLastSeen(60);
        assertEquals(PORT, portAfterBeaconElsewhere(), "its switch may only be slow to answer");
        assertEquals(Map.of("beacon-elsewhere", 1L), counters.refused());
    }

    @Test
    void aSilentVapMayHaveMoved() {
        when(activity.isVapActive(BSSID)).thenReturn(false);
        assertEquals(ELSEWHERE, portAfterBeaconElsewhere());
    }

    @Test
    void aVapOfADisconnectedSwitchMayHaveMovedAfterTenSeconds() {
        connected = Set.of(ELSEWHERE.node());
        setLastSeen(9);
        assertEquals(PORT, portAfterBeaconElsewhere());
        setLastSeen(11);
        assertEquals(ELSEWHERE, portAfterBeaconElsewhere());
    }

    @Test
    void aVapOfUnknownActivityDoesNotMove() {
        connected = Set.of(ELSEWHERE.node());
        when(activity.vapLastSeen(BSSID)).thenReturn(Optional.empty());
        assertEquals(PORT, portAfterBeaconElsewhere());
    }

    @Test
    void onlyAConfiguredVapReplacesADiscoveredOne() {
        final Bssid same = new Bssid("02:00:00:01:12:34");
        configuration.set(new CloudmacBuilder().setRadio(new RadioBuilder()
            .setVap(BindingMap.of(new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.radio.VapBuilder()
                .setBssid(same).build())).build()).build());
        configured.run();
        assertEquals(Set.of(BSSID), vaps.keySet());
        configuration.set(new CloudmacBuilder().setVaps(new VapsBuilder()
            .setVap(BindingMap.of(new VapBuilder().setBssid(same).build())).build()).build());
        configured.run();
        assertEquals(Set.of(), vaps.keySet());
    }

    @Test
    void aRemovalForAConfiguredVapIsRepeatedIfTheDatastoreRefuses() {
        configuration.set(new CloudmacBuilder().setVaps(new VapsBuilder().setVap(
            BindingMap.of(new VapBuilder().setBssid(new Bssid("02:00:00:01:12:34")).build())).build()).build());
        removed = CompletableFuture.failedFuture(new IllegalStateException("no leader"));
        configured.run();
        loop.run();
        assertEquals(Set.of(BSSID), vaps.keySet());
        removed = CompletableFuture.completedFuture(null);
        loop.advance(Duration.ofSeconds(5));
        assertEquals(Set.of(), vaps.keySet());
    }

    @Test
    void aRefusedBeaconIsReportedOnceWhileItContinues() {
        final RefusedVap expected = RefusedVap.inUse(BSSID, ELSEWHERE, RawSsid.of("cloudmac"), BSSID);
        for (int seconds = 0; seconds < 180; seconds += 10) {
            assertEquals(PORT, portAfterBeaconElsewhere());
            assertEquals(List.of(expected), List.copyOf(discovery.refusedVaps()));
            loop.advance(Duration.ofSeconds(10));
        }
        assertEquals(List.of(expected), refused);
        loop.advance(Duration.ofSeconds(60));
        assertEquals(List.of(), List.copyOf(discovery.refusedVaps()));
        portAfterBeaconElsewhere();
        assertEquals(List.of(expected, expected), refused);
    }

    @Test
    void aVapIdInUseIsNotTakenOver() {
        final Mac same = Mac.parse("02:00:00:01:12:34");
        discovery.onBeacon(ELSEWHERE, new Beacon(same, RawSsid.of("other"), 2412, 100));
        discovery.onBeacon(PORT, new Beacon(same, RawSsid.of("other"), 2412, 100));
        assertEquals(Set.of(BSSID), vaps.keySet());
        assertEquals(Set.of(RefusedVap.inUse(same, ELSEWHERE, RawSsid.of("other"), BSSID),
            RefusedVap.inUse(same, PORT, RawSsid.of("other"), BSSID)), Set.copyOf(refused));
        assertEquals(Map.of("vap-id-taken", 2L), counters.refused());
    }

    @Test
    void aFloodOfForgedBssidsUsesBoundedMemory() {
        for (int i = 0; i < 10_000; i++) {
            discovery.onBeacon(ELSEWHERE,
                new Beacon(new Mac(0x0200_0000_1234L + ((long) i << 16)), RawSsid.of("x"), 2412, 100));
        }
        assertEquals(RefusalMemory.MAX_REFUSED, discovery.refusedVaps().size());
    }

    private Learned.KnownVap vapAfterCopies(final PortId port, final Beacon... beacons) {
        for (final Beacon beacon : beacons) {
            discovery.onBeaconCopy(port, beacon);
        }
        return vaps.get(BSSID);
    }

    @Test
    void twoEqualCopiesChangeChannelAndSsid() {
        final Beacon other = new Beacon(BSSID, RawSsid.of("cloudmac"), 2462, 100);
        assertEquals(new Learned.KnownVap(PORT, RawSsid.of("cloudmac"), 2462, 100), vapAfterCopies(PORT, other, other));
        final Beacon renamed = new Beacon(BSSID, RawSsid.of("campus"), 2462, 200);
        assertEquals(new Learned.KnownVap(PORT, RawSsid.of("campus"), 2462, 200),
            vapAfterCopies(PORT, renamed, renamed));
    }

    @Test
    void aSingleDifferentCopyChangesNothing() {
        final Learned.KnownVap known = vaps.get(BSSID);
        final Beacon late = new Beacon(BSSID, RawSsid.of("cloudmac"), 2462, 100);
        final Beacon later = new Beacon(BSSID, RawSsid.of("cloudmac"), 2437, 100);
        assertEquals(known, vapAfterCopies(PORT, late, BEACON, late, later, late));
    }

    @Test
    void anUnchangedCopyIsIgnored() {
        // Each sign of life computes all rules again, and the copies arrive many times a second.
        clearInvocations(activity, learned);
        vapAfterCopies(PORT, BEACON, BEACON, BEACON);
        verify(activity, never()).beaconSeen(any());
        verify(learned, never()).putVap(any(), any());
    }

    @Test
    void copiesFromAnotherPortOrOfAnUnknownVapAreRefused() {
        final Learned.KnownVap known = vaps.get(BSSID);
        final Beacon changed = new Beacon(BSSID, RawSsid.of("cloudmac"), 2462, 100);
        final Beacon strange = new Beacon(Mac.parse("02:00:00:00:56:78"), RawSsid.of("cloudmac"), 2462, 100);
        assertEquals(known, vapAfterCopies(ELSEWHERE, changed, changed));
        vapAfterCopies(PORT, strange, strange);
        assertEquals(Map.of(BSSID, known), vaps);
        assertEquals(Map.of("beacon-elsewhere", 4L), counters.refused());
    }

    private void configure(final SettingsBuilder settings, final String... hosts) {
        configuration.set(new CloudmacBuilder().setSettings(settings.build())
            .setVapHosts(new VapHostsBuilder().setVapHost(Stream.of(hosts).map(host -> new VapHostBuilder()
                .setName(new VapHostName(host)).setAddress("192.0.2.1").build()).collect(BindingMap.toMap())).build())
            .build());
        configured.run();
    }

    private void beacon(final Mac bssid, final String ssid, final PortId port) {
        discovery.onBeacon(port, new Beacon(bssid, RawSsid.of(ssid), 2412, 100));
    }

    @Test
    void aSessionAdmitsItsVapAtAnyPort() {
        final Mac other = Mac.parse("02:00:00:00:56:78");
        configure(new SettingsBuilder().setVapsNeedSession(true), "north");
        beacon(other, "new", ELSEWHERE);
        assertEquals(Set.of(BSSID), vaps.keySet());
        assertEquals(List.of(new RefusedVap(other, ELSEWHERE, RawSsid.of("new"), RefusalReason.NO_SESSION,
            Optional.empty())), refused);
        assertEquals(Map.of("vap-without-session", 1L), counters.refused());
        hosted.name("north", other);
        beacon(other, "new", ELSEWHERE);
        assertEquals(new Learned.KnownVap(ELSEWHERE, RawSsid.of("new"), 2412, 100, "north"), vaps.get(other));
        assertEquals(List.of(), List.copyOf(discovery.refusedVaps()), "it is accepted now");
    }

    @Test
    void theHostOfAKnownVapIsStored() {
        hosted.name("north", BSSID);
        assertEquals("north", vaps.get(BSSID).host());
        final Beacon other = new Beacon(BSSID, RawSsid.of("cloudmac"), 2462, 100);
        hosted.close(BSSID);
        assertEquals(new Learned.KnownVap(PORT, RawSsid.of("cloudmac"), 2462, 100, "north"),
            vapAfterCopies(PORT, other, other));
    }

    @Test
    void theHostDoesNotReplaceAChannelThatIsBeingStored() {
        commit = new CompletableFuture<>();
        final Beacon other = new Beacon(BSSID, RawSsid.of("renamed"), 2462, 100);
        vapAfterCopies(PORT, other, other);
        hosted.name("north", BSSID);
        commit.complete(null);
        assertEquals(new Learned.KnownVap(PORT, RawSsid.of("renamed"), 2462, 100, "north"), vaps.get(BSSID));
    }

    @Test
    void aHostThatWasNotStoredIsStoredLater() {
        hosted.name("north", BSSID);
        vaps.put(BSSID, vaps.get(BSSID).withHost(""));
        loop.advance(Duration.ofSeconds(5));
        assertEquals("north", vaps.get(BSSID).host());
    }

    @Test
    void withoutItsSessionAVapStaysAtItsPortOnly() {
        configure(new SettingsBuilder(), "north");
        hosted.name("north", BSSID);
        hosted.close(BSSID);
        clearInvocations(activity);
        beacon(BSSID, "cloudmac", PORT);
        verify(activity).beaconSeen(BSSID);
        when(activity.isVapActive(BSSID)).thenReturn(false);
        assertEquals(PORT, portAfterBeaconElsewhere());
        assertEquals(RefusalReason.NO_SESSION, refused.get(0).reason());
        hosted.name("north", BSSID);
        assertEquals(ELSEWHERE, portAfterBeaconElsewhere());
    }

    @Test
    void aSessionDoesNotMoveAnActiveVap() {
        hosted.name("north", BSSID);
        assertEquals(PORT, portAfterBeaconElsewhere(), "a session proves no port");
    }

    @Test
    void aNamedVapReplacesAnUnprovenOneWithItsId() {
        final Mac same = Mac.parse("02:00:00:01:12:34");
        hosted.name("north", same);
        beacon(same, "other", ELSEWHERE);
        assertEquals(Set.of(same), vaps.keySet());
        hosted.name("south", BSSID);
        configure(new SettingsBuilder(), "north");
        beacon(BSSID, "cloudmac", PORT);
        assertEquals(Set.of(same), vaps.keySet(), "another session names the one that is there");
    }

    @Test
    void aNamedVapGetsThePlaceOfOneThatOnlyBeaconsShow() {
        final Mac other = Mac.parse("02:00:00:00:56:78");
        final Mac silent = Mac.parse("02:00:01:00:00:07");
        when(activity.isVapActive(any())).thenReturn(true);
        when(activity.isVapActive(silent)).thenReturn(false);
        for (int i = 0; vaps.size() < VapDiscovery.MAX_VAPS; i++) {
            vaps.put(new Mac(0x0200_0100_0000L + i), new Learned.KnownVap(ELSEWHERE, RawSsid.of("forged"), 2412, 100));
        }
        beacon(other, "new", PORT);
        assertEquals(Map.of("too-many-vaps", 1L), counters.refused());
        hosted.name("north", other);
        beacon(other, "new", PORT);
        assertEquals("north", vaps.get(other).host());
        assertFalse(vaps.containsKey(silent), "the one that no longer sends");
        assertEquals(VapDiscovery.MAX_VAPS, vaps.size());
    }

    @Test
    void beaconsAloneShowOnlyAShareOfTheVapsAtAPort() {
        final Mac other = Mac.parse("02:00:00:00:56:78");
        for (int i = 0; i < VapDiscovery.MAX_UNNAMED_OF_PORT; i++) {
            vaps.put(new Mac(0x0200_0100_0000L + i), new Learned.KnownVap(ELSEWHERE, RawSsid.of("forged"), 2412, 100));
        }
        beacon(other, "new", ELSEWHERE);
        assertFalse(vaps.containsKey(other));
        assertEquals(Map.of("too-many-vaps-at-port", 1L), counters.refused());
        beacon(other, "new", PORT);
        assertEquals(PORT, vaps.get(other).port());
        final Mac named = Mac.parse("02:00:00:00:9a:bc");
        hosted.name("north", named);
        beacon(named, "new", ELSEWHERE);
        assertEquals("north", vaps.get(named).host());
    }

    @Test
    void aHostWithMoreThanItsShareGivesAPlaceUp() {
        final Mac other = Mac.parse("02:00:00:00:56:78");
        configure(new SettingsBuilder(), "north", "south", "east");
        final Learned.KnownVap north = new Learned.KnownVap(ELSEWHERE, RawSsid.of("n"), 2412, 100, "north");
        for (int i = 0; i < VapHostDirectory.MAX_VAPS_OF_HOST; i++) {
            vaps.put(new Mac(0x0200_0100_0000L + i), north);
        }
        vaps.put(BSSID, vaps.get(BSSID).withHost("east"));
        final Set<Mac> ofEast = new HashSet<>();
        for (int i = 0; vaps.size() < VapDiscovery.MAX_VAPS; i++) {
            final Mac bssid = new Mac(0x0200_0200_0000L + i);
            vaps.put(bssid, new Learned.KnownVap(ELSEWHERE, RawSsid.of("e"), 2412, 100, "east"));
            ofEast.add(bssid);
        }
        hosted.nameAll("east", ofEast);
        hosted.name("south", other);
        beacon(other, "new", PORT);
        assertFalse(vaps.containsKey(BSSID), "the only one of the largest host that its session no longer names");
        assertEquals("south", vaps.get(other).host());
        final Mac next = Mac.parse("02:00:00:00:9a:bc");
        hosted.name("south", next);
        beacon(next, "new", PORT);
        assertFalse(vaps.containsKey(next), "a host within its limit loses none while it has no session");
        assertEquals(Map.of("too-many-vaps", 1L), counters.refused());
    }

    @Test
    void anAutomaticVapNeedsAnAllowedPort() {
        final Mac other = Mac.parse("02:00:00:00:56:78");
        configure(new SettingsBuilder().setAutomaticVapPort(Set.of(new SwitchPort(PORT.toString()))));
        beacon(other, "new", ELSEWHERE);
        assertEquals(Map.of("vap-port-not-allowed", 1L), counters.refused());
        beacon(other, "new", PORT);
        assertEquals(Set.of(BSSID, other), vaps.keySet());
    }

    @Test
    void anSsidInUseNeedsASession() {
        final Mac twin = Mac.parse("02:00:00:00:56:78");
        beacon(twin, "cloudmac", ELSEWHERE);
        assertEquals(Set.of(BSSID), vaps.keySet());
        assertEquals(Map.of("ssid-taken", 1L), counters.refused());
        hosted.name("north", twin);
        beacon(twin, "cloudmac", ELSEWHERE);
        assertEquals(Set.of(BSSID, twin), vaps.keySet());
    }

    @Test
    void theSessionKnowsTheChannelBetterThanTheBeacon() {
        hosted.name("north", BSSID, 5975);
        loop.run();
        assertEquals(5975, vaps.get(BSSID).frequency());
        discovery.onBeaconCopy(PORT, BEACON);
        discovery.onBeaconCopy(PORT, BEACON);
        loop.run();
        assertEquals(5975, vaps.get(BSSID).frequency(), "its beacons still say 2412");
        hosted.name("north", BSSID, 6015);
        loop.run();
        assertEquals(6015, vaps.get(BSSID).frequency());
        hosted.name("north", BSSID, 0);
        discovery.onBeaconCopy(PORT, BEACON);
        discovery.onBeaconCopy(PORT, BEACON);
        loop.run();
        assertEquals(2412, vaps.get(BSSID).frequency(), "the session no longer knows it");
    }

    @Test
    void aBeaconWithoutChannelDoesNotChangeAKnownOne() {
        final Beacon without = new Beacon(BSSID, RawSsid.of("cloudmac"), 0, 100);
        assertEquals(2412, vapAfterCopies(PORT, without, without).frequency());
        final Mac next = Mac.parse("02:00:00:00:56:78");
        discovery.onBeacon(ELSEWHERE, new Beacon(next, RawSsid.of("other"), 0, 100));
        loop.run();
        assertEquals(0, vaps.get(next).frequency());
    }

    @Test
    void twoSsidsThatAreNoTextAreNotOne() {
        final Mac next = Mac.parse("02:00:00:00:56:78");
        beacon(BSSID, "\\xce\\xf7\\xb0\\xb2", PORT);
        beacon(next, "\\xb1\\xb1\\xbe\\xa9", ELSEWHERE);
        assertEquals(Set.of(BSSID, next), vaps.keySet());
        assertEquals(Map.of(), counters.refused());
        beacon(Mac.parse("02:00:00:00:9a:bc"), "\\xb1\\xb1\\xbe\\xa9", ELSEWHERE);
        assertEquals(Map.of("ssid-taken", 1L), counters.refused());
    }

    @Test
    void theRefusalNamesTheVapWithTheSsid() {
        beacon(Mac.parse("02:00:00:00:56:78"), "cloudmac", ELSEWHERE);
        assertEquals(Optional.of(BSSID), refused.get(0).holder());
        assertEquals("its SSID is in use by " + BSSID + ", and shared-ssids is false", refused.get(0).reasonText());
    }

    @Test
    void theSsidOfAVapThatHasLongBeenSilentIsFree() {
        final Mac next = Mac.parse("02:00:00:00:56:78");
        setLastSeen(599);
        beacon(next, "cloudmac", ELSEWHERE);
        assertEquals(Set.of(BSSID), vaps.keySet());
        setLastSeen(601);
        beacon(next, "cloudmac", ELSEWHERE);
        assertEquals(Set.of(BSSID, next), vaps.keySet());
    }

    @Test
    void aVapThatASessionNamedKeepsItsSsidWhileItIsSilent() {
        final Mac next = Mac.parse("02:00:00:00:56:78");
        setLastSeen(601);
        configure(new SettingsBuilder(), "north");
        vaps.put(BSSID, new Learned.KnownVap(PORT, RawSsid.of("cloudmac"), 2412, 100, "north"));
        beacon(next, "cloudmac", ELSEWHERE);
        assertEquals(Set.of(BSSID), vaps.keySet());
    }

    @Test
    void aVapThatChangesToAnSsidInUseIsRemoved() {
        final Mac twin = Mac.parse("02:00:00:00:56:78");
        beacon(twin, "innocent", ELSEWHERE);
        discovery.onBeaconCopy(ELSEWHERE, new Beacon(twin, RawSsid.of("cloudmac"), 2412, 100));
        assertEquals(Set.of(BSSID, twin), vaps.keySet());
        discovery.onBeaconCopy(ELSEWHERE, new Beacon(twin, RawSsid.of("cloudmac"), 2412, 100));
        assertEquals(Set.of(BSSID), vaps.keySet());
    }
}
