// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * VAPs that need the leases of a WTP with two slots, and of another with one. The keeper of the leases is part of the
 * test. In virtual time, with a beacon every 100 ms.
 */
class SlotReclaimerTest implements AssignmentSource, LeaseService {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER_WTP = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac A = Mac.parse("02:00:00:00:12:01");
    private static final Mac B = Mac.parse("02:00:00:00:12:02");
    private static final Mac C = Mac.parse("02:00:00:00:12:03");
    private static final Mac D = Mac.parse("02:00:00:00:12:04");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final Map<Mac, Integer> SLOTS = Map.of(WTP, 2, OTHER_WTP, 1);
    private static final Duration ALLOWED = Duration.ofSeconds(2);
    private static final Duration BEACON = Duration.ofMillis(100);

    private final ManualLoop loop = new ManualLoop();
    private final Map<StationKey, ServingWtps> stations = new HashMap<>();
    private final Map<Mac, Long> beacons = new HashMap<>();
    private final Set<Mac> sending = new HashSet<>();
    private final Set<Lease> wanted = new LinkedHashSet<>();
    private final Set<Lease> granted = new LinkedHashSet<>();
    private final Set<Lease> refused = new HashSet<>();
    private final List<Lease> released = new ArrayList<>();
    private final Activity activity = mock(Activity.class);
    private boolean isSwitchConnected = true;
    /** How long the WTP needs to grant a slot that became free. */
    private Duration granting = Duration.ZERO;
    private LeaseKeeper keeper;
    private int readings;
    private RefusalListener refusals;
    private Runnable changed;
    private Runnable readBack;

    @BeforeEach
    void start() {
        when(activity.isVapActive(any())).thenReturn(true);
        final FlowProgram flows = mock(FlowProgram.class);
        when(flows.listenToStatus(any())).thenAnswer(call -> {
            readBack = call.getArgument(0);
            return (Registration) () -> { };
        });
        keeper = new LeaseKeeper(loop, this, this, flows, activity, vaps -> {
            readings++;
            final Map<Mac, Long> counts = new HashMap<>(beacons);
            counts.keySet().retainAll(vaps);
            return CompletableFuture.completedFuture(isSwitchConnected ? counts : Map.of());
        }, new FakeVapHostDirectory());
        loop.every(BEACON, () -> sending.forEach(bssid -> beacons.merge(bssid, 1L, Long::sum)));
        loop.run();
    }

    @Override
    public Assignment assignment() {
        final Assignment.Vap vap = new Assignment.Vap(PORT, 2412, Set.of(WTP, OTHER_WTP));
        return new Assignment(Map.of(WTP, PORT, OTHER_WTP, PORT), Map.of(A, vap, B, vap, C, vap, D, vap), stations);
    }

    @Override
    public Registration listen(final Runnable listener) {
        changed = listener;
        return () -> { };
    }

    @Override
    public CompletionStage<Void> hold(final Lease lease) {
        wanted.add(lease);
        request(lease);
        return granted.contains(lease) ? CompletableFuture.completedFuture(null)
            : CompletableFuture.failedFuture(new IOException("lease limit"));
    }

    private void request(final Lease lease) {
        if (granted.stream().filter(other -> other.wtp().equals(lease.wtp())).count() < SLOTS.get(lease.wtp())) {
            granted.add(lease);
            if (refused.remove(lease)) {
                refusals.leaseChanged(lease, Optional.empty());
            }
        } else if (refused.add(lease)) {
            refusals.leaseChanged(lease, Optional.of("lease limit"));
        }
    }

