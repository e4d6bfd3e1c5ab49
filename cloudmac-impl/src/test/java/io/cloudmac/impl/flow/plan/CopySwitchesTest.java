// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The switches that a station's copies come to, through notes, handovers and the end of its binding. */
class CopySwitchesTest {
    private static final StationKey KEY =
        new StationKey(Mac.parse("02:00:00:00:12:34"), Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OTHER = new StationKey(KEY.bssid(), Mac.parse("02:5a:00:00:00:02"));

    private final CopySwitches copies = new CopySwitches();

    private static Set<String> nodes(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(number -> "openflow:" + number).collect(Collectors.toSet());
    }

    private void note(final int from, final int to) {
        IntStream.range(from, to).forEach(number -> copies.note(KEY, "openflow:" + number));
    }

    @Test
    void aNoteMarksTheKeyOfItsStationOnce() {
        assertTrue(copies.note(KEY, "a"));
        assertFalse(copies.note(KEY, "a"));
        assertEquals(Set.of(RuleKey.station(KEY)), copies.takeChanged());
        assertEquals(Set.of(), copies.takeChanged());
        assertEquals(Set.of("a"), copies.of(KEY));
        assertEquals(Set.of(), copies.of(OTHER));
    }

    @Test
    void theSwitchesOfServingWtpsNeedNoNote() {
        copies.follow(KEY, Set.of("a"));
        assertFalse(copies.note(KEY, "a"));
        assertEquals(Set.of(), copies.takeChanged());
    }

    @Test
    void aHandoverKeepsTheOldSwitch() {
        copies.follow(KEY, Set.of("a"));
        copies.follow(KEY, Set.of("a", "b"));
        copies.follow(KEY, Set.of("b"));
        assertEquals(Set.of("a", "b"), copies.of(KEY));
    }

    @Test
    void theEndOfABindingForgetsItsSwitches() {
        copies.follow(KEY, Set.of("a"));
        copies.note(KEY, "b");
        copies.forget(KEY);
        assertEquals(Set.of(), copies.of(KEY));
    }

    @Test
    void theNumberOfNotesIsBounded() {
        note(0, CopySwitches.MAXIMUM);
        copies.takeChanged();
        assertFalse(copies.note(KEY, "one more"));
        assertEquals(Set.of(), copies.takeChanged());
        assertEquals(nodes(0, CopySwitches.MAXIMUM), copies.of(KEY));
        assertTrue(copies.note(OTHER, "one more"), "of another station");
    }

    @Test
    void aHandoverToAnotherSwitchMakesRoomByTheOldestNotes() {
        copies.follow(KEY, Set.of("first"));
        note(0, CopySwitches.MAXIMUM - 1);
        copies.follow(KEY, Set.of("first"));
        assertEquals(CopySwitches.MAXIMUM, copies.of(KEY).size(), "the same switch serves it");
        copies.follow(KEY, Set.of("next"));
        final Set<String> kept = nodes(CopySwitches.MAXIMUM - 1 - CopySwitches.KEPT, CopySwitches.MAXIMUM - 1);
        kept.add("next");
        assertEquals(kept, copies.of(KEY));
        assertTrue(copies.note(KEY, "one more"));
    }
}
