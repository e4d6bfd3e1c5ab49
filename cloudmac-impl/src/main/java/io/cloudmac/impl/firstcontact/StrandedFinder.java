// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds stations that are bound to a WTP that cannot serve them although another, admitted WTP could. The switches drop
 * the frames that the other WTP receives as copies, so such a station would stay bound until it falls silent. Pure.
 */
final class StrandedFinder {
    private StrandedFinder() {
    }

    /**
     * Finds the stranded stations. Stations that the operator has bound, or that a handover is moving, are left out.
     *
     * @param assignment the present bindings
     * @param up the last announcement of each WTP that is up
     * @param admitted whether a WTP may get stations
     * @return the reason for each station
     */
    static Map<StationKey, Reason> find(final Assignment assignment, final Map<Mac, Announcement> up,
            final Predicate<Mac> admitted) {
        final Map<StationKey, Reason> stranded = new HashMap<>();
        final Map<Vap, Set<Mac>> able = new IdentityHashMap<>();
        assignment.stations().forEach((key, service) -> {
            if (service.origin() == Origin.AUTOMATIC && service.uplinks().size() == 1
                    && service.frequencies().isEmpty()) {
                final Vap vap = assignment.vaps().get(key.bssid());
                reason(vap, service, up, able.computeIfAbsent(vap, same -> wtpsOnChannel(same, up)), admitted)
                    .ifPresent(why -> stranded.put(key, why));
            }
        });
        return stranded;
    }

    private static Optional<Reason> reason(final Vap vap, final ServingWtps service, final Map<Mac, Announcement> up,
            final Set<Mac> able, final Predicate<Mac> admitted) {
        if (!up.containsKey(service.downlink())) {
            final Set<Mac> others = new HashSet<>(vap.wtps());
            others.retainAll(up.keySet());
            return others.stream().anyMatch(admitted) ? Optional.of(Reason.WTP_LOST) : Optional.empty();
        }
        return able.contains(service.downlink()) || able.stream().noneMatch(admitted) ? Optional.empty()
            : Optional.of(Reason.NO_RADIO);
    }

    /** Returns the WTPs of a VAP that are up and have a radio on its channel. */
    private static Set<Mac> wtpsOnChannel(final Vap vap, final Map<Mac, Announcement> up) {
        return up.values().stream().filter(each -> vap.wtps().contains(each.wtp()) && isOnChannel(vap, each))
            .map(Announcement::wtp).collect(Collectors.toSet());
    }

    /** Returns true if a WTP has a radio on the channel of a VAP. */
    static boolean isOnChannel(final Vap vap, final Announcement wtp) {
        return vap.frequency() != 0
            && wtp.radios().stream().anyMatch(radio -> radio.frequency() == vap.frequency());
    }
}
