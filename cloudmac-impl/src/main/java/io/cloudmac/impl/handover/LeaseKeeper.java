// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a WTP acknowledge for a VAP as long as it serves one of its stations, or
 * one is being handed over to it; not for a VAP that has ceased to send, whose
 * stations nobody would answer and which would keep a radio on its channel.
 * Released a little late: the rules that a station leaves by go first. What an
 * earlier run of the controller has left, as it was killed in the middle of a
 * handover, is given back once it is known who needs what.
 */
@Component(service = HandoverLeases.class, immediate = true)
public final class LeaseKeeper implements HandoverLeases {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final Duration GRACE = Duration.ofSeconds(1);
    /** Longer than it takes from a WTP's or a VAP's coming until it is known whom it serves. */
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private final Set<Lease> held = new HashSet<>();
    /** By the station that is handed over. */
    private final Map<StationKey, Lease> early = new HashMap<>();
    private final AssignmentSource assignments;
    private final LeaseService leases;
    private final Activity activity;
    private final EventLoop loop;
    private final List<Registration> registrations;

    /** Follows the assignments, and by the rules who of the VAPs sends. */
    @Activate
    public LeaseKeeper(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final LeaseService leases, @Reference final FlowProgram flows,
            @Reference final Activity activity) {
        this.loop = loop;
        this.assignments = assignments;
        this.leases = leases;
        this.activity = activity;
        registrations = List.of(assignments.listen(this::update), flows.listenToStatus(this::update),
            loop.every(SETTLE, () ->
                leases.giveBackLeftovers(Set.copyOf(assignments.assignment().vaps().keySet()))));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    /** The leases that an assignment needs while these of its VAPs send. */
    static Set<Lease> needed(final Assignment assignment, final Predicate<Mac> active) {
        final Set<Lease> needed = new HashSet<>();
        assignment.stations().forEach((key, service) -> {
            if (!active.test(key.bssid())) {
                return;
            }
            final int frequency = assignment.vaps().get(key.bssid()).frequency();
            service.uplinks().forEach(wtp -> needed.add(
                new Lease(wtp, key.bssid(), service.frequencies().getOrDefault(wtp, frequency))));
        });
        return needed;
    }

    private Set<Lease> needed() {
        final Set<Lease> needed = needed(assignments.assignment(), activity::isVapActive);
        needed.addAll(early.values());
        return needed;
    }

    @Override
    public CompletionStage<Void> hold(final StationKey station, final Lease lease) {
        early.put(station, lease);
        held.add(lease);
        return leases.hold(lease);
    }

    @Override
    public void release(final StationKey station) {
        if (early.remove(station) != null) {
            update();
        }
    }

    private void update() {
        final Set<Lease> needed = needed();
        for (final Lease lease : needed) {
            if (held.add(lease)) {
                leases.hold(lease).whenComplete((done, failure) -> told(lease, failure));
            }
        }
        if (!needed.containsAll(held)) {
            loop.schedule(GRACE, this::giveBack);
        }
    }

    private void giveBack() {
        final Set<Lease> superfluous = new HashSet<>(held);
        superfluous.removeAll(needed());
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
