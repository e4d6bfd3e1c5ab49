// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.lease;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.LeaseService.Role;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records which WTPs refuse the leases of virtual stations, so that these get another WTP. A refusal ends if the WTP
 * grants the lease, announces a change or is lost, if its session is lost while the lease is requested there, or if
 * the virtual station is gone. Otherwise it lapses as {@link AntennaRefusals} describes.
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
    /** The services of the last assignment. */
    private Map<Mac, VirtualStation> served;

    /** Registers for refusals and for announcements. */
    @Activate
    public AntennaFailover(@Reference final EventLoop loop, @Reference final LeaseService leases,
            @Reference final WtpDirectory wtps, @Reference final AssignmentSource assignments,
            @Reference final AntennaRefusals refusals, @Reference final SteeringLog log) {
        this.loop = loop;
        this.assignments = assignments;
        this.refusals = refusals;
        this.log = log;
        served = assignments.assignment().virtualStations();
        registrations = List.of(
            leases.listenToRefusals((lease, reason) -> loop.execute(() -> leaseChanged(lease, reason))),
            assignments.listen(this::logChanges), loop.every(CHECK_PERIOD, this::expire),
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

    private void expire() {
        refusals.retainAll(assignments.assignment().virtualStations().keySet());
        refusals.expire(loop.nanoTime());
    }

    private void forget(final Mac wtp) {
        loop.execute(() -> refusals.removeAllOf(wtp));
    }

    private void leaseChanged(final Lease lease, final Optional<String> reason) {
        if (lease.role() != Role.STATION) {
            return;
        }
        reason.ifPresentOrElse(text -> refused(lease, text), () -> refusals.remove(lease.bssid(), lease.wtp()));
    }

    private void refused(final Lease lease, final String reason) {
        if (assignments.assignment().virtualStations().containsKey(lease.bssid())) {
            refusals.add(lease.bssid(), lease.wtp(), reason, loop.nanoTime());
        }
    }

    /** Logs the virtual stations that have left a WTP because it refuses their lease. */
    private void logChanges() {
        final Map<Mac, VirtualStation> before = served;
        served = assignments.assignment().virtualStations();
        before.forEach((station, old) -> onlyWtp(Optional.of(old))
            .filter(from -> refusals.isRefused(station, from) && assignments.assignment().antennas().contains(from))
            .ifPresent(from -> onlyWtp(Optional.ofNullable(served.get(station))).filter(to -> !to.equals(from))
                .ifPresent(to -> logChange(station, from, to))));
    }

    /** Returns the WTP of a virtual station; empty during a handover, which has a decision of its own. */
    private static Optional<Mac> onlyWtp(final Optional<VirtualStation> station) {
        return station.flatMap(VirtualStation::service)
            .filter(service -> service.uplinks().equals(Set.of(service.downlink()))).map(ServingWtps::downlink);
    }

    private void logChange(final Mac station, final Mac from, final Mac to) {
        LOG.info("Virtual station {}: WTP {} serves it instead of {}", station, to, from);
        log.add(new VirtualClient(station), from, to, SteeringTrigger.of(Reason.LEASE_REFUSED),
            SteeringResult.doneAfter(refusals.of(station).get(from)));
    }
}
