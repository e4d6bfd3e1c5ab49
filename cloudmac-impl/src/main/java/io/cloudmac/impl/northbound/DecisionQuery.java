// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.learned.Learned.KnownVap;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.northbound.QueryPage.EntryIds;
import io.cloudmac.impl.query.Page;
import io.cloudmac.impl.query.SortKey;
import io.cloudmac.impl.steering.SteeringCodec;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsInput.Sort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.QueryDecisionsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.query.rev261130.query.decisions.output.DecisionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Timestamp;

/** Reads pages of steering decisions. */
final class DecisionQuery {
    private static final EntryIds<LoggedDecision, Long> IDS =
        new EntryIds<>(LoggedDecision::number, String::valueOf, Long::valueOf);

    private final SteeringLog log;
    private final LearnedStore learned;

    DecisionQuery(final SteeringLog log, final LearnedStore learned) {
        this.log = log;
        this.learned = learned;
    }

    /**
     * Returns a page.
     *
     * @throws IllegalArgumentException if the input is wrong, with a message for the operator
     */
    QueryDecisionsOutput read(final QueryDecisionsInput input) {
        final Sort sort = input.getSort() == null ? Sort.Time : input.getSort();
        final QueryPage<LoggedDecision, Long> query = new QueryPage<>(IDS, input, true, "query-decisions", sort,
            input.getBssid(), input.getSsid(), input.getWtp(), input.getStation(), input.getUser(), input.getSince(),
            input.getUntil());
        final Predicate<LoggedDecision> filter = filter(input);
        final Page<LoggedDecision, Long> page = query.read(log.all().stream(), filter, sorting(sort));
        return new QueryDecisionsOutputBuilder().setTotal(QueryPage.total(page)).setCursor(query.cursor(page))
            .setDecision(page.entries().stream()
                .map(decision -> new DecisionBuilder(SteeringCodec.decision(decision)).build()).toList())
            .build();
    }

    private Predicate<LoggedDecision> filter(final QueryDecisionsInput input) {
        final Mac bssid = input.getBssid() == null ? null : Mac.parse(input.getBssid().getValue());
        final Mac wtp = input.getWtp() == null ? null : Mac.parse(input.getWtp().getValue());
        final Mac station = input.getStation() == null ? null : Mac.parse(input.getStation().getValue());
        final RawSsid ssid = QueryPage.ssid(input.getSsid());
        final Instant since = time("since", input.getSince(), Instant.MIN);
        final Instant until = time("until", input.getUntil(), Instant.MAX);
        final Map<Mac, KnownVap> vaps = learned.learned().vaps();
        return decision -> QueryPage.admits(bssid, decision.client().stack())
            && QueryPage.admits(station, decision.client().station())
            && (wtp == null || wtp.equals(decision.from()) || wtp.equals(decision.to()))
            && QueryPage.admits(input.getUser(), decision.trigger().user())
            && !decision.time().isBefore(since) && decision.time().isBefore(until)
            && (ssid == null || vaps.containsKey(decision.client().stack())
                && ssid.equals(vaps.get(decision.client().stack()).ssid()));
    }

    private static Instant time(final String field, final Timestamp time, final Instant otherwise) {
        try {
            return time == null ? otherwise : Instant.parse(time.getValue());
        } catch (final DateTimeException e) {
            throw new IllegalArgumentException(field + " '" + time.getValue() + "' is no date and time, such as"
                + " 2026-11-30T12:00:00Z", e);
        }
    }

    private static Function<LoggedDecision, SortKey> sorting(final Sort sort) {
        return switch (sort) {
            case Time -> decision -> SortKey.of(decision.time().toEpochMilli());
            case Station -> decision -> SortKey.of(decision.client().station().value());
            case Bssid -> decision -> SortKey.of(decision.client().stack().value());
            case To -> decision -> decision.to() == null ? SortKey.ABSENT : SortKey.of(decision.to().value());
        };
    }
}
