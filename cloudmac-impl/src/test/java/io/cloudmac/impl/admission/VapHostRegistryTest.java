// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.discovery.VapHostDirectory.RivalClaim;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The changes that the registry of hosted VAPs reports. */
class VapHostRegistryTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:00:01");

    private final ManualLoop loop = new ManualLoop();
    private final LearnedStore learned = mock(LearnedStore.class);
    private int changes;

    private VapHostRegistry registry(final Learned before) {
        when(learned.learned()).thenReturn(before);
        return new VapHostRegistry(loop, learned);
    }

    @Test
    void theChannelOfAVapIsThatOfItsHost() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        registry.vapsNamed("north", Map.of(BSSID, 2412));
        loop.run();
        registry.vapsNamed("south", Map.of(BSSID, 5180));
        loop.run();
        assertEquals(2412, registry.frequency(BSSID), "a rival's word does not count");
        final int before = changes;
        registry.vapsNamed("north", Map.of(BSSID, 2437));
        loop.run();
        assertEquals(2437, registry.frequency(BSSID));
        assertEquals(before + 1, changes);
        registry.sessionClosed("north");
        loop.run();
        assertEquals(0, registry.frequency(BSSID));
    }

    @Test
    void aVapWaitsForTheHostThatItHadBeforeARestart() {
        final Learned.KnownVap vap = new Learned.KnownVap(new PortId("openflow:2", 2), RawSsid.of("net"), 2412, 100);
        final VapHostRegistry registry =
            registry(new Learned(Map.of(), Map.of(BSSID, vap.withHost("north")), Map.of(), Set.of()));
        registry.vapsNamed("south", Map.of(BSSID, 2412));
        loop.run();
        assertEquals(Optional.empty(), registry.host(BSSID));
        assertEquals(Map.of(BSSID, Set.of("south")), registry.rivals());
    }

    @Test
    void aHostHasOneWaitingChange() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        for (int i = 0; i < 1000; i++) {
            registry.vapsNamed("north", Map.of());
            registry.vapsNamed("north", Map.of(BSSID, 2412));
        }
        loop.run();
        assertEquals(Optional.of("north"), registry.host(BSSID));
        assertEquals(1, changes);
    }

    @Test
    void theVapsAboveTheLimitOfAHostAreReported() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        final Set<Mac> bssids = new HashSet<>();
        for (int i = 0; i < VapHostDirectory.MAX_VAPS_OF_HOST; i++) {
            bssids.add(new Mac(BSSID.value() + i));
        }
        registry.vapsNamed("north", bssids.stream().collect(Collectors.toMap(each -> each, each -> 0)));
        loop.run();
        assertEquals(Map.of(), registry.surplus());
        final Mac further = new Mac(BSSID.value() - 1);
        bssids.add(further);
        registry.vapsNamed("north", bssids.stream().collect(Collectors.toMap(each -> each, each -> 0)));
        loop.run();
        assertEquals(Map.of("north", 1), registry.surplus());
        assertEquals(Optional.empty(), registry.host(further));
        assertEquals(2, changes);
    }

    @Test
    void aRivalIsReportedOnceWhileItComesAndGoes() {
        final RivalClaim claim = new RivalClaim(BSSID, "north", "south");
        final List<RivalClaim> reported = new ArrayList<>();
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listenToRivals(reported::add);
        registry.vapsNamed("north", Map.of(BSSID, 2412));
        loop.run();
        for (int seconds = 0; seconds < 180; seconds += 10) {
            registry.vapsNamed("south", Map.of(BSSID, 2412));
            loop.advance(Duration.ofSeconds(5));
            registry.vapsNamed("south", Map.of());
            loop.advance(Duration.ofSeconds(5));
        }
        assertEquals(List.of(claim), reported);
        loop.advance(RivalMemory.KEPT);
        registry.vapsNamed("south", Map.of(BSSID, 2412));
        loop.advance(Duration.ofMinutes(3));
        assertEquals(List.of(claim, claim), reported);
    }

    @Test
    void theHostThatWaitsForItsSessionIsReported() {
        final List<RivalClaim> reported = new ArrayList<>();
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.vapsNamed("north", Map.of(BSSID, 2412));
        loop.run();
        registry.sessionClosed("north");
        registry.listenToRivals(reported::add).close();
        registry.listenToRivals(reported::add);
        registry.vapsNamed("south", Map.of(BSSID, 2412));
        loop.run();
        assertEquals(List.of(new RivalClaim(BSSID, "north", "south")), reported);
    }

    @Test
    void eachChangeIsReportedOnce() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        registry.vapsNamed("north", Map.of(BSSID, 2412));
        registry.vapsNamed("north", Map.of(BSSID, 2412));
        loop.run();
        assertEquals(Optional.of("north"), registry.host(BSSID));
        assertEquals(1, changes);
        registry.vapsNamed("south", Map.of(BSSID, 2412));
        loop.run();
        assertEquals(Map.of(BSSID, Set.of("south")), registry.rivals());
        registry.sessionClosed("north");
        loop.run();
        assertEquals(Optional.empty(), registry.host(BSSID));
        loop.advance(VapClaims.KEPT.plus(Duration.ofSeconds(5)));
        assertEquals(Optional.of("south"), registry.host(BSSID));
        assertEquals(4, changes);
        registry.hostRemoved("south");
        loop.run();
        assertEquals(Optional.empty(), registry.host(BSSID));
    }
}
