// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The meters of virtual stations that come and go. */
class HelloMetersTest {
    private static final int ALL = Meter.KNOWN_HELLOS.count();
    private static final Mac ONE = station(0x0001);
    private static final Mac SAME_REMAINDER = station(0x0001 + ALL);

    private final HelloMeters meters = new HelloMeters();

    private static Mac station(final int id) {
        return Mac.parse(String.format("02:5a:00:00:%02x:%02x", id >> 8, id & 0xff));
    }

    @Test
    void idsWithTheSameRemainderHaveSeparateMeters() {
        final Set<Mac> stations = IntStream.range(0, 64).mapToObj(i -> station(i * ALL + 1))
            .collect(Collectors.toSet());
        meters.follow(stations);
        assertEquals(64, stations.stream().map(meters::number).distinct().count());
    }

    @Test
    void asManyStationsAsMetersHaveOneEach() {
        final Set<Mac> stations = IntStream.range(0, ALL).mapToObj(i -> station(i * 63)).collect(Collectors.toSet());
        meters.follow(stations);
        final Set<Integer> numbers = stations.stream().map(meters::number).collect(Collectors.toSet());
        assertEquals(ALL, numbers.size());
        numbers.forEach(number -> assertEquals(Meter.KNOWN_HELLOS, Meter.of(number).orElseThrow()));
        stations.add(station(0xfffe));
        meters.follow(stations);
        assertTrue(numbers.contains(meters.number(station(0xfffe))), "one more shares a meter");
    }

    @Test
    void noEventChangesTheMeterOfAnother() {
        final Set<Mac> present = new HashSet<>();
        final Map<Mac, Integer> before = new HashMap<>();
        for (final Mac next : new Mac[] {SAME_REMAINDER, ONE, station(2)}) {
            present.add(next);
            meters.follow(present);
            before.forEach((station, number) -> assertEquals(number, meters.number(station)));
            present.forEach(station -> before.put(station, meters.number(station)));
        }
        present.remove(SAME_REMAINDER);
        meters.follow(present);
        present.forEach(station -> assertEquals(before.get(station), meters.number(station)));
        meters.follow(Set.of(ONE, station(2), SAME_REMAINDER));
        assertEquals(before.get(SAME_REMAINDER), meters.number(SAME_REMAINDER), "its meter was free again");
    }

    @Test
    void aRestartFindsTheMeterOfTheId() {
        meters.follow(Set.of(ONE));
        final HelloMeters later = new HelloMeters();
        later.follow(Set.of(station(0), ONE, station(2)));
        assertEquals(meters.number(ONE), later.number(ONE));
    }
}
