// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.discovery.WtpDiscovery;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.stations.output.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.Uint16;

/** Queries of two VAPs with 30 stations at three WTPs. */
class QueryRpcsTest {
    private static final Mac OPEN = Mac.parse("02:c1:0d:00:a0:01");
    private static final Mac HIDDEN = Mac.parse("02:c1:0d:00:a0:02");
    private static final int STATIONS = 30;

    private final AssignmentSource assignments = mock(AssignmentSource.class);
    private final LearnedStore learned = mock(LearnedStore.class);
    private final Activity activity = mock(Activity.class);
    private final MobilityStatus mobility = mock(MobilityStatus.class);
    private final WtpDiscovery discovery = mock(WtpDiscovery.class);
    private final FakeAdmission admission = new FakeAdmission();
    private final SteeringLog log = new SteeringLog();
    private final StationQuery stations = new StationQuery(assignments, learned, activity, mobility);
    private final WtpQuery wtps = new WtpQuery(discovery, admission, assignments, learned);
    private final DecisionQuery decisions = new DecisionQuery(log, learned);

    private static Mac wtp(final int number) {
        return new Mac(Mac.parse("02:c1:0d:aa:00:00").value() + number);
    }

    private static Mac station(final int number) {
        return new Mac(Mac.parse("02:5a:00:00:00:00").value() + number);
    }

    private static StationKey key(final int number) {
        return new StationKey(number % 3 == 0 ? HIDDEN : OPEN, station(number));
    }

