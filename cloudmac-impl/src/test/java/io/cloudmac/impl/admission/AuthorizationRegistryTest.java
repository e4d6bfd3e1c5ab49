// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests whose reports of authorized stations count. */
class AuthorizationRegistryTest {
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));

    private static final Instant NOW = Instant.MAX;

    private final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
    private final RecordedEvents events = new RecordedEvents();
    private final AuthorizationRegistry registry = new AuthorizationRegistry(hosted, events.journal());

    @Test
    void theHostOfAVapReportsItsStations() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        assertFalse(registry.wasAuthorized(KEY));
        registry.authorized("north", KEY);
        assertTrue(registry.wasAuthorized(KEY));
    }

    @Test
    void anotherHostsReportsDoNotCount() {
        hosted.name("north", BSSID);
        registry.reportsBegin("south");
        registry.authorized("south", KEY);
        assertFalse(registry.wasAuthorized(KEY));
        assertEquals(OptionalLong.empty(), registry.reportingSession(BSSID));
    }

    @Test
    void eachSessionHasItsNumber() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        final OptionalLong first = registry.reportingSession(BSSID);
        registry.authorized("north", KEY);
        registry.reportsEnd("north");
        assertEquals(OptionalLong.empty(), registry.reportingSession(BSSID));
        assertTrue(registry.wasAuthorized(KEY), "it was authorized in the earlier session");
        registry.reportsBegin("north");
        assertTrue(registry.reportingSession(BSSID).isPresent());
        assertNotEquals(first, registry.reportingSession(BSSID));
    }

    @Test
    void aHostThatIsRemovedIsForgotten() {
        hosted.name("north", BSSID);
        registry.authorized("north", KEY);
        registry.hostRemoved("north");
        assertFalse(registry.wasAuthorized(KEY));
    }

    @Test
    void theLatestReportsOfAHostAreKept() {
        hosted.name("north", BSSID);
        registry.authorized("north", KEY);
        for (long i = 1; i < AuthorizationRegistry.MAX_STATIONS; i++) {
            registry.authorized("north", new StationKey(BSSID, new Mac(0x025A_0001_0000L + i)));
        }
        assertTrue(registry.wasAuthorized(KEY));
        registry.authorized("north", KEY);
        registry.authorized("north", new StationKey(BSSID, new Mac(0x025A_0001_0000L)));
        assertTrue(registry.wasAuthorized(KEY));
        assertFalse(registry.wasAuthorized(new StationKey(BSSID, new Mac(0x025A_0001_0001L))));
    }

    @Test
    void aStationIsHeldUntilItLeavesOrItsVapEnds() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW));
        registry.authorized("north", KEY);
        assertEquals(Optional.of(NOW), registry.heldUntil(KEY, NOW));
        registry.left("north", KEY);
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW));
        registry.holds("north", BSSID, Set.of(KEY.station()));
        assertEquals(Optional.of(NOW), registry.heldUntil(KEY, NOW));
        registry.vapEnded("north", BSSID);
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW));
    }

    @Test
    void aListReplacesTheStationsOfItsVap() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        registry.authorized("north", KEY);
        registry.holds("north", BSSID, Set.of());
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW));
    }

    @Test
    void theEndOfASessionIsTheLastTimeThatAStationWasHeld() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        registry.authorized("north", KEY);
        final Instant before = Instant.now();
        registry.reportsEnd("north");
        registry.reportsEnd("north");
        final Instant end = registry.heldUntil(KEY, NOW).orElseThrow();
        assertFalse(end.isBefore(before));
        assertTrue(end.isBefore(NOW));
        registry.reportsBegin("north");
        assertEquals(Optional.of(NOW), registry.heldUntil(KEY, NOW), "until its list says something else");
        registry.hasVaps("north", Set.of());
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW), "its VAP is gone");
    }

    private static NetworkEvent event(final EventKind kind, final Mac station) {
        return NetworkEvent.of(kind).ofVap(BSSID).ofStation(station);
    }

    @Test
    void aStationThatAssociatesAndLeavesHasOneEventEach() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        registry.authorized("north", KEY);
        registry.authorized("north", KEY);
        assertEquals(List.of(event(EventKind.STATION_ASSOCIATED, KEY.station())), events.take());
        registry.left("north", KEY);
        registry.left("north", KEY);
        assertEquals(List.of(event(EventKind.STATION_LEFT, KEY.station())), events.take());
    }

    @Test
    void theFirstListIsNoEventAndALaterOneTellsWhatWasMissed() {
        final Mac second = Mac.parse("02:5a:00:00:00:02");
        final Mac third = Mac.parse("02:5a:00:00:00:03");
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        registry.holds("north", BSSID, Set.of(KEY.station(), second));
        assertEquals(List.of(), events.take());
        registry.holds("north", BSSID, Set.of(KEY.station(), second));
        assertEquals(List.of(), events.take());
        registry.reportsEnd("north");
        registry.reportsBegin("north");
        registry.holds("north", BSSID, Set.of(second, third));
        assertEquals(List.of(event(EventKind.STATION_ASSOCIATED, third),
            event(EventKind.STATION_LEFT, KEY.station())), events.take());
    }

    @Test
    void theEndOfAVapHasNoEventForEachStation() {
        hosted.name("north", BSSID);
        registry.reportsBegin("north");
        registry.holds("north", BSSID, Set.of());
        registry.authorized("north", KEY);
        events.take();
        registry.vapEnded("north", BSSID);
        registry.holds("north", BSSID, Set.of(KEY.station()));
        assertEquals(List.of(), events.take(), "the first list of the new VAP");
        registry.hasVaps("north", Set.of());
        registry.holds("north", BSSID, Set.of());
        assertEquals(List.of(), events.take());
    }

    @Test
    void anotherHostsReportsAreNoEvents() {
        hosted.name("north", BSSID);
        registry.reportsBegin("south");
        registry.authorized("south", KEY);
        registry.left("south", KEY);
        assertEquals(List.of(), events.take());
    }

    @Test
    void anotherHostHoldsNoStationOfAVap() {
        hosted.name("north", BSSID);
        registry.reportsBegin("south");
        registry.authorized("south", KEY);
        assertEquals(Optional.empty(), registry.heldUntil(KEY, NOW));
    }
}
