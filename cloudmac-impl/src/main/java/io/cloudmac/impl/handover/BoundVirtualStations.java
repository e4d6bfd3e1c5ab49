// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
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

/**
 * Hands virtual stations over to the WTPs to which the operator binds them. It repeats failed handovers at growing
 * intervals.
 */
@Component(service = {}, immediate = true)
public final class BoundVirtualStations {
    static final Duration PERIOD = Duration.ofSeconds(5);
    private static final int MAX_DOUBLINGS = 4;

    /** A failed handover: where to, how often in a row it failed, and when the next attempt is due, ns. */
    private record FailedMove(Mac to, int count, long dueNanos) {
    }

    private final Set<Mac> moving = new HashSet<>();
    private final Map<Mac, FailedMove> failed = new HashMap<>();
    private final ConfigurationSource configuration;
    private final AssignmentSource assignments;
    private final AdmittedWtps admission;
    private final Handover handover;
    private final EventLoop loop;
    private final List<Registration> registrations;

    /** Registers for changes of the configuration and of the assignment. */
    @Activate
    public BoundVirtualStations(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final AssignmentSource assignments, @Reference final AdmittedWtps admission,
            @Reference final Handover handover) {
        this.loop = loop;
        this.configuration = configuration;
        this.assignments = assignments;
        this.admission = admission;
        this.handover = handover;
        registrations = List.of(configuration.listen(this::update), assignments.listen(this::update),
            loop.every(PERIOD, this::update));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void update() {
        final Assignment assignment = assignments.assignment();
        failed.keySet().retainAll(assignment.virtualStations().keySet());
        configuration.get(DesiredBindings.PART).virtualStations().forEach((station, wtp) ->
            assignment.service(new VirtualClient(station))
                .filter(service -> service.uplinks().size() == 1 && !service.downlink().equals(wtp))
                .filter(service -> isDue(station, wtp) && mayServe(assignment, wtp))
                .ifPresent(service -> move(station, wtp)));
    }

    private boolean isDue(final Mac station, final Mac to) {
        final FailedMove before = failed.get(station);
        return !moving.contains(station)
            && (before == null || !before.to().equals(to) || loop.nanoTime() - before.dueNanos() >= 0);
    }

    private boolean mayServe(final Assignment assignment, final Mac wtp) {
        return assignment.antennas().contains(wtp) && !assignment.draining().contains(wtp)
            && admission.isAdmitted(wtp);
    }

    private void move(final Mac station, final Mac to) {
        moving.add(station);
        handover.handOver(new VirtualClient(station), to, SteeringTrigger.of(Reason.OPERATOR))
            .whenCompleteAsync((from, failure) -> {
                moving.remove(station);
                final FailedMove before = failed.remove(station);
                if (failure != null) {
                    final int count = before == null || !before.to().equals(to) ? 1 : before.count() + 1;
                    failed.put(station, new FailedMove(to, count,
                        loop.nanoTime() + PERIOD.toNanos() * (1L << Math.min(count - 1, MAX_DOUBLINGS))));
                }
                update();
            }, loop);
    }
}
