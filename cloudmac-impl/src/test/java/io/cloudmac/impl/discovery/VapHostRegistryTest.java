// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.HostedVaps.RivalClaim;
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
    void aVapWaitsForTheHostThatItHadBeforeARestart() {
        final Learned.KnownVap vap = new Learned.KnownVap(new PortId("openflow:2", 2), RawSsid.of("net"), 1, 100);
        final VapHostRegistry registry =
            registry(new Learned(Map.of(), Map.of(BSSID, vap.withHost("north")), Map.of(), Set.of()));
        registry.vapsNamed("south", Set.of(BSSID));
        loop.run();
        assertEquals(Optional.empty(), registry.host(BSSID));
        assertEquals(Map.of(BSSID, Set.of("south")), registry.rivals());
    }

    @Test
    void aHostHasOneWaitingChange() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        for (int i = 0; i < 1000; i++) {
            registry.vapsNamed("north", Set.of());
            registry.vapsNamed("north", Set.of(BSSID));
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
        for (int i = 0; i < HostedVaps.MAX_VAPS_OF_HOST; i++) {
            bssids.add(new Mac(BSSID.value() + i));
        }
        registry.vapsNamed("north", bssids);
        loop.run();
        assertEquals(Map.of(), registry.surplus());
        final Mac further = new Mac(BSSID.value() - 1);
        bssids.add(further);
        registry.vapsNamed("north", bssids);
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
        registry.vapsNamed("north", Set.of(BSSID));
        loop.run();
        for (int seconds = 0; seconds < 180; seconds += 10) {
            registry.vapsNamed("south", Set.of(BSSID));
            loop.advance(Duration.ofSeconds(5));
            registry.vapsNamed("south", Set.of());
            loop.advance(Duration.ofSeconds(5));
        }
        assertEquals(List.of(claim), reported);
        loop.advance(RivalMemory.KEPT);
        registry.vapsNamed("south", Set.of(BSSID));
        loop.advance(Duration.ofMinutes(3));
        assertEquals(List.of(claim, claim), reported);
    }

    @Test
    void theHostThatWaitsForItsSessionIsReported() {
        final List<RivalClaim> reported = new ArrayList<>();
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.vapsNamed("north", Set.of(BSSID));
        loop.run();
        registry.sessionClosed("north");
        registry.listenToRivals(reported::add).close();
        registry.listenToRivals(reported::add);
        registry.vapsNamed("south", Set.of(BSSID));
        loop.run();
        assertEquals(List.of(new RivalClaim(BSSID, "north", "south")), reported);
    }

    @Test
    void eachChangeIsReportedOnce() {
        final VapHostRegistry registry = registry(Learned.NOTHING);
        registry.listen(() -> changes++);
        registry.vapsNamed("north", Set.of(BSSID));
        registry.vapsNamed("north", Set.of(BSSID));
        loop.run();
        assertEquals(Optional.of("north"), registry.host(BSSID));
        assertEquals(1, changes);
        registry.vapsNamed("south", Set.of(BSSID));
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
