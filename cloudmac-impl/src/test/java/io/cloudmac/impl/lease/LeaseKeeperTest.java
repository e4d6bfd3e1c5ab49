// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** The leases that follow from assignments and handovers, in virtual time. */
class LeaseKeeperTest implements AssignmentSource, LeaseService {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac PROBED = Mac.parse("02:00:00:00:12:35");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OTHER = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
    private static final Lease OLD_LEASE = new Lease(OLD, BSSID, 2412);
    private static final Lease NEW_LEASE = new Lease(NEW, BSSID, 2412);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LATER = Duration.ofSeconds(2);

    private final ManualLoop loop = new ManualLoop();
    private final Map<StationKey, ServingWtps> stations = new HashMap<>();
    private final Map<StationKey, Mac> probes = new HashMap<>();
    /** The leases that the WTPs hold. */
    private final Set<Lease> leased = new HashSet<>();
    private final List<String> calls = new ArrayList<>();
    private final FlowProgram flows = mock(FlowProgram.class);
    private final Activity activity = mock(Activity.class);
    private final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
    private Runnable changed;
    private Runnable readBack;
    private RefusalListener refusals;
    private LeaseKeeper keeper;

    private Map<Mac, Assignment.VirtualStation> virtualStations = Map.of();

    @BeforeEach
    void start() {
        when(activity.isVapActive(BSSID)).thenReturn(true);
        when(activity.isVapActive(PROBED)).thenReturn(true);
        when(flows.listenToStatus(any())).thenAnswer(call -> {
            readBack = call.getArgument(0);
            return (Registration) () -> { };
        });
        keeper = new LeaseKeeper(loop, this, this, flows, activity,
            vaps -> CompletableFuture.completedFuture(Map.of()), hosted);
        loop.run();
    }

    @Override
    public Assignment assignment() {
        return new Assignment(Map.of(OLD, new PortId("openflow:1", 1), NEW, new PortId("openflow:2", 1)),
            Map.of(BSSID, new Assignment.Vap(new PortId("openflow:1", 2), 2412, Set.of(OLD, NEW)),
                PROBED, new Assignment.Vap(new PortId("openflow:1", 2), 2412, Set.of(OLD, NEW))), stations,
            Set.of(), probes).withVirtualStations(virtualStations);
    }

    @Override
    public Registration listen(final Runnable listener) {
        changed = listener;
        return () -> { };
    }

