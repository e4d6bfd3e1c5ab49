// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
 * Unbinds stations whose WTP cannot serve them, so that their next frame is a first contact at another WTP. It does so
 * at once if a WTP falls silent, and after a delay otherwise. A station that no other WTP could serve stays bound:
 * perhaps only announcements are lost.
 */
@Component(service = {})
public final class StrandedStations implements WtpDirectory.WtpListener {
    private static final Logger LOG = LoggerFactory.getLogger(StrandedStations.class);
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);
    /** Longer than a VAP and its WTPs need to change their channel one after the other. */
    private static final Duration CHANNEL_CHANGE = Duration.ofSeconds(10);
    /** A WTP may announce itself only once a minute, so its first announcement may come this late. */
    private static final Duration FIRST_ANNOUNCEMENT = Duration.ofSeconds(65);

    private final Set<Mac> announced = new HashSet<>();
    private final Map<StationKey, Long> strandedSinceNanos = new HashMap<>();
    /** Stations whose removal the datastore has not committed. */
    private final Set<StationKey> unbinding = new HashSet<>();
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final WtpDirectory directory;
    private final AdmittedWtps admission;
    private final LearnedStore learned;
    private final SteeringLog log;
    private final List<Registration> registrations;

    /** Registers for changes of the WTPs. */
    @Activate
    public StrandedStations(@Reference final EventLoop loop, @Reference final WtpDirectory directory,
            @Reference final AssignmentSource assignments, @Reference final LearnedStore learned,
            @Reference final SteeringLog log, @Reference final AdmittedWtps admission) {
        this.loop = loop;
        this.assignments = assignments;
        this.directory = directory;
        this.learned = learned;
        this.log = log;
        this.admission = admission;
        registrations = List.of(directory.listen(this), loop.every(CHECK_PERIOD, this::check));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        announced.add(announcement.wtp());
    }

    @Override
    public void wtpLost(final Mac wtp) {
        final Map<StationKey, Reason> stranded = findStranded();
        stranded.keySet().removeIf(key -> !servingWtp(key).equals(wtp));
        unbind(stranded);
    }

    @Override
    public void wtpForgotten(final Mac wtp) {
        announced.remove(wtp);
    }

    private void check() {
        final Map<StationKey, Reason> stranded = findStranded();
        strandedSinceNanos.keySet().retainAll(stranded.keySet());
        final Map<Mac, Announcement> up = directory.wtps();
        stranded.keySet().removeIf(key -> loop.nanoTime()
            - strandedSinceNanos.computeIfAbsent(key, first -> loop.nanoTime())
            < unbindDelay(servingWtp(key), up).toNanos());
        unbind(stranded);
    }

    private Duration unbindDelay(final Mac wtp, final Map<Mac, Announcement> up) {
        if (!up.containsKey(wtp)) {
            return announced.contains(wtp) ? Duration.ZERO : FIRST_ANNOUNCEMENT;
        }
        // The next announcement shows the channel to which a radio was tuned.
        final Duration twoIntervals = up.get(wtp).interval().multipliedBy(2);
        return twoIntervals.compareTo(CHANNEL_CHANGE) > 0 ? twoIntervals : CHANNEL_CHANGE;
    }

    private Map<StationKey, Reason> findStranded() {
        return StrandedFinder.find(assignments.assignment(), directory.wtps(), admission::isAdmitted);
    }

    private Mac servingWtp(final StationKey key) {
        return assignments.assignment().stations().get(key).downlink();
    }

    /** Unbinds stations. If the datastore refuses, the next check finds them again. */
    private void unbind(final Map<StationKey, Reason> stranded) {
        stranded.keySet().removeAll(unbinding);
        if (stranded.isEmpty()) {
            return;
        }
        final Map<StationKey, Mac> serving = new HashMap<>();
        stranded.keySet().forEach(key -> serving.put(key, servingWtp(key)));
        unbinding.addAll(serving.keySet());
        learned.removeStations(Set.copyOf(serving.keySet())).whenCompleteAsync((done, failure) -> {
            unbinding.removeAll(serving.keySet());
            if (failure == null) {
                strandedSinceNanos.keySet().removeAll(serving.keySet());
                stranded.forEach((key, reason) -> onUnbound(key, serving.get(key), reason));
            }
        }, loop);
    }

    private void onUnbound(final StationKey key, final Mac wtp, final Reason reason) {
        LOG.info("Station {} of VAP {} is unbound from WTP {}: {}", key.station(), key.bssid(), wtp, reason);
        log.add(key, wtp, null, SteeringTrigger.of(reason), SteeringResult.DONE);
    }
}
