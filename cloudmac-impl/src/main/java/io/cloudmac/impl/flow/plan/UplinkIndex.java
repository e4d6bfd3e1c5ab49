// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the planned rules that let a station's frames through to its VAP. Pure. */
public final class UplinkIndex {
    /**
     * A planned rule.
     *
     * @param node node id of the switch
     * @param id the rule's id
     */
    public record PlannedRule(String node, String id) {
    }

    /**
     * The frames of a station to a VAP.
     *
     * @param vap id of the VAP
     */
    private record Uplink(Mac station, int vap) {
    }

    private final Map<Uplink, Set<PlannedRule>> places = new HashMap<>();

    /** Records that a rule is planned. */
    public void add(final String node, final Rule rule) {
        uplink(rule).ifPresent(uplink ->
            places.computeIfAbsent(uplink, first -> new HashSet<>()).add(new PlannedRule(node, rule.id())));
    }

    /** Records that a rule is no longer planned. */
    public void remove(final String node, final Rule rule) {
        uplink(rule).ifPresent(uplink -> places.computeIfPresent(uplink, (same, found) -> {
            found.remove(new PlannedRule(node, rule.id()));
            return found.isEmpty() ? null : found;
        }));
    }

    /** Returns the rules of a station. */
    public Set<PlannedRule> of(final StationKey station) {
        return places.getOrDefault(new Uplink(station.station(), station.tagId()), Set.of());
    }

    private static Optional<Uplink> uplink(final Rule rule) {
        final Match match = rule.match();
        return rule.priority() == Priorities.FORWARD && match.source() != null && match.source().isExact()
            && match.destination() != null
            ? Optional.of(new Uplink(match.source().value(), match.destination().value().lastTwoOctets()))
            : Optional.empty();
    }
}