    @Override
    public CompletionStage<Void> hold(final Lease lease) {
        leased.add(lease);
        calls.add("hold " + (lease.wtp().equals(OLD) ? "old" : "new"));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> release(final Lease lease) {
        leased.remove(lease);
        calls.add("release " + (lease.wtp().equals(OLD) ? "old" : "new"));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Integer> channelFor(final Lease lease) {
        throw new AssertionError("the handover's business");
    }

    @Override
    public Registration listenToRefusals(final RefusalListener listener) {
        refusals = listener;
        return () -> { };
    }

    @Override
    public void releaseLeftovers(final Set<Mac> vaps) {
        throw new AssertionError("not so soon");
    }

    @Test
    void aRefusalIsKnownUntilTheLeaseIsGrantedOrNotNeeded() {
        serve(KEY, OLD);
        final Lease lease = leased.iterator().next();
        refusals.leaseChanged(lease, Optional.of("not possible"));
        loop.run();
        assertEquals(Map.of(OLD, "not possible"), keeper.refusals(lease.bssid()));
        assertEquals(Map.of(), keeper.refusals(PROBED));
        refusals.leaseChanged(lease, Optional.empty());
        loop.run();
        assertEquals(Map.of(), keeper.refusals(lease.bssid()));
        refusals.leaseChanged(lease, Optional.of("not possible"));
        loop.run();
        unbind(KEY);
        loop.advance(LATER);
        assertEquals(Map.of(), keeper.refusals(lease.bssid()));
    }

    @Test
    void aVirtualStationHasALeaseOfItsRole() {
        virtualStations = Map.of(PROBED, new Assignment.VirtualStation(new PortId("openflow:1", 2),
            Optional.of(new ServingWtps(OLD, Set.of(OLD, NEW), Origin.AUTOMATIC))));
        changed.run();
        assertEquals(Set.of(Lease.ofVirtualStation(OLD, PROBED), Lease.ofVirtualStation(NEW, PROBED)), leased);
        virtualStations = Map.of();
        changed.run();
        loop.advance(LATER);
        assertEquals(Set.of(), leased);
    }

    private void serve(final StationKey station, final Mac... wtps) {
        stations.put(station, new ServingWtps(wtps[0], Set.of(wtps), Origin.AUTOMATIC));
        changed.run();
    }

    private void unbind(final StationKey station) {
        stations.remove(station);
        changed.run();
    }

    @Test
    void anUnneededLeaseIsReleasedWithADelay() {
        serve(KEY, OLD);
        assertEquals(Set.of(OLD_LEASE), leased);
        unbind(KEY);
        loop.advance(SOON);
        assertEquals(Set.of(OLD_LEASE), leased, "the rules change before the lease");
        loop.advance(LATER);
        assertEquals(Set.of(), leased);
    }

    @Test
    void aVapThatMayAnswerAProbeRequestHasALease() {
        probes.put(KEY, OLD);
        changed.run();
        assertEquals(Set.of(OLD_LEASE), leased);
        probes.clear();
        changed.run();
        loop.advance(LATER);
        assertEquals(Set.of(), leased);
    }

    @Test
    void aLeaseForAProbeYieldsToOneForAStation() {
        final Lease probed = new Lease(OLD, PROBED, 2412);
        final Lease elsewhere = new Lease(NEW, PROBED, 2412);
        probes.put(new StationKey(PROBED, OTHER.station()), OLD);
        probes.put(new StationKey(PROBED, KEY.station()), NEW);
        serve(KEY, OLD);
        assertEquals(Set.of(OLD_LEASE, probed, elsewhere), leased);
        refusals.leaseChanged(OLD_LEASE, Optional.of("lease limit"));
        loop.run();
        assertEquals(Set.of(OLD_LEASE, elsewhere), leased);
        changed.run();
        assertEquals(Set.of(OLD_LEASE, elsewhere), leased, "the station's lease still waits");
        refusals.leaseChanged(OLD_LEASE, Optional.empty());
        loop.run();
        assertEquals(Set.of(OLD_LEASE, probed, elsewhere), leased);
        refusals.leaseChanged(probed, Optional.of("lease limit"));
        loop.run();
        assertEquals(Set.of(OLD_LEASE, probed, elsewhere), leased, "nothing yields to a probe");
    }

    @Test
    void aProbesLeaseComesBackWhenTheHandoverThatCrowdedItOutIsOver() {
        final Lease probed = new Lease(NEW, PROBED, 2412);
        probes.put(new StationKey(PROBED, OTHER.station()), NEW);
        serve(KEY, OLD);
        keeper.hold(KEY, NEW_LEASE);
        refusals.leaseChanged(NEW_LEASE, Optional.of("lease limit"));
        loop.run();
        assertEquals(Set.of(OLD_LEASE, NEW_LEASE), leased);
        keeper.release(KEY);
        loop.advance(LATER);
        assertEquals(Set.of(OLD_LEASE, probed), leased);
    }

    @Test
    void aSilentVapHasNoLease() {
        serve(KEY, OLD);
        when(activity.isVapActive(BSSID)).thenReturn(false);
        readBack.run();
        loop.advance(LATER);
        assertEquals(Set.of(), leased, "the lease would keep a radio on its channel");
        when(activity.isVapActive(BSSID)).thenReturn(true);
        readBack.run();
        assertEquals(Set.of(OLD_LEASE), leased, "its station is still bound");
    }

    @Test
    void aVapThatItsHostReportsAsEndedHasNoLeaseAtOnce() {
        hosted.name("vaps1", BSSID);
        serve(KEY, OLD);
        hosted.end(BSSID);
        loop.run();
        assertEquals(Set.of(), leased, "the WTP would acknowledge for nobody until the beacons' silence counts");
        readBack.run();
        loop.advance(LATER);
        assertEquals(Set.of(), leased, "the counters still show the last beacons");
        hosted.name("vaps1", BSSID);
        assertEquals(Set.of(OLD_LEASE), leased, "hostapd is back, and its station is still bound");
    }

    @Test
    void theEndOfASessionReleasesNoLease() {
        hosted.name("vaps1", BSSID);
        serve(KEY, OLD);
        hosted.close(BSSID);
        loop.advance(LATER);
        assertEquals(List.of("hold old"), calls, "without a daemon only the beacons count");
    }

    @Test
    void aHandoverHoldsTheNewLeaseAndReleasesTheOldOne() {
        serve(KEY, OLD);
        assertTrue(keeper.hold(KEY, NEW_LEASE).toCompletableFuture().isDone());
        serve(KEY, OLD, NEW);
        serve(KEY, NEW);
        keeper.release(KEY);
        loop.advance(LATER);
        // Regression: an earlier controller sent both ACK stop and ACK start to the new WTP.
        assertEquals(List.of("hold old", "hold new", "release old"), calls);
    }

    @Test
    void aStationReboundAfterAFailedHandoverHasItsLease() {
        serve(KEY, OLD);
        keeper.hold(KEY, NEW_LEASE);
        serve(KEY, OLD, NEW);
        // The handover is undone because the old WTP is lost; then the new one receives the next frame.
        unbind(KEY);
        keeper.release(KEY);
        loop.advance(SOON);
        serve(KEY, NEW);
        assertTrue(leased.contains(NEW_LEASE), calls.toString());
        loop.advance(LATER);
        assertEquals(Set.of(NEW_LEASE), leased);
    }

    @Test
    void aFailedHandoverReleasesItsLease() {
        serve(KEY, OLD);
        keeper.hold(KEY, NEW_LEASE);
        loop.advance(LATER);
        assertTrue(leased.contains(NEW_LEASE), "the handover still needs it");
        keeper.release(KEY);
        loop.advance(LATER);
        assertEquals(Set.of(OLD_LEASE), leased);
    }

    @Test
    void aLeaseSharedWithAnotherHandoverIsKept() {
        keeper.hold(KEY, NEW_LEASE);
        keeper.hold(OTHER, NEW_LEASE);
        keeper.release(KEY);
        loop.advance(LATER);
        assertEquals(Set.of(NEW_LEASE), leased);
        assertFalse(calls.contains("release new"), calls.toString());
    }

    @Test
    void aHandoverKeepsALeaseThatWouldBeReleased() {
        serve(OTHER, NEW);
        unbind(OTHER);
        loop.advance(SOON);
        keeper.hold(KEY, NEW_LEASE);
        loop.advance(LATER);
        assertEquals(Set.of(NEW_LEASE), leased);
    }

    @Test
    void aHandoverWithoutALeaseReleasesNone() {
        serve(OTHER, NEW);
        keeper.release(KEY);
        loop.advance(LATER);
        assertEquals(List.of("hold new"), calls);
    }
}
