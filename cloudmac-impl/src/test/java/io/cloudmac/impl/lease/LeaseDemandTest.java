// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.lease.LeaseDemand.DemandChange;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The leases that stations need while they come, move and go. */
class LeaseDemandTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEXT = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey ONE = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey TWO = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
    private static final Lease LEASE = new Lease(WTP, BSSID, 2412);

    private final LeaseDemand demand = new LeaseDemand();

    private static Assignment serving(final int frequency, final Map<StationKey, ServingWtps> stations) {
        final Map<Mac, PortId> wtps = Map.of(WTP, new PortId("openflow:1", 1), NEXT, new PortId("openflow:1", 2));
        return new Assignment(wtps, Map.of(BSSID, new Vap(new PortId("openflow:1", 3), frequency, wtps.keySet())),
            stations);
    }

    private static ServingWtps by(final Mac wtp) {
        return ServingWtps.by(wtp, Origin.AUTOMATIC);
    }

    @Test
    void theFirstStationNeedsTheLeaseUntilTheLastIsGone() {
        assertEquals(new DemandChange(Set.of(LEASE), Set.of()), demand.follow(serving(2412, Map.of(ONE, by(WTP)))));
        assertEquals(new DemandChange(Set.of(), Set.of()),
            demand.follow(serving(2412, Map.of(ONE, by(WTP), TWO, by(WTP)))));
        assertEquals(new DemandChange(Set.of(), Set.of()), demand.follow(serving(2412, Map.of(TWO, by(WTP)))));
        assertTrue(demand.contains(LEASE));
        assertEquals(new DemandChange(Set.of(), Set.of(LEASE)), demand.follow(serving(2412, Map.of())));
        assertFalse(demand.contains(LEASE));
        assertEquals(Set.of(), demand.leases());
    }

    @Test
    void aHandoverNeedsBothUntilItIsOver() {
        final Lease next = new Lease(NEXT, BSSID, 2412);
        demand.follow(serving(2412, Map.of(ONE, by(WTP))));
        assertEquals(new DemandChange(Set.of(next), Set.of()), demand.follow(serving(2412,
            Map.of(ONE, new ServingWtps(WTP, Set.of(WTP, NEXT), Origin.AUTOMATIC)))));
        assertEquals(new DemandChange(Set.of(), Set.of(LEASE)), demand.follow(serving(2412, Map.of(ONE, by(NEXT)))));
        assertEquals(Set.of(next), demand.leases());
    }

    @Test
    void aChannelOfTheVapConcernsAllItsStations() {
        demand.follow(serving(2412, Map.of(ONE, by(WTP), TWO, by(NEXT))));
        final DemandChange change = demand.follow(serving(2437, Map.of(ONE, by(WTP), TWO, by(NEXT))));
        assertEquals(Set.of(new Lease(WTP, BSSID, 2437), new Lease(NEXT, BSSID, 2437)), change.added());
        assertEquals(Set.of(LEASE, new Lease(NEXT, BSSID, 2412)), change.removed());
    }

    @Test
    void aVapThatIsGoneNeedsNoLease() {
        demand.follow(serving(2412, Map.of(ONE, by(WTP))));
        assertEquals(new DemandChange(Set.of(), Set.of(LEASE)), demand.follow(Assignment.NOTHING));
    }
}
