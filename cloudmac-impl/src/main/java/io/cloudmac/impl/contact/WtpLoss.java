// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.Origin;
import io.cloudmac.impl.contact.Grounds.Reason;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the stations of a WTP that has fallen silent free, so that the next
 * WTP that hears them takes them. Where no other WTP could, they stay: perhaps
 * only the announcements are lost.
 */
@Component(service = {})
public final class WtpLoss implements WtpDirectory.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(WtpLoss.class);

    private final AssignmentSource assignments;
    private final WtpDirectory directory;
    private final LearnedStore learned;
    private final SteeringLog log;
    private final Registration registration;

    /** Follows the WTPs. */
    @Activate
    public WtpLoss(@Reference final WtpDirectory directory, @Reference final AssignmentSource assignments,
            @Reference final LearnedStore learned, @Reference final SteeringLog log) {
        this.directory = directory;
        this.assignments = assignments;
        this.learned = learned;
        this.log = log;
        registration = directory.listen(this);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        // Its stations find it, or it them.
    }

    @Override
    public void wtpLost(final Mac wtp) {
        final Set<StationKey> free = free(assignments.assignment(), wtp, directory.wtps().keySet());
        free.forEach(key -> log.add(key, wtp, null, Grounds.of(Reason.WTP_LOST), Result.DONE));
        if (!free.isEmpty()) {
            LOG.info("WTP {} is lost: {} stations are free", wtp, free.size());
            learned.removeStations(free);
        }
    }

    /** The stations that a lost WTP served and that another, which is up, could serve. */
    static Set<StationKey> free(final Assignment assignment, final Mac lost, final Set<Mac> up) {
        final Set<StationKey> free = new HashSet<>();
        for (final Map.Entry<StationKey, Assignment.Service> entry : assignment.stations().entrySet()) {
            if (entry.getValue().downlink().equals(lost) && entry.getValue().origin() == Origin.AUTOMATIC) {
                final Set<Mac> others = new HashSet<>(assignment.vaps().get(entry.getKey().bssid()).wtps());
                others.remove(lost);
                others.retainAll(up);
                if (!others.isEmpty()) {
                    free.add(entry.getKey());
                }
            }
        }
        return free;
    }
}