    @BeforeEach
    void begin() {
        final PortId port = new PortId("openflow:1", 1);
        final Map<StationKey, ServingWtps> served = new HashMap<>();
        for (int number = 0; number < STATIONS; number++) {
            served.put(key(number), ServingWtps.by(wtp(number % 3), number == 1 ? Origin.OPERATOR : Origin.AUTOMATIC));
            when(activity.stationLastSeen(key(number))).thenReturn(number == 2 ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(1_000_000 - number)));
            when(mobility.signals(key(number))).thenReturn(number == 4 ? Map.of()
                : Map.of(wtp(number % 3), new StationSignal(-40.4 - number, -50, 3, Duration.ofSeconds(1))));
        }
        when(assignments.assignment()).thenReturn(new Assignment(Map.of(wtp(0), port, wtp(1), port, wtp(2), port),
            Map.of(OPEN, new Assignment.Vap(port, 2412, Set.of(wtp(1), wtp(2))),
                HIDDEN, new Assignment.Vap(port, 2412, Set.of(wtp(0)))), served));
        when(learned.learned()).thenReturn(new Learned(Map.of(),
            Map.of(OPEN, new KnownVap(port, RawSsid.of("café"), 2412, 100),
                HIDDEN, new KnownVap(port, RawSsid.NONE, 2412, 100)), Map.of(), Set.of()));
        final List<WtpStatus> known = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            known.add(new WtpStatus(new Announcement(wtp(number), Duration.ofSeconds(1), "wtp" + number % 2, List.of(),
                List.of()), port, Instant.ofEpochSecond(number), number < 3));
        }
        when(discovery.all()).thenReturn(known);
    }

    private static List<Integer> numbers(final QueryStationsOutput page) {
        return page.nonnullStation().stream().map(row -> Mac.parse(row.getStation().getValue()).lastTwoOctets())
            .toList();
    }

    /** Reads all pages, and returns the numbers of the stations in their order. */
    private List<Integer> all(final QueryStationsInput query) {
        final List<Integer> found = new ArrayList<>();
        String cursor = null;
        do {
            final QueryStationsOutput page =
                stations.read(new QueryStationsInputBuilder(query).setCursor(cursor).build());
            assertTrue(page.getStation().size() <= query.getLimit().toJava());
            found.addAll(numbers(page));
            cursor = page.getCursor();
        } while (cursor != null);
        return found;
    }

    private static QueryStationsInputBuilder pagesOf(final int limit) {
        return new QueryStationsInputBuilder().setLimit(Uint16.valueOf(limit));
    }

    @Test
    void stationsComeInPagesInEachOrder() {
        for (final QueryStationsInput.Sort sort : QueryStationsInput.Sort.values()) {
            for (final boolean descending : List.of(false, true)) {
                final List<Integer> found = all(pagesOf(7).setSort(sort).setDescending(descending).build());
                assertEquals(STATIONS, found.size(), sort.getName());
                assertEquals(STATIONS, Set.copyOf(found).size(), sort.getName());
                switch (sort) {
                    case Station -> assertEquals(descending ? 29 : 0, found.get(0));
                    case Ssid -> assertEquals(0, found.get(29) % 3, "a hidden SSID is last");
                    case Signal -> {
                        assertEquals(descending ? 0 : 29, found.get(0));
                        assertEquals(4, found.get(29), "no signal is last");
                    }
                    case LastSeen -> assertEquals(2, found.get(29));
                    case Wtp -> assertEquals(descending ? 2 : 0, found.get(0) % 3);
                    case Bssid -> assertEquals(descending, found.get(0) % 3 == 0);
                    default -> throw new AssertionError("not tested: " + sort);
                }
            }
        }
    }

    @Test
    void stationsAreFilteredBeforeTheyAreCounted() {
        final QueryStationsOutput page = stations.read(new QueryStationsInputBuilder()
            .setSsid(new Ssid("caf\\xc3\\xa9")).setWtp(new WtpId(wtp(1).toString())).setLimit(Uint16.ONE).build());
        assertEquals(10, page.getTotal().toJava());
        assertEquals(List.of(1), numbers(page));
        final Station row = page.getStation().get(0);
        assertEquals(OPEN.toString(), row.getBssid().getValue());
        assertEquals("café", row.getSsid().getValue());
        assertEquals("operator", row.getOrigin().getName());
        assertEquals((byte) -41, row.nonnullSignal().values().iterator().next().getAverage().getValue().byteValue());
        final QueryStationsOutput hidden = stations.read(new QueryStationsInputBuilder()
            .setBssid(new Bssid(HIDDEN.toString())).setStation(new UnicastMac(station(3).toString())).build());
        assertEquals(List.of(3), numbers(hidden));
        assertNull(hidden.getStation().get(0).getSsid());
        assertNull(hidden.getCursor());
        assertEquals(0, stations.read(new QueryStationsInputBuilder().setSsid(new Ssid("other")).build()).getTotal()
            .toJava());
    }

    @Test
    void onlyWhatIsToldIsRead() {
        clearInvocations(mobility, activity);
        stations.read(pagesOf(2).setSort(QueryStationsInput.Sort.Wtp).build());
        verify(mobility, times(2)).signals(any());
        verify(activity, times(2)).stationLastSeen(any());
        clearInvocations(mobility, activity);
        stations.read(pagesOf(2).setSort(QueryStationsInput.Sort.LastSeen).build());
        verify(mobility, times(2)).signals(any());
        verify(activity, never()).stationKnownUntil(any());
    }

    @Test
    void aCursorOfAnotherQueryIsRefused() throws Exception {
        final String cursor = stations.read(pagesOf(2).build()).getCursor();
        for (final QueryStationsInputBuilder other : List.of(pagesOf(2).setDescending(true),
                pagesOf(2).setSort(QueryStationsInput.Sort.Signal), pagesOf(2).setSsid(new Ssid("x")))) {
            final String message = assertThrows(IllegalArgumentException.class,
                () -> stations.read(other.setCursor(cursor).build())).getMessage();
            assertTrue(message.startsWith("cursor '") && message.contains("another query"), message);
        }
        assertEquals(List.of(2, 3, 4), numbers(stations.read(pagesOf(3).setCursor(cursor).build())),
            "the next page may have another limit");
        final QueryWtpsInput foreign = new QueryWtpsInputBuilder().setCursor(cursor).build();
        final var refused = QueryRpcs.answer(() -> wtps.read(foreign)).get();
        assertFalse(refused.isSuccessful());
        assertEquals(ErrorTag.INVALID_VALUE, refused.getErrors().iterator().next().getTag());
    }

    private List<Integer> wtps(final QueryWtpsInput input) {
        return wtps.read(input).nonnullWtp().stream().map(row -> Mac.parse(row.getId().getValue()).lastTwoOctets())
            .toList();
    }

    @Test
    void wtpsAreFilteredAndSorted() {
        assertEquals(List.of(0, 1, 2, 3), wtps(new QueryWtpsInputBuilder().build()));
        assertEquals(List.of(3), wtps(new QueryWtpsInputBuilder().setUp(false).build()));
        assertEquals(List.of(1, 2), wtps(new QueryWtpsInputBuilder().setSsid(new Ssid("café")).build()));
        assertEquals(List.of(), wtps(new QueryWtpsInputBuilder().setSsid(new Ssid("café"))
            .setBssid(new Bssid(HIDDEN.toString())).build()));
        assertEquals(List.of(3, 1, 2, 0), wtps(new QueryWtpsInputBuilder().setSort(QueryWtpsInput.Sort.Name)
            .setDescending(true).build()));
        assertEquals(List.of(3, 0, 1, 2), wtps(new QueryWtpsInputBuilder().setSort(QueryWtpsInput.Sort.Stations)
            .build()));
        final var row = wtps.read(new QueryWtpsInputBuilder().setName("wtp1").setLimit(Uint16.ONE).build());
        assertEquals(10, row.getWtp().get(0).getStations().toJava());
        assertEquals(2, row.getTotal().toJava());
    }

    private List<Long> decisions(final QueryDecisionsInput input) {
        return decisions.read(input).nonnullDecision().stream().map(row -> row.getNumber().longValue()).toList();
    }

    @Test
    void decisionsAreFilteredAndTheNewestIsFirst() {
        log.add(key(0), null, wtp(0), SteeringTrigger.of(Reason.FIRST_CONTACT), SteeringResult.DONE);
        log.add(key(0), wtp(0), wtp(1), SteeringTrigger.of(Reason.OPERATOR).by("eve"), SteeringResult.DONE);
        log.add(key(1), wtp(1), null, SteeringTrigger.of(Reason.NO_RADIO), SteeringResult.DONE);
        assertEquals(List.of(3L, 2L, 1L), decisions(new QueryDecisionsInputBuilder().build()));
        assertEquals(List.of(1L, 2L), decisions(new QueryDecisionsInputBuilder()
            .setWtp(new WtpId(wtp(0).toString())).setDescending(false).build()));
        assertEquals(List.of(2L), decisions(new QueryDecisionsInputBuilder().setUser("eve").build()));
        assertEquals("eve", decisions.read(new QueryDecisionsInputBuilder().setLimit(Uint16.TWO).build()).getDecision()
            .get(1).getUser());
        assertEquals(List.of(3L), decisions(new QueryDecisionsInputBuilder().setSsid(new Ssid("café")).build()));
        final String now = log.all().get(1).time().toString();
        final List<Long> until = decisions(new QueryDecisionsInputBuilder().setUntil(new Timestamp(now)).build());
        assertFalse(until.contains(2L), "until is excluded");
        assertTrue(decisions(new QueryDecisionsInputBuilder().setSince(new Timestamp(now)).build())
            .containsAll(List.of(2L, 3L)), "since is included");
        assertEquals(List.of(), decisions(new QueryDecisionsInputBuilder()
            .setSince(new Timestamp(Instant.now().plusSeconds(60).toString())).build()));
        assertEquals(List.of(1L, 2L, 3L), decisions(new QueryDecisionsInputBuilder()
            .setSort(QueryDecisionsInput.Sort.To).setDescending(false).build()));
        final String message = assertThrows(IllegalArgumentException.class, () -> decisions(
            new QueryDecisionsInputBuilder().setSince(new Timestamp("2026-13-45T00:00:00Z")).build())).getMessage();
        assertTrue(message.startsWith("since '2026-13-45T00:00:00Z'"), message);
    }
}
