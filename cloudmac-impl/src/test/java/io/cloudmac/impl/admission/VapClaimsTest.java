// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which host a VAP has that several sessions name. */
class VapClaimsTest {
    private static final Mac ONE = Mac.parse("02:00:00:00:00:01");
    private static final Mac TWO = Mac.parse("02:00:00:00:00:02");
    private static final long KEPT = VapClaims.KEPT.toNanos();

    private final VapClaims claims = new VapClaims();

    @Test
    void theFirstHostKeepsAVap() {
        claims.name("north", Set.of(ONE), 0);
        claims.name("south", Set.of(ONE, TWO), 0);
        assertEquals(Map.of(ONE, "north", TWO, "south"), claims.hosts());
        assertEquals(Map.of(ONE, Set.of("south")), claims.rivals());
        claims.name("north", Set.of(ONE), 0);
        claims.name("south", Set.of(ONE, TWO), 0);
        assertEquals(Map.of(ONE, "north", TWO, "south"), claims.hosts(), "again");
    }

    @Test
    void aVapThatItsHostNoLongerNamesWaitsForIt() {
        claims.name("north", Set.of(ONE), 0);
        claims.name("south", Set.of(ONE), 0);
        claims.name("north", Set.of(), 0);
        assertEquals(Map.of(), claims.hosts(), "a restart of hostapd does not give its VAP away");
        claims.name("north", Set.of(ONE), KEPT / 2);
        assertEquals(Map.of(ONE, "north"), claims.hosts());
        claims.name("north", Set.of(), KEPT);
        claims.name("north", Set.of(), 2 * KEPT - 1);
        assertEquals(Map.of(), claims.hosts());
        claims.update(2 * KEPT);
        assertEquals(Map.of(ONE, "south"), claims.hosts(), "an empty list does not extend the wait");
        assertEquals(Map.of(), claims.rivals());
    }

    @Test
    void aVapHasEndedWhileTheSessionOfItsHostDoesNotNameIt() {
        claims.name("north", Set.of(ONE, TWO), 0);
        assertEquals(Set.of(), claims.ended(0));
        claims.name("north", Set.of(TWO), 1);
        assertEquals(Set.of(ONE), claims.ended(1));
        claims.name("north", Set.of(ONE, TWO), 2);
        assertEquals(Set.of(), claims.ended(2), "hostapd is back");
        claims.name("north", Set.of(TWO), 3);
        claims.close("north", 4);
        assertEquals(Set.of(), claims.ended(4), "without a session nobody knows");
        claims.name("north", Set.of(), 5);
        assertEquals(Set.of(), claims.ended(5), "the first list of a session may be incomplete");
        claims.name("north", Set.of(ONE), 6);
        claims.name("north", Set.of(), 7);
        claims.name("south", Set.of(ONE), 8);
        assertEquals(Set.of(), claims.ended(8), "it has moved to another host");
    }

    @Test
    void theBeaconsOfAVapThatHasEndedDecideSoon() {
        claims.name("north", Set.of(ONE), 0);
        claims.name("north", Set.of(), 1);
        final long seconds = Duration.ofSeconds(20).toNanos();
        assertEquals(Set.of(ONE), claims.ended(seconds));
        assertEquals(Set.of(), claims.ended(1 + seconds));
    }

    @Test
    void aVapWaitsForItsFormerHostAfterARestart() {
        claims.expect(ONE, "north", 0);
        claims.name("south", Set.of(ONE, TWO), 1);
        assertEquals(Map.of(TWO, "south"), claims.hosts());
        assertEquals(Map.of(ONE, Set.of("south")), claims.rivals());
        claims.name("north", Set.of(ONE), 2);
        assertEquals(Map.of(ONE, "north", TWO, "south"), claims.hosts());
    }

    @Test
    void theWaitAfterARestartEnds() {
        claims.expect(ONE, "north", 0);
        claims.name("south", Set.of(ONE), 1);
        claims.update(KEPT);
        assertEquals(Map.of(ONE, "south"), claims.hosts());
    }

    @Test
    void aVapWaitsForItsHostToReturn() {
        claims.name("north", Set.of(ONE), 0);
        claims.close("north", 0);
        assertEquals(Map.of(), claims.hosts());
        claims.name("south", Set.of(ONE), 1);
        assertEquals(Map.of(), claims.hosts(), "a restart of the daemon does not give its VAPs away");
        assertEquals(Map.of(ONE, Set.of("south")), claims.rivals());
        claims.name("north", Set.of(ONE), KEPT - 1);
        claims.update(KEPT);
        assertEquals(Map.of(ONE, "north"), claims.hosts());
    }

    @Test
    void theWaitEnds() {
        claims.name("north", Set.of(ONE), 0);
        claims.close("north", 0);
        claims.name("south", Set.of(ONE), 1);
        claims.close("north", KEPT - 1);
        claims.update(KEPT);
        assertEquals(Map.of(ONE, "south"), claims.hosts());
        assertEquals(Map.of(), claims.rivals());
    }

    private static Set<Mac> vaps(final int first, final int end) {
        return IntStream.range(first, end).mapToObj(i -> new Mac(0x0200_0000_0000L + i))
            .collect(Collectors.toUnmodifiableSet());
    }

    @Test
    void aHostKeepsItsFirstVaps() {
        claims.name("north", vaps(500, 755), 0);
        claims.name("north", vaps(0, 755), 0);
        assertEquals(VapHostDirectory.MAX_VAPS_OF_HOST, claims.hosts().size());
        assertTrue(claims.hosts().keySet().containsAll(vaps(500, 755)), "those that it named before");
        assertTrue(claims.hosts().containsKey(new Mac(0x0200_0000_0000L)), "then the lowest");
        assertEquals(Map.of("north", 499), claims.surplus());
        assertEquals(Map.of(), claims.rivals());
        claims.name("south", vaps(0, 10), 0);
        assertEquals(vaps(1, 10), claims.hosts().keySet().stream()
            .filter(bssid -> claims.owner(bssid).equals("south")).collect(Collectors.toSet()), "another host has room");
        assertEquals(Map.of("north", 490), claims.surplus());
    }

    @Test
    void aVapThatWaitsForItsHostCounts() {
        claims.name("north", vaps(0, 256), 0);
        claims.name("north", vaps(256, 260), 0);
        assertEquals(Map.of(), claims.hosts(), "a host that changes its VAPs all the time has no more than others");
        assertEquals(Map.of("north", 4), claims.surplus());
        claims.update(KEPT);
        assertEquals(vaps(256, 260), claims.hosts().keySet());
        assertEquals(Map.of(), claims.surplus());
    }

    @Test
    void theLimitHoldsForTheVapsOfTheTimeBeforeARestart() {
        vaps(0, 300).forEach(bssid -> claims.expect(bssid, "north", 0));
        claims.name("north", vaps(0, 300), 1);
        assertEquals(VapHostDirectory.MAX_VAPS_OF_HOST, claims.hosts().size());
        assertEquals(Map.of("north", 44), claims.surplus());
    }

    @Test
    void aRemovedHostGivesItsVapsAway() {
        claims.name("north", Set.of(ONE), 0);
        claims.name("south", Set.of(ONE), 0);
        claims.remove("north", 0);
        assertEquals(Map.of(ONE, "south"), claims.hosts());
        assertEquals("south", claims.owner(ONE));
    }
}
