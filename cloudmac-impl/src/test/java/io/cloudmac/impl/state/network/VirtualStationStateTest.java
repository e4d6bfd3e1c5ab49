// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The problems of virtual stations. */
class VirtualStationStateTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:0a");
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private static Set<String> problems(final Mac wtp, final Map<Mac, String> refusals, final String refused) {
        final Assignment assignment = new Assignment(Map.of(WTP1, PORT, WTP2, PORT), Map.of(), Map.of())
            .withVirtualStations(Map.of(STATION, new VirtualStation(PORT,
                Optional.ofNullable(wtp).map(each -> ServingWtps.by(each, Origin.AUTOMATIC)))));
        return entry(assignment, refusals, Optional.of(Instant.now()), Optional.ofNullable(refused)).getProblem();
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.virtual.stations
            .VirtualStation entry(final Assignment assignment, final Map<Mac, String> refusals,
            final Optional<Instant> lastSeen, final Optional<String> refused) {
        final Seen seen = new Seen(PORT, new StationHello(STATION, 0, 0, Mac.NULL, RawSsid.NONE), lastSeen, refused);
        return VirtualStationState.of(List.of(seen), List.of(), assignment, Map.of(),
            station -> station.equals(STATION) ? refusals : Map.of(), station -> Map.of())
            .nonnullVirtualStation().values().iterator().next();
    }

    @Test
    void beforeTheFirstHelloItWasNotSeen() {
        assertNull(entry(Assignment.NOTHING, Map.of(), Optional.empty(), Optional.empty()).getLastSeen());
        assertEquals("2026-01-02T03:04:05Z", entry(Assignment.NOTHING, Map.of(),
            Optional.of(Instant.parse("2026-01-02T03:04:05.6Z")), Optional.empty()).getLastSeen().getValue());
    }

    @Test
    void aServedOneHasNoProblem() {
        assertEquals(Set.of(), problems(WTP1, Map.of(), null));
    }

    @Test
    void eachWtpThatRefusesItsLeaseIsAProblem() {
        assertEquals(Set.of("WTP " + WTP1 + " refuses its lease: full", "WTP " + WTP2 + " refuses its lease: off"),
            problems(WTP2, Map.of(WTP1, "full", WTP2, "off"), null));
    }

    private static Seen refused(final Mac station, final PortId port) {
        return new Seen(port, new StationHello(station, 0, 0, Mac.NULL, RawSsid.NONE), Optional.of(Instant.now()),
            Optional.of("no"));
    }

    @Test
    void anAddressOrIdInUseIsAProblemOfBothWithThePort() {
        final Mac sameId = Mac.parse("02:5a:00:01:00:0a");
        final Seen first = new Seen(PORT, new StationHello(STATION, 0, 0, Mac.NULL, RawSsid.NONE),
            Optional.of(Instant.now()), Optional.empty());
        final Seen other = refused(sameId, new PortId("openflow:2", 3));
        final Assignment assignment = new Assignment(Map.of(WTP1, PORT), Map.of(), Map.of()).withVirtualStations(
            Map.of(STATION, new VirtualStation(PORT, Optional.of(ServingWtps.by(WTP1, Origin.AUTOMATIC)))));
        final Map<String, Set<String>> problems = VirtualStationState.of(List.of(first, other),
                List.of(refused(STATION, new PortId("openflow:2", 2)), refused(STATION, new PortId("openflow:2", 4)),
                    other, refused(Mac.parse("02:5a:00:00:00:0b"), PORT)),
                assignment, Map.of(), station -> Map.of(), station -> Map.of()).nonnullVirtualStation().values()
            .stream().collect(Collectors.toMap(each -> each.getStation().getValue(), each -> each.getProblem()));
        assertEquals(Map.of(
            STATION.toString(), Set.of("hellos with its address also arrive at openflow:2:2 and are refused",
                "hellos with its address also arrive at openflow:2:4 and are refused",
                "virtual station " + sameId + " at openflow:2:3 has the same id and is refused"),
            sameId.toString(), Set.of("it is refused: no")), problems);
    }

    @Test
    void aRefusedOneHasNoWtp() {
        assertEquals(Set.of("it is refused: no"), problems(WTP1, Map.of(), "no"));
        assertEquals(1, problems(null, Map.of(), null).size());
    }
}
