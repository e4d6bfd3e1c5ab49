// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.LeaseService.Role;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.Grounds;
import io.cloudmac.impl.steering.Grounds.Reason;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records which WTPs refuse the leases of virtual stations, so that these get another WTP. A refusal counts until the
 * WTP grants the lease, announces a change, or has not refused it for {@link AntennaRefusals#LIFETIME}.
 *
 * <p>No handover is needed: the refusing WTP does not acknowledge for the virtual station, so nothing breaks.
 */
@Component(service = {}, immediate = true)
public final class AntennaFailover {
    static final Duration CHECK_PERIOD = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(AntennaFailover.class);

    private final AntennaRefusals refusals;
    private final AssignmentSource assignments;
    private final SteeringLog log;
    private final EventLoop loop;
    private final List<Registration> registrations;

    /** Registers for refusals and for announcements. */
    @Activate
    public AntennaFailover(@Reference final EventLoop loop, @Reference final LeaseService leases,
            @Reference final WtpDirectory wtps, @Reference final AssignmentSource assignments,
            @Reference final AntennaRefusals refusals, @Reference final SteeringLog log) {
        this.loop = loop;
        this.assignments = assignments;
        this.refusals = refusals;
        this.log = log;
        registrations = List.of(
            leases.listenToRefusals((lease, reason) -> loop.execute(() -> leaseChanged(lease, reason))),
            loop.every(CHECK_PERIOD, () -> logChanges(() -> refusals.expire(loop.nanoTime()))),
            wtps.listen(new WtpDirectory.WtpListener() {
                @Override
                public void wtpChanged(final Announcement announcement) {
                    forget(announcement.wtp());
                }

                @Override
                public void wtpLost(final Mac wtp) {
                    forget(wtp);
                }
            }));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void forget(final Mac wtp) {
        loop.execute(() -> logChanges(() -> refusals.removeAllOf(wtp)));
    }

    private void leaseChanged(final Lease lease, final Optional<String> reason) {
        if (lease.role() != Role.STATION) {
            return;
        }
        logChanges(() -> reason.ifPresentOrElse(text -> {
            if (!refusals.isRefused(lease.bssid(), lease.wtp())) {
                LOG.warn("Virtual station {}: WTP {} refuses its lease: {}", lease.bssid(), lease.wtp(), text);
            }
            refusals.add(lease.bssid(), lease.wtp(), text, loop.nanoTime());
        }, () -> refusals.remove(lease.bssid(), lease.wtp())));
    }

    /** Makes a change, and logs the virtual stations that get another WTP by it. */
    private void logChanges(final Runnable change) {
        final var before = assignments.assignment().virtualStations();
        change.run();
        final var now = assignments.assignment().virtualStations();
        before.forEach((station, old) -> old.service().map(Service::downlink)
            .filter(from -> refusals.isRefused(station, from))
            .ifPresent(from -> Optional.ofNullable(now.get(station))
                .flatMap(served -> served.service()).map(Service::downlink).filter(to -> !to.equals(from))
                .ifPresent(to -> logChange(station, from, to))));
    }

    private void logChange(final Mac station, final Mac from, final Mac to) {
        LOG.info("Virtual station {}: WTP {} serves it instead of {}", station, to, from);
        log.add(StationKey.virtual(station), from, to, Grounds.of(Reason.LEASE_REFUSED),
            SteeringResult.doneAfter(refusals.of(station).get(from)));
    }
}
