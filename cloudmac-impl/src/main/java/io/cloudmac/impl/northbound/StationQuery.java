// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.northbound.QueryPage.EntryIds;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.query.Page;
import io.cloudmac.impl.query.SortKey;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.state.network.StationState;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsInput.Sort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryStationsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.stations.output.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.stations.output.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Origin;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;

/** Reads pages of stations, and details only of stations on the page: others cost the filter and the sort key. */
final class StationQuery {
    private static final EntryIds<StationKey, StationKey> IDS = new EntryIds<>(Function.identity(),
        key -> key.bssid() + " " + key.station(), StationQuery::key);

    private final AssignmentSource assignments;
    private final LearnedStore learned;
    private final Activity activity;
    private final MobilityStatus mobility;

    StationQuery(final AssignmentSource assignments, final LearnedStore learned, final Activity activity,
            final MobilityStatus mobility) {
        this.assignments = assignments;
        this.learned = learned;
        this.activity = activity;
        this.mobility = mobility;
    }

    private static StationKey key(final String text) {
        final String[] parts = text.split(" ", 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("no station: " + text);
        }
        return new StationKey(Mac.parse(parts[0]), Mac.parse(parts[1]));
    }

    /**
     * Returns a page.
     *
     * @throws IllegalArgumentException if the input is wrong, with a message for the operator
     */
    QueryStationsOutput read(final QueryStationsInput input) {
        final Sort sort = input.getSort() == null ? Sort.Station : input.getSort();
        final QueryPage<StationKey, StationKey> query = new QueryPage<>(IDS, input, false, "query-stations", sort,
            input.getBssid(), input.getSsid(), input.getWtp(), input.getStation());
        final Map<StationKey, ServingWtps> stations = assignments.assignment().stations();
        final Map<Mac, KnownVap> vaps = learned.learned().vaps();
        final Page<StationKey, StationKey> page = query.read(stations.keySet().stream(),
            filter(input, stations, vaps), sorting(sort, stations, vaps));
        return new QueryStationsOutputBuilder().setTotal(QueryPage.total(page)).setCursor(query.cursor(page))
            .setStation(page.entries().stream().map(key -> row(key, stations.get(key), ssid(vaps, key))).toList())
            .build();
    }

    private static RawSsid ssid(final Map<Mac, KnownVap> vaps, final StationKey key) {
        final KnownVap vap = vaps.get(key.bssid());
        return vap == null ? RawSsid.NONE : vap.ssid();
    }

    private static Predicate<StationKey> filter(final QueryStationsInput input,
            final Map<StationKey, ServingWtps> stations, final Map<Mac, KnownVap> vaps) {
        final Mac bssid = input.getBssid() == null ? null : Mac.parse(input.getBssid().getValue());
        final Mac wtp = input.getWtp() == null ? null : Mac.parse(input.getWtp().getValue());
        final Mac station = input.getStation() == null ? null : Mac.parse(input.getStation().getValue());
        final RawSsid ssid = QueryPage.ssid(input.getSsid());
        return key -> QueryPage.admits(bssid, key.bssid()) && QueryPage.admits(station, key.station())
            && (wtp == null || wtp.equals(stations.get(key).downlink()))
            && (ssid == null || ssid.equals(ssid(vaps, key)));
    }

    private Function<StationKey, SortKey> sorting(final Sort sort, final Map<StationKey, ServingWtps> stations,
            final Map<Mac, KnownVap> vaps) {
        final Map<Mac, SortKey> texts = new HashMap<>();
        return switch (sort) {
            case Station -> key -> SortKey.of(key.station().value());
            case Bssid -> key -> SortKey.of(key.bssid().value());
            case Ssid -> key -> texts.computeIfAbsent(key.bssid(), bssid -> text(ssid(vaps, key)));
            case Wtp -> key -> SortKey.of(stations.get(key).downlink().value());
            case Signal -> key -> signal(key, stations.get(key).downlink());
            case LastSeen -> key ->
                activity.stationLastSeen(key).map(seen -> SortKey.of(seen.toEpochMilli())).orElse(SortKey.ABSENT);
        };
    }

    private static SortKey text(final RawSsid ssid) {
        return ssid.isEmpty() ? SortKey.ABSENT : SortKey.of(ssid.toString());
    }

    private SortKey signal(final StationKey key, final Mac wtp) {
        final MobilityStatus.StationSignal signal = mobility.signals(key).get(wtp);
        final long average = signal == null ? RadioTag.LEVEL_UNKNOWN : Math.round(signal.average());
        return average == RadioTag.LEVEL_UNKNOWN ? SortKey.ABSENT : SortKey.of(average);
    }

    private Station row(final StationKey key, final ServingWtps service, final RawSsid ssid) {
        return new StationBuilder()
            .setBssid(StateCodec.bssid(key.bssid()))
            .setSsid(ssid.isEmpty() ? null : new Ssid(ssid.toString()))
            .setStation(StateCodec.station(key.station()))
            .setWtp(StateCodec.wtp(service.downlink()))
            .setOrigin(switch (service.origin()) {
                case AUTOMATIC -> Origin.Automatic;
                case OPERATOR -> Origin.Operator;
            })
            .setLastSeen(activity.stationLastSeen(key).map(StateCodec::time).orElse(null))
            .setSignal(StationState.signals(mobility.signals(key), Instant.now()))
            .build();
    }
}
