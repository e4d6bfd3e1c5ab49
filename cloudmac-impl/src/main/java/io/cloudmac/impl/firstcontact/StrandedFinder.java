// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds.Reason;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which stations the controller has bound to a WTP that cannot serve them, while another one could. What that other
 * one hears of them is dropped as a copy, so nothing else would ever set them free but their silence. Pure.
 */
final class StrandedFinder {
    private StrandedFinder() {
    }

    /**
     * Finds them. Those of the operator are where the operator wants them, and those that are being handed over
     * are somewhere else soon.
     *
     * @param up the WTPs that are up, with what they say of themselves
     * @return why each is to be free
     */
    static Map<StationKey, Reason> of(final Assignment assignment, final Map<Mac, Announcement> up) {
        final Map<StationKey, Reason> stranded = new HashMap<>();
        assignment.stations().forEach((key, service) -> {
            if (service.origin() == Origin.AUTOMATIC && service.uplinks().size() == 1
                    && service.frequencies().isEmpty()) {
                reason(assignment.vaps().get(key.bssid()), service, up).ifPresent(why -> stranded.put(key, why));
            }
        });
        return stranded;
    }

    private static Optional<Reason> reason(final Vap vap, final Service service, final Map<Mac, Announcement> up) {
        if (!up.containsKey(service.downlink())) {
            final Set<Mac> others = new HashSet<>(vap.wtps());
            others.retainAll(up.keySet());
            return others.isEmpty() ? Optional.empty() : Optional.of(Reason.WTP_LOST);
        }
        final Set<Mac> able = onChannel(vap, up);
        return able.isEmpty() || able.contains(service.downlink()) ? Optional.empty() : Optional.of(Reason.NO_RADIO);
    }

    /** Of a VAP's WTPs those that are up and have a radio on its channel. */
    static Set<Mac> onChannel(final Vap vap, final Map<Mac, Announcement> up) {
        return up.values().stream()
            .filter(each -> each.radios().stream().anyMatch(radio -> radio.frequency() == vap.frequency()))
            .map(Announcement::wtp).filter(vap.wtps()::contains).collect(Collectors.toSet());
    }
}
