// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The signals that are kept for each station, and their limits. */
/** The signals that are kept for each station, and their limits. */
class SignalStoreTest {
    private static final Mac ONE = new Mac(0x02_0000_0000_01L);
    private static final Mac TWO = new Mac(0x02_0000_0000_02L);
    private static final Mac VAP1 = Mac.parse("02:00:00:00:12:34");
    private static final Mac VAP2 = Mac.parse("02:00:00:00:56:78");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final SignalStore store = new SignalStore(bssid -> Duration.ofSeconds(3));

    private static Assignment assigned(final int wtps, final StationKey... stations) {
        final Map<Mac, PortId> all = new HashMap<>();
        for (int i = 1; i <= wtps; i++) {
            all.put(new Mac(0x02_0000_0000_00L + i), PORT);
        }
        final Map<StationKey, ServingWtps> served = new HashMap<>();
        for (final StationKey station : stations) {
            served.put(station, ServingWtps.by(ONE, Origin.AUTOMATIC));
        }
        final Assignment.Vap vap = new Assignment.Vap(PORT, 2412, Set.of(ONE, TWO));
        return new Assignment(all, Map.of(VAP1, vap, VAP2, vap), served);
    }

    @Test
    void aReportCountsForEachVapOfTheStation() {
        final StationKey first = new StationKey(VAP1, STATION);
        final StationKey second = new StationKey(VAP2, STATION);
        store.follow(assigned(2, first, second));
        store.report(TWO, STATION, -60, -60, 1, 0);
        assertEquals(-60, store.of(first, 0).get(TWO).last());
        assertEquals(-60, store.of(second, 0).get(TWO).last());
        assertEquals(2, store.signalCount());
    }

    @Test
    void unknownStationsAndWtpsAreIgnored() {
        store.follow(assigned(2));
        store.report(ONE, STATION, -60, -60, 1, 0);
        store.sample(ONE, STATION, 0x1234, -60, 0);
        assertEquals(0, store.signalCount());
        final StationKey key = new StationKey(VAP1, STATION);
        store.follow(assigned(2, key));
        store.report(new Mac(0x02_0000_0000_99L), STATION, -60, -60, 1, 0);
        assertEquals(Map.of(), store.of(key, 0));
    }

    @Test
    void aSampleCountsForTheVapInItsTag() {
        final StationKey first = new StationKey(VAP1, STATION);
        final StationKey second = new StationKey(VAP2, STATION);
        store.follow(assigned(2, first, second));
        store.sample(ONE, STATION, 0x5678, -60, 0);
        assertEquals(Map.of(), store.of(first, 0));
        assertEquals(-60, store.of(second, 0).get(ONE).last());
        store.sample(ONE, STATION, 0xffff, -70, 0);
        assertEquals(-70, store.of(first, 0).get(ONE).last());
    }

    @Test
    void unboundStationsAndRemovedWtpsAreForgotten() {
        final StationKey key = new StationKey(VAP1, STATION);
        store.follow(assigned(2, key));
        store.report(ONE, STATION, -60, -60, 1, 0);
        store.report(TWO, STATION, -70, -70, 1, 0);
        store.follow(assigned(1, key));
        assertEquals(Set.of(ONE), store.of(key, 0).keySet());
        store.follow(assigned(1));
        assertEquals(0, store.stationCount());
    }

    @Test
    void theStoreIsBounded() {
        final StationKey key = new StationKey(VAP1, STATION);
        store.follow(assigned(SignalStore.WTPS + 4, key));
        for (int i = 1; i <= SignalStore.WTPS + 4; i++) {
            store.report(new Mac(0x02_0000_0000_00L + i), STATION, -60, -60, 1, i);
        }
        assertEquals(SignalStore.WTPS, store.signalCount());
        assertFalse(store.of(key, 0).containsKey(ONE), "the oldest signal was replaced");
    }
}
