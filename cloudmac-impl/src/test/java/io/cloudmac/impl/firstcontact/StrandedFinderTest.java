// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which stations their WTP cannot serve, and why. */
class StrandedFinderTest {
    static final Mac SERVING = Mac.parse("02:c1:0d:aa:00:01");
    static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    static final int MHZ = 2437;
    static final int ELSEWHERE = 2412;
    private static final Mac SHARED = Mac.parse("02:00:00:00:12:34");
    private static final Mac ALONE = Mac.parse("02:00:00:00:12:35");
    static final StationKey STATION = new StationKey(SHARED, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OF_ALONE = new StationKey(ALONE, Mac.parse("02:5a:00:00:00:01"));

    /** Returns an assignment with two VAPs: both WTPs radiate one, only the serving WTP radiates the other. */
    static Assignment served(final Map<StationKey, ServingWtps> stations) {
        final PortId vap = new PortId("openflow:2", 2);
        return new Assignment(Map.of(SERVING, new PortId("openflow:1", 1), OTHER, new PortId("openflow:1", 2)),
            Map.of(SHARED, new Assignment.Vap(vap, MHZ, Set.of(SERVING, OTHER)),
                ALONE, new Assignment.Vap(vap, MHZ, Set.of(SERVING))), stations);
    }

    static Announcement on(final Mac wtp, final int... frequencies) {
        final List<Announcement.Radio> radios = Arrays.stream(frequencies)
            .mapToObj(frequency -> new Announcement.Radio(0, wtp, frequency, 20, 20, 0, 8, 1)).toList();
        return new Announcement(wtp, Duration.ofSeconds(1), "wtp", List.of(), radios);
    }

    static Map<Mac, Announcement> up(final Announcement... those) {
        return Arrays.stream(those).collect(Collectors.toMap(Announcement::wtp, Function.identity()));
    }

    private static Map<StationKey, Reason> stranded(final ServingWtps service, final Announcement... up) {
        return StrandedFinder.find(served(Map.of(STATION, service)), up(up), wtp -> true);
    }

    private static Map<StationKey, Reason> stranded(final Announcement... up) {
        return stranded(ServingWtps.by(SERVING, Origin.AUTOMATIC), up);
    }

    @Test
    void aStationOfALostWtpIsStrandedIfAnotherWtpCouldServeIt() {
        assertEquals(Map.of(STATION, Reason.WTP_LOST), stranded(on(OTHER, MHZ)));
        assertEquals(Map.of(STATION, Reason.WTP_LOST), stranded(on(OTHER, ELSEWHERE)), "its radio may be tuned");
    }

    @Test
    void aStationIsNotStrandedIfNoOtherWtpCouldServeIt() {
        assertEquals(Map.of(), stranded(), "none is up");
        assertEquals(Map.of(), StrandedFinder.find(served(Map.of(OF_ALONE, ServingWtps.by(SERVING, Origin.AUTOMATIC))),
            up(on(OTHER, MHZ)), wtp -> true), "the other WTP does not radiate the VAP");
    }

    @Test
    void aStationIsStrandedOnAnotherChannelIfAnotherWtpIsOnTheVaps() {
        assertEquals(Map.of(STATION, Reason.NO_RADIO), stranded(on(SERVING, ELSEWHERE), on(OTHER, MHZ)));
        assertEquals(Map.of(), stranded(on(SERVING, ELSEWHERE), on(OTHER, ELSEWHERE)), "neither WTP is on the channel");
        assertEquals(Map.of(), stranded(on(SERVING, ELSEWHERE, MHZ), on(OTHER, MHZ)), "its second radio is");
        assertEquals(Map.of(), stranded(on(SERVING, MHZ), on(OTHER, ELSEWHERE)));
    }

    @Test
    void aWtpThatIsNotAdmittedCannotServe() {
        final Assignment assignment = served(Map.of(STATION, ServingWtps.by(SERVING, Origin.AUTOMATIC)));
        assertEquals(Map.of(), StrandedFinder.find(assignment, up(on(OTHER, MHZ)), SERVING::equals));
        assertEquals(Map.of(), StrandedFinder.find(assignment, up(on(SERVING, ELSEWHERE), on(OTHER, MHZ)),
            SERVING::equals));
        assertEquals(Map.of(STATION, Reason.NO_RADIO), StrandedFinder.find(assignment,
            up(on(SERVING, ELSEWHERE), on(OTHER, MHZ)), OTHER::equals), "its own session does not matter");
    }

    @Test
    void aRadioWithoutChannelIsNotOnAnUnknownOne() {
        final Assignment.Vap unknown = new Assignment.Vap(new PortId("openflow:2", 2), 0, Set.of(SERVING, OTHER));
        assertFalse(StrandedFinder.isOnChannel(unknown, on(SERVING, 0)));
        assertFalse(StrandedFinder.isOnChannel(unknown, on(OTHER, MHZ)));
    }

    @Test
    void aStationBoundByTheOperatorIsNotStranded() {
        assertEquals(Map.of(), stranded(ServingWtps.by(SERVING, Origin.OPERATOR), on(OTHER, MHZ)));
    }

    @Test
    void aStationInAHandoverIsNotStranded() {
        assertEquals(Map.of(), stranded(new ServingWtps(SERVING, Set.of(SERVING, OTHER), Origin.AUTOMATIC),
            on(SERVING, ELSEWHERE), on(OTHER, MHZ)));
        assertEquals(Map.of(), stranded(new ServingWtps(SERVING, Set.of(SERVING), Origin.AUTOMATIC,
            Map.of(SERVING, ELSEWHERE)), on(SERVING, ELSEWHERE), on(OTHER, MHZ)));
    }
}
