// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.discovery.WtpDiscovery;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.northbound.QueryPage.EntryIds;
import io.cloudmac.impl.query.Page;
import io.cloudmac.impl.query.SortKey;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsInput.Sort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryWtpsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.wtps.output.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.wtps.output.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Reads pages of WTPs. */
final class WtpQuery {
    private static final EntryIds<WtpStatus, Mac> IDS = new EntryIds<>(WtpQuery::id, Mac::toString, Mac::parse);

    private final WtpDiscovery discovery;
    private final AdmittedWtps admission;
    private final AssignmentSource assignments;
    private final LearnedStore learned;

    WtpQuery(final WtpDiscovery discovery, final AdmittedWtps admission, final AssignmentSource assignments,
            final LearnedStore learned) {
        this.discovery = discovery;
        this.admission = admission;
        this.assignments = assignments;
        this.learned = learned;
    }

    private static Mac id(final WtpStatus status) {
        return status.announcement().wtp();
    }

    /**
     * Returns a page.
     *
     * @throws IllegalArgumentException if the input is wrong, with a message for the operator
     */
    QueryWtpsOutput read(final QueryWtpsInput input) {
        final Sort sort = input.getSort() == null ? Sort.Wtp : input.getSort();
        final QueryPage<WtpStatus, Mac> query = new QueryPage<>(IDS, input, false, "query-wtps", sort,
            input.getWtp(), input.getName(), input.getUp(), input.getAdmitted(), input.getBssid(), input.getSsid());
        final Assignment assignment = assignments.assignment();
        final Map<Mac, Long> loads = new HashMap<>();
        assignment.stations().values().forEach(service -> loads.merge(service.downlink(), 1L, Long::sum));
        final Page<WtpStatus, Mac> page =
            query.read(discovery.all().stream(), filter(input, assignment), sorting(sort, loads));
        return new QueryWtpsOutputBuilder().setTotal(QueryPage.total(page)).setCursor(query.cursor(page))
            .setWtp(page.entries().stream().map(status -> row(status, loads.getOrDefault(id(status), 0L))).toList())
            .build();
    }

    private Predicate<WtpStatus> filter(final QueryWtpsInput input, final Assignment assignment) {
        final Mac wtp = input.getWtp() == null ? null : Mac.parse(input.getWtp().getValue());
        final Mac bssid = input.getBssid() == null ? null : Mac.parse(input.getBssid().getValue());
        final RawSsid ssid = QueryPage.ssid(input.getSsid());
        final Set<Mac> transmitting = new HashSet<>();
        if (bssid != null || ssid != null) {
            final Map<Mac, KnownVap> known = learned.learned().vaps();
            assignment.vaps().forEach((each, vap) -> {
                if (QueryPage.admits(bssid, each)
                        && (ssid == null || known.containsKey(each) && ssid.equals(known.get(each).ssid()))) {
                    transmitting.addAll(vap.wtps());
                }
            });
        }
        return status -> QueryPage.admits(wtp, id(status))
            && QueryPage.admits(input.getName(), status.announcement().name())
            && QueryPage.admits(input.getUp(), status.up())
            && (input.getAdmitted() == null || input.getAdmitted() == admission.isAdmitted(id(status)))
            && (bssid == null && ssid == null || transmitting.contains(id(status)));
    }

    private static Function<WtpStatus, SortKey> sorting(final Sort sort, final Map<Mac, Long> loads) {
        return switch (sort) {
            case Wtp -> status -> SortKey.of(id(status).value());
            case Name -> status -> SortKey.of(status.announcement().name());
            case Stations -> status -> SortKey.of(loads.getOrDefault(id(status), 0L));
            case LastSeen -> status -> SortKey.of(status.lastSeen().toEpochMilli());
        };
    }

    private Wtp row(final WtpStatus status, final long stations) {
        return new WtpBuilder()
            .setId(StateCodec.wtp(id(status)))
            .setName(status.announcement().name())
            .setUp(status.up())
            .setAdmitted(admission.isAdmitted(id(status)))
            .setProblem(admission.problem(id(status)).orElse(null))
            .setPort(new SwitchPort(status.port().toString()))
            .setLastSeen(StateCodec.time(status.lastSeen()))
            .setStations(Uint32.saturatedOf(stations))
            .build();
    }
}
