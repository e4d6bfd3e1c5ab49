// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VirtualStationBinderTest {
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac A = Mac.parse("02:5a:00:00:00:0a");
    private static final Mac B = Mac.parse("02:5a:00:00:00:0b");
    private static final Mac C = Mac.parse("02:5a:00:00:00:0c");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final Map<Mac, PortId> ALL = Map.of(A, PORT, B, PORT, C, PORT);
    private static final Set<Mac> BOTH = Set.of(WTP1, WTP2);

    private static Map<Mac, VirtualStation> assign(final Set<Mac> able, final Map<Mac, Mac> operator,
            final Map<Mac, Mac> before) {
        return VirtualStationBinder.assign(ALL, antennas(able, rooms(able)), operator, before, Map.of());
    }

    private static Antennas antennas(final Set<Mac> all, final Map<Mac, Integer> rooms) {
        return new Antennas(all, rooms, (station, wtp) -> false, (station, wtp) -> true);
    }

    private static Map<Mac, Integer> rooms(final Set<Mac> able) {
        return able.stream().collect(Collectors.toMap(wtp -> wtp, wtp -> 8));
    }

    private static Optional<Mac> wtp(final Map<Mac, VirtualStation> assigned, final Mac station) {
        return assigned.get(station).service().map(ServingWtps::downlink);
    }

    @Test
    void newOnesSpreadOverTheWtps() {
        final Map<Mac, VirtualStation> now = assign(BOTH, Map.of(), Map.of(C, WTP1));
        assertEquals(Optional.of(WTP1), wtp(now, C), "it stays");
        assertEquals(Optional.of(WTP2), wtp(now, A));
        assertEquals(Optional.of(WTP1), wtp(now, B));
    }

    @Test
    void nobodyMovesBecauseAnotherOneCameOrLeft() {
        final Map<Mac, Mac> before = Map.of(A, WTP1, B, WTP1, C, WTP1);
        final Map<Mac, VirtualStation> now = assign(BOTH, Map.of(), before);
        before.forEach((station, wtp) -> assertEquals(Optional.of(wtp), wtp(now, station)));
    }

    @Test
    void theOperatorDecidesForThoseWithoutWtpAndAHandoverMovesTheOthers() {
        final Map<Mac, VirtualStation> now = assign(BOTH, Map.of(A, WTP2, B, WTP2), Map.of(B, WTP1));
        assertEquals(Optional.of(ServingWtps.by(WTP2, Origin.OPERATOR)), now.get(A).service());
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.AUTOMATIC)), now.get(B).service());
    }

    @Test
    void aWtpThatCannotServeLosesItsVirtualStations() {
        final Map<Mac, VirtualStation> now = assign(Set.of(WTP2), Map.of(B, WTP1), Map.of(A, WTP1, B, WTP1));
        assertEquals(Optional.of(WTP2), wtp(now, A));
        assertEquals(Optional.empty(), wtp(now, B), "the operator chose a WTP that cannot serve it");
    }

    @Test
    void aWtpWithoutSessionKeepsThemAndGetsNoMore() {
        final Map<Mac, VirtualStation> now = VirtualStationBinder.assign(ALL, antennas(BOTH, rooms(Set.of(WTP2))),
            Map.of(), Map.of(A, WTP1), Map.of());
        assertEquals(Optional.of(WTP1), wtp(now, A));
        assertEquals(Optional.of(WTP2), wtp(now, B));
        assertEquals(Optional.of(WTP2), wtp(now, C));
    }

    @Test
    void aWtpWithoutRoomGetsNoMore() {
        final Map<Mac, VirtualStation> now = VirtualStationBinder.assign(ALL,
            antennas(BOTH, Map.of(WTP1, 1, WTP2, 1)), Map.of(), Map.of(), Map.of());
        assertEquals(Optional.of(WTP1), wtp(now, A));
        assertEquals(Optional.of(WTP2), wtp(now, B));
        assertEquals(Optional.empty(), wtp(now, C));
        assertEquals(Optional.of(WTP1), wtp(VirtualStationBinder.assign(ALL,
            antennas(BOTH, Map.of(WTP1, 1, WTP2, 1)), Map.of(C, WTP1), Map.of(), Map.of()), C),
            "the operator knows better");
    }

    @Test
    void aHandoverOverridesTheRest() {
        final ServingWtps both = new ServingWtps(WTP1, BOTH, Origin.OPERATOR);
        final Map<Client, ServingWtps> handovers = Map.of(new VirtualClient(A), both);
        assertEquals(Optional.of(both),
            VirtualStationBinder.assign(ALL, antennas(BOTH, rooms(BOTH)), Map.of(A, WTP2), Map.of(A, WTP1), handovers)
                .get(A).service());
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.OPERATOR)), VirtualStationBinder.assign(ALL,
            antennas(Set.of(WTP1), rooms(Set.of(WTP1))), Map.of(), Map.of(), handovers).get(A).service(),
            "without the WTP that has gone");
    }

    /** Assigns A alone, which some WTPs refuse. */
    private static Optional<ServingWtps> refused(final Set<Mac> refusing, final Map<Mac, Mac> operator,
            final Mac before) {
        return VirtualStationBinder.assign(Map.of(A, PORT), new Antennas(BOTH, rooms(BOTH),
            (station, wtp) -> station.equals(A) && refusing.contains(wtp), (station, wtp) -> true), operator,
            before == null ? Map.of() : Map.of(A, before), Map.of()).get(A).service();
    }

    @Test
    void oneThatItsWtpRefusesGetsAnotherWtp() {
        assertEquals(Optional.of(ServingWtps.by(WTP2, Origin.AUTOMATIC)), refused(Set.of(WTP1), Map.of(), WTP1));
        assertEquals(Optional.of(ServingWtps.by(WTP2, Origin.AUTOMATIC)), refused(Set.of(WTP1), Map.of(), null));
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.AUTOMATIC)), refused(BOTH, Map.of(), WTP1),
            "none is better");
        assertEquals(Optional.empty(), refused(BOTH, Map.of(), null));
    }

    @Test
    void aRefusalDoesNotEndTheOperatorsBinding() {
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.OPERATOR)), refused(Set.of(WTP1), Map.of(A, WTP1), WTP1));
        assertEquals(Optional.of(ServingWtps.by(WTP1, Origin.OPERATOR)), refused(Set.of(WTP1), Map.of(A, WTP1), null));
        assertEquals(Optional.of(ServingWtps.by(WTP2, Origin.OPERATOR)), refused(Set.of(WTP1), Map.of(A, WTP2), WTP1),
            "there is nothing to hand over");
    }

    @Test
    void oneThatIsRefusedDoesNotCountAtTheWtpThatItLeaves() {
        final Map<Mac, VirtualStation> now = VirtualStationBinder.assign(ALL, new Antennas(BOTH,
            Map.of(WTP1, 1, WTP2, 8), (station, wtp) -> station.equals(A) && wtp.equals(WTP1),
            (station, wtp) -> true), Map.of(), Map.of(A, WTP1, B, WTP2), Map.of());
        assertEquals(Optional.of(WTP2), wtp(now, A));
        assertEquals(Optional.of(WTP1), wtp(now, C));
    }

    /** Assigns all, of which A's BSS is on the channel of WTP2. */
    private static Map<Mac, VirtualStation> onChannelOfWtp2(final Map<Mac, Integer> rooms, final Map<Mac, Mac> before,
            final Set<Mac> refusing) {
        return VirtualStationBinder.assign(ALL, new Antennas(BOTH, rooms,
            (station, wtp) -> station.equals(A) && refusing.contains(wtp),
            (station, wtp) -> !station.equals(A) || wtp.equals(WTP2)), Map.of(), before, Map.of());
    }

    @Test
    void aWtpOnTheChannelComesBeforeOneWithFewerVirtualStations() {
        final Map<Mac, Mac> others = Map.of(B, WTP2, C, WTP2);
        assertEquals(Optional.of(WTP2), wtp(onChannelOfWtp2(rooms(BOTH), others, Set.of()), A));
        assertEquals(Optional.of(WTP1), wtp(onChannelOfWtp2(Map.of(WTP1, 8, WTP2, 2), others, Set.of()), A),
            "WTP2 has no room");
        assertEquals(Optional.of(WTP1), wtp(onChannelOfWtp2(rooms(BOTH), others, Set.of(WTP2)), A), "WTP2 refuses");
        assertEquals(Optional.of(WTP1), wtp(onChannelOfWtp2(rooms(BOTH), Map.of(A, WTP1), Set.of()), A), "it stays");
    }
}
