// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.plan.CopyRule;
import io.cloudmac.impl.flow.plan.CopySwitches;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adopts rules for copies that an earlier controller has left at a switch. Their counters show to which switches the
 * copies of a bound station come. Pure.
 */
final class EarlierCopies {
    private EarlierCopies() {
    }

    /**
     * Notes a switch for the stations of which its unplanned rules have matched copies.
     *
     * @param node node id of the switch
     * @param stale the rules that it has and the plan lacks
     * @param assignment the present bindings
     * @param copies takes the notes
     * @return the rules to delete: all others
     */
    static List<ReportedRule> adopt(final String node, final List<ReportedRule> stale, final Assignment assignment,
            final CopySwitches copies) {
        final Map<ReportedRule, CopyRule> found = new IdentityHashMap<>();
        stale.forEach(reported -> CopyRule.of(reported).ifPresent(rule -> found.put(reported, rule)));
        if (found.isEmpty()) {
            return stale;
        }
        final Set<Mac> heard = new HashSet<>();
        found.forEach((reported, rule) -> {
            if (reported.packets() > 0) {
                heard.add(rule.station());
            }
        });
        final Map<Integer, List<Mac>> vaps = new HashMap<>();
        assignment.vaps().keySet().forEach(bssid ->
            vaps.computeIfAbsent(bssid.lastTwoOctets(), first -> new ArrayList<>(1)).add(bssid));
        final Set<CopyRule> adopted = new HashSet<>();
        final Set<Mac> stations = new HashSet<>();
        for (final CopyRule rule : found.values()) {
            for (final Mac bssid : vaps.getOrDefault(rule.vap(), List.of())) {
                final StationKey key = new StationKey(bssid, rule.station());
                if (heard.contains(rule.station()) && assignment.stations().containsKey(key)
                        && (copies.note(key, node) || copies.contains(key, node))) {
                    adopted.add(rule);
                    stations.add(rule.station());
                }
            }
        }
        // A station's rule for frames that name no VAP comes with the others.
        return stale.stream().filter(reported -> {
            final CopyRule rule = found.get(reported);
            return rule == null || !adopted.contains(rule) && !(rule.isOfAnyVap() && stations.contains(rule.station()));
        }).toList();
    }
}
