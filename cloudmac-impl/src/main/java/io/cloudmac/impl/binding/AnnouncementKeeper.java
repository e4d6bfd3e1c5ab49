// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Permits each WTP to announce the VAPs that it radiates, with stations or without. So a VAP is on the air before its
 * first station, and a WTP announces no network that the controller does not serve.
 */
@Component(service = AnnouncementKeeper.class, immediate = true)
public final class AnnouncementKeeper {
    private final AssignmentSource assignments;
    private final AnnouncementService announcements;
    private final Registration registration;
    private Map<Mac, Vap> vaps = Map.of();
    private Map<Mac, Map<Mac, Integer>> announced = Map.of();

    /** Registers for changes of the assignment. */
    @Activate
    public AnnouncementKeeper(@Reference final AssignmentSource assignments,
            @Reference final AnnouncementService announcements) {
        this.assignments = assignments;
        this.announcements = announcements;
        registration = assignments.listen(this::update);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    /** Returns the channels of the VAPs that each WTP radiates: MHz by BSSID, by WTP. */
    static Map<Mac, Map<Mac, Integer>> radiated(final Map<Mac, Vap> vaps) {
        final Map<Mac, Map<Mac, Integer>> radiated = new HashMap<>();
        vaps.forEach((bssid, vap) -> vap.wtps().forEach(
            wtp -> radiated.computeIfAbsent(wtp, id -> new HashMap<>()).put(bssid, vap.frequency())));
        return radiated;
    }

    private void update() {
        final Map<Mac, Vap> now = assignments.assignment().vaps();
        // Most changes of the assignment are those of stations.
        if (now.equals(vaps)) {
            return;
        }
        vaps = now;
        final Map<Mac, Map<Mac, Integer>> before = announced;
        announced = radiated(now);
        announced.forEach((wtp, wanted) -> {
            if (!wanted.equals(before.get(wtp))) {
                announcements.announce(wtp, Map.copyOf(wanted));
            }
        });
        before.keySet().stream().filter(wtp -> !announced.containsKey(wtp))
            .forEach(wtp -> announcements.announce(wtp, Map.of()));
    }
}
