// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The memory of refused virtual stations under a flood. */
class RefusedStationsTest {
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final PortId OTHER = new PortId("openflow:1", 2);

    private final RefusedStations refused = new RefusedStations();
    private long now = -5;

    private static Mac station(final int number) {
        return Mac.parse(String.format("02:5a:00:00:%02x:%02x", number >> 8, number & 0xff));
    }

    private boolean add(final int number, final PortId port, final String problem) {
        return refused.add(new Seen(port, new StationHello(station(number), 0, 0, Mac.NULL, RawSsid.NONE),
            Optional.of(Instant.now()), Optional.of(problem)), now);
    }

    private void advance(final Duration time) {
        now += time.toNanos();
        refused.expire(now);
    }

    private Set<Mac> stations() {
        return refused.seen().stream().map(seen -> seen.hello().station()).collect(Collectors.toSet());
    }

    @Test
    void itIsReportedOnceForEachPortAndProblem() {
        assertTrue(add(1, PORT, "one"));
        assertFalse(add(1, PORT, "one"));
        assertTrue(add(1, OTHER, "one"));
        assertTrue(add(1, PORT, "two"));
        assertFalse(add(1, PORT, "two"));
        assertEquals(1, refused.seen().size(), "an address has one entry");
        assertEquals(PORT, refused.seen().iterator().next().port());
        refused.remove(station(1), PORT);
        assertEquals(OTHER, refused.seen().iterator().next().port());
    }

    @Test
    void itIsForgottenAMinuteAfterItsLastHello() {
        add(1, PORT, "one");
        advance(RefusedStations.KEPT);
        assertFalse(add(1, PORT, "one"));
        advance(RefusedStations.KEPT);
        assertEquals(Set.of(station(1)), stations());
        advance(Duration.ofNanos(1));
        assertEquals(Set.of(), stations());
    }

    @Test
    void aFullMemoryReplacesTheOldestOfThePortWithMost() {
        add(0, OTHER, "one");
        for (int i = 1; i <= RefusedStations.MAXIMUM - 1; i++) {
            add(i, PORT, "one");
        }
        add(1, PORT, "one");
        add(1000, PORT, "one");
        add(1001, OTHER, "one");
        assertEquals(RefusedStations.MAXIMUM, stations().size());
        assertTrue(stations().containsAll(Set.of(station(0), station(1), station(1000), station(1001))));
        assertFalse(stations().contains(station(2)), "its hello is the oldest");
        assertFalse(stations().contains(station(3)));
    }

    @Test
    void aPortHasALimitedNumberOfReports() {
        for (int i = 0; i < 1000; i++) {
            assertEquals(i < RefusedStations.MAX_REPORTS, add(i, PORT, "one"));
        }
        assertTrue(add(1000, OTHER, "one"));
        assertFalse(add(999, PORT, "one"));
        advance(RefusedStations.KEPT.plusNanos(1));
        assertTrue(add(999, PORT, "one"), "it was not reported yet");
    }

    @Test
    void oneThatGoesOnIsReportedWhenThereIsRoomForReports() {
        for (int i = 0; i <= RefusedStations.MAX_REPORTS; i++) {
            add(i, PORT, "one");
        }
        advance(RefusedStations.KEPT.dividedBy(2));
        assertFalse(add(RefusedStations.MAX_REPORTS, PORT, "one"));
        advance(RefusedStations.KEPT.dividedBy(2).plusNanos(1));
        assertTrue(add(RefusedStations.MAX_REPORTS, PORT, "one"));
        assertFalse(add(RefusedStations.MAX_REPORTS, PORT, "one"));
    }
}
