// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a WTP acknowledge for a VAP as long as it serves one of its stations.
 * Released a little late: the rules that a station leaves by go first. What an
 * earlier run of the controller has left, as it was killed in the middle of a
 * handover, is given back once it is known who needs what.
 */
@Component(service = {})
public final class LeaseKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final Duration GRACE = Duration.ofSeconds(1);
    /** Longer than it takes from a WTP's or a VAP's coming until it is known whom it serves. */
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private final Set<Lease> held = new HashSet<>();
    private final AssignmentSource assignments;
    private final LeaseService leases;
    private final EventLoop loop;
    private final Registration registration;
    private final Registration clock;

    /** Follows the assignments. */
    @Activate
    public LeaseKeeper(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final LeaseService leases) {
        this.loop = loop;
        this.assignments = assignments;
        this.leases = leases;
        registration = assignments.listen(this::update);
        clock = loop.every(SETTLE, () ->
            leases.giveBackLeftovers(Set.copyOf(assignments.assignment().vaps().keySet())));
    }

    @Deactivate
    void close() {
        clock.close();
        registration.close();
    }

    /** The leases that an assignment needs. */
    static Set<Lease> needed(final Assignment assignment) {
        final Set<Lease> needed = new HashSet<>();
        assignment.stations().forEach((key, service) -> {
            final int frequency = assignment.vaps().get(key.bssid()).frequency();
            service.uplinks().forEach(wtp -> needed.add(
                new Lease(wtp, key.bssid(), service.frequencies().getOrDefault(wtp, frequency))));
        });
        return needed;
    }

    private void update() {
        final Set<Lease> needed = needed(assignments.assignment());
        for (final Lease lease : needed) {
            if (held.add(lease)) {
                leases.hold(lease).whenComplete((done, failure) -> told(lease, failure));
            }
        }
        if (!needed.containsAll(held)) {
            loop.schedule(GRACE, this::release);
        }
    }

    private void release() {
        final Set<Lease> superfluous = new HashSet<>(held);
        superfluous.removeAll(needed(assignments.assignment()));
        superfluous.forEach(lease -> {
            held.remove(lease);
            leases.release(lease).whenComplete((done, failure) -> told(lease, failure));
        });
    }

    private static void told(final Lease lease, final Throwable failure) {
        if (failure != null) {
            LOG.info("WTP {} and the lease for {}: {}", lease.wtp(), lease.bssid(), failure.getMessage());
        }
    }
}