    @Override
    public CompletionStage<Void> release(final Lease lease) {
        released.add(lease);
        wanted.remove(lease);
        granted.remove(lease);
        refused.remove(lease);
        loop.schedule(granting, () -> Set.copyOf(refused).forEach(this::request));
        loop.run();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Integer> channelFor(final Lease lease) {
        throw new AssertionError("the handover's business");
    }

    @Override
    public void releaseLeftovers(final Set<Mac> vaps) {
        // None is left.
    }

    @Override
    public Registration listenToRefusals(final RefusalListener listener) {
        refusals = listener;
        return () -> { };
    }

    private static Lease lease(final Mac bssid) {
        return new Lease(WTP, bssid, 2412);
    }

    /** Starts VAPs, each with a station at the WTP. */
    private void serve(final Mac... bssids) {
        for (final Mac bssid : bssids) {
            sending.add(bssid);
            stations.put(new StationKey(bssid, STATION), ServingWtps.by(WTP, Origin.AUTOMATIC));
            changed.run();
            loop.advance(BEACON);
        }
    }

    @Test
    void theSlotOfAVanishedVapIsFreeWithinTwoSeconds() {
        serve(A, B);
        sending.remove(A);
        loop.advance(Duration.ofSeconds(5));
        assertEquals(List.of(), released, "nobody needs the slot");
        assertEquals(0, readings, "and nobody reads the counters");
        serve(C);
        loop.advance(ALLOWED.minus(BEACON));
        assertEquals(Set.of(lease(B), lease(C)), granted);
        assertEquals(List.of(lease(A)), released);
    }

    @Test
    void theSlotOfAVapThatVanishesWhileAnotherWaitsIsReclaimed() {
        serve(A, B, C);
        loop.advance(Duration.ofSeconds(30));
        assertEquals(Set.of(lease(A), lease(B)), granted);
        sending.remove(B);
        loop.advance(ALLOWED);
        assertEquals(Set.of(lease(A), lease(C)), granted);
    }

    @Test
    void aHiccupCostsNoSlot() {
        serve(A, B, C);
        for (int i = 0; i < 20; i++) {
            sending.remove(A);
            loop.advance(Duration.ofMillis(1300));
            sending.add(A);
            loop.advance(Duration.ofMillis(130));
        }
        assertEquals(List.of(), released);
    }

    @Test
    void aVapThatReturnsWaitsForASlot() {
        serve(A, B, C);
        sending.remove(A);
        loop.advance(ALLOWED);
        assertEquals(Set.of(lease(B), lease(C)), granted);
        sending.add(A);
        loop.advance(Duration.ofSeconds(60));
        assertEquals(Set.of(lease(B), lease(C)), granted, "the others send");
        assertEquals(List.of(lease(A)), released);
        assertTrue(refused.contains(lease(A)), "it asks again");
        stations.remove(new StationKey(C, STATION));
        changed.run();
        loop.advance(ALLOWED);
        assertEquals(Set.of(lease(A), lease(B)), granted);
    }

    @Test
    void noSecondSlotIsReclaimedBeforeTheFirstIsGranted() {
        serve(A, B);
        sending.clear();
        granting = Duration.ofMillis(600);
        serve(C);
        loop.advance(ALLOWED.plus(granting));
        assertTrue(granted.contains(lease(C)));
        assertEquals(1, released.size());
    }

    @Test
    void aRepeatedRefusalReclaimsNoSecondSlot() {
        serve(A, B);
        sending.clear();
        granting = Duration.ofMillis(900);
        serve(C);
        while (released.isEmpty()) {
            loop.advance(BEACON);
        }
        refusals.leaseChanged(lease(C), Optional.of("lease limit"));
        loop.advance(granting);
        assertTrue(granted.contains(lease(C)));
        assertEquals(1, released.size());
    }

    @Test
    void aClosedKeeperReadsNothing() {
        serve(A, B, C);
        keeper.close();
        loop.run();
        readings = 0;
        loop.advance(Duration.ofSeconds(60));
        assertEquals(0, readings);
        assertEquals(List.of(), released);
    }

    @Test
    void oneSlotIsReclaimedForEachVapThatNeedsOne() {
        serve(A, B);
        sending.clear();
        serve(C);
        loop.advance(ALLOWED);
        assertEquals(2, granted.size());
        assertTrue(granted.contains(lease(C)));
        serve(D);
        loop.advance(ALLOWED);
        assertEquals(Set.of(lease(C), lease(D)), granted);
    }

    @Test
    void leasesOfOtherWtpsAreKept() {
        final Lease elsewhere = new Lease(OTHER_WTP, D, 2412);
        stations.put(new StationKey(D, STATION), ServingWtps.by(OTHER_WTP, Origin.AUTOMATIC));
        serve(A, B, C);
        loop.advance(Duration.ofSeconds(60));
        assertEquals(Set.of(lease(A), lease(B), elsewhere), granted);
    }

    @Test
    void aSwitchThatDoesNotAnswerCostsNoSlot() {
        serve(A, B, C);
        isSwitchConnected = false;
        loop.advance(Duration.ofSeconds(60));
        assertEquals(List.of(), released);
    }

    @Test
    void nobodyReadsTheCountersOnceAllIsWell() {
        serve(A, B, C);
        sending.remove(A);
        loop.advance(ALLOWED);
        when(activity.isVapActive(A)).thenReturn(false);
        readBack.run();
        loop.advance(ALLOWED);
        readings = 0;
        loop.advance(Duration.ofSeconds(60));
        assertEquals(0, readings);
        assertEquals(List.of(lease(A)), released);
    }
}
