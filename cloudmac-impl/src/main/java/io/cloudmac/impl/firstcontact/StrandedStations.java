// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.steering.Grounds.Reason;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
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
    private static final Duration TICK = Duration.ofSeconds(5);
    /** Longer than a VAP and its WTPs need to change their channel one after the other. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A WTP may announce itself only once a minute, so its first announcement may come this late. */
    private static final Duration UNHEARD = Duration.ofSeconds(65);

    private final Set<Mac> heard = new HashSet<>();
    private final Map<StationKey, Long> since = new HashMap<>();
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final WtpDirectory directory;
    private final LearnedStore learned;
    private final SteeringLog log;
    private final List<Registration> registrations;

    /** Registers for changes of the WTPs. */
    @Activate
    public StrandedStations(@Reference final EventLoop loop, @Reference final WtpDirectory directory,
            @Reference final AssignmentSource assignments, @Reference final LearnedStore learned,
            @Reference final SteeringLog log) {
        this.loop = loop;
        this.assignments = assignments;
        this.directory = directory;
        this.learned = learned;
        this.log = log;
        registrations = List.of(directory.listen(this), loop.every(TICK, this::look));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public void wtpChanged(final Announcement announcement) {
        heard.add(announcement.wtp());
    }

    @Override
    public void wtpLost(final Mac wtp) {
        final Map<StationKey, Reason> free = stranded();
        free.keySet().removeIf(key -> !servedBy(key).equals(wtp));
        release(free);
    }

    private void look() {
        final Map<StationKey, Reason> free = stranded();
        since.keySet().retainAll(free.keySet());
        final Map<Mac, Announcement> up = directory.wtps();
        free.keySet().removeIf(key -> loop.nanoTime() - since.computeIfAbsent(key, first -> loop.nanoTime())
            < patience(servedBy(key), up).toNanos());
        release(free);
    }

    private Duration patience(final Mac wtp, final Map<Mac, Announcement> up) {
        if (!up.containsKey(wtp)) {
            return heard.contains(wtp) ? Duration.ZERO : UNHEARD;
        }
        // The next announcement shows the channel to which a radio was tuned.
        final Duration announced = up.get(wtp).interval().multipliedBy(2);
        return announced.compareTo(PATIENCE) > 0 ? announced : PATIENCE;
    }

    private Map<StationKey, Reason> stranded() {
        return StrandedFinder.of(assignments.assignment(), directory.wtps());
    }

    private Mac servedBy(final StationKey key) {
        return assignments.assignment().stations().get(key).downlink();
    }

    private void release(final Map<StationKey, Reason> free) {
        if (free.isEmpty()) {
            return;
        }
        free.forEach((key, reason) -> {
            LOG.info("Station {} of VAP {} is unbound from WTP {}: {}", key.station(), key.bssid(), servedBy(key),
                reason);
            log.add(key, servedBy(key), null, Grounds.of(reason), SteeringResult.DONE);
        });
        since.keySet().removeAll(free.keySet());
        learned.removeStations(free.keySet());
    }
}
