// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which stations are encoded in a round, in small and large networks. */
class EncodingTurnsTest {
    private static final ServingWtps SERVICE = ServingWtps.by(Mac.parse("02:c1:0d:aa:00:01"), Origin.AUTOMATIC);

    private final EncodingTurns stations = new EncodingTurns();

    private static StationKey key(final int number) {
        return new StationKey(Mac.parse("02:00:00:00:12:34"), new Mac(0x025a00000000L + number));
    }

    private static Assignment serving(final int number) {
        final Map<StationKey, ServingWtps> served = new HashMap<>();
        for (int each = 0; each < number; each++) {
            served.put(key(each), SERVICE);
        }
        return new Assignment(Map.of(), Map.of(), served);
    }

    @Test
    void eachRoundHasAllStationsOfASmallNetwork() {
        final Assignment small = serving(3);
        for (int round = 1; round < 4; round++) {
            assertEquals(Set.of(key(0), key(1), key(2)), stations.next(small));
            assertEquals(round, stations.turn());
        }
    }

    @Test
    void largeNetworksTakeTurnsAndChangesComeAtOnce() {
        final Assignment large = serving(3 * EncodingTurns.AT_ONCE);
        assertEquals(large.stations().keySet(), stations.next(large), "all are new");
        final Assignment next = new Assignment(Map.of(), Map.of(),
            VersionedMap.copyOf(large.stations()).with(Map.of(key(7), Optional.empty())));
        final Set<StationKey> seen = new HashSet<>(stations.next(next));
        assertTrue(seen.contains(key(7)));
        assertTrue(seen.size() <= EncodingTurns.AT_ONCE + 1);
        for (int round = 0; round < 3; round++) {
            final Set<StationKey> due = stations.next(next);
            assertTrue(due.size() <= EncodingTurns.AT_ONCE);
            seen.addAll(due);
        }
        assertEquals(large.stations().keySet(), seen);
    }

    @Test
    void aStationThatIsGoneIsDueOnce() {
        stations.next(serving(1));
        assertEquals(Set.of(key(0)), stations.next(serving(0)));
        assertEquals(Set.of(), stations.next(serving(0)));
    }
}
