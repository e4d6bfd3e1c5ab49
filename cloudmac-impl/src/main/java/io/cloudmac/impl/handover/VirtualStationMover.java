// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves virtual stations to the WTPs to which the operator binds them, make before break. The access point notices
 * nothing: the address and the keys stay, and each step is confirmed before the next one.
 *
 * <ol>
 * <li>Hold a lease at the new WTP.
 * <li>Forward frames to the virtual station from both WTPs, and its hellos to both.
 * <li>Wait for a hello: from it the new WTP knows the channel and the BSS.
 * <li>Forward the frames of the virtual station to the new WTP.
 * <li>Stop the old WTP.
 * </ol>
 *
 * <p>After a failed step, the virtual station stays where it is, and the move is tried again.
 */
@Component(service = {}, immediate = true)
public final class VirtualStationMover {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualStationMover.class);
    /** Time until a failed move is tried again. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** How a move ended that failed: where to, and when it may be tried again, ns of the loop's clock. */
    private record Failed(Mac to, long again) {
    }

    private final Set<Mac> moving = new HashSet<>();
    private final Map<Mac, Failed> failed = new HashMap<>();
    private final ConfigurationSource configuration;
    private final AssignmentSource assignments;
    private final VirtualStationSource stations;
    private final VirtualStationStatus status;
    private final AdmittedWtps admission;
    private final HandoverLeases leases;
    private final Overlays overlays;
    private final FlowProgram flows;
    private final EventLoop loop;
    private final List<Registration> registrations;

    /** Registers for changes of the configuration and of the assignment. */
    @Activate
    public VirtualStationMover(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final AssignmentSource assignments, @Reference final VirtualStationSource stations,
            @Reference final VirtualStationStatus status, @Reference final AdmittedWtps admission,
            @Reference final HandoverLeases leases, @Reference final Overlays overlays,
            @Reference final FlowProgram flows) {
        this.loop = loop;
        this.configuration = configuration;
        this.assignments = assignments;
        this.stations = stations;
        this.status = status;
        this.admission = admission;
        this.leases = leases;
        this.overlays = overlays;
        this.flows = flows;
        registrations = List.of(configuration.listen(this::update), assignments.listen(this::update),
            loop.every(PAUSE, this::update));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void update() {
        final Map<Mac, VirtualStation> now = assignments.assignment().virtualStations();
        failed.keySet().retainAll(now.keySet());
        DesiredBindings.of(configuration.configuration()).virtualStations().forEach((station, wtp) ->
            Optional.ofNullable(now.get(station)).flatMap(VirtualStation::service)
                .filter(service -> !service.downlink().equals(wtp) && mayMove(station, wtp))
                .ifPresent(service -> move(station, service, wtp)));
    }

    private boolean mayMove(final Mac station, final Mac to) {
        final Failed before = failed.get(station);
        return !moving.contains(station) && canServe(to)
            && (before == null || !before.to().equals(to) || loop.nanoTime() - before.again() >= 0);
    }

    private boolean canServe(final Mac wtp) {
        return assignments.assignment().wtps().containsKey(wtp) && stations.antennas().contains(wtp)
            && admission.isAdmitted(wtp);
    }

    private void move(final Mac station, final Service before, final Mac to) {
        moving.add(station);
        final StationKey key = StationKey.virtual(station);
        final Mac from = before.downlink();
        final Set<Mac> both = Set.of(from, to);
        step("lease at the new WTP", () -> leases.hold(key, Lease.ofVirtualStation(to, station)))
            .thenComposeAsync(done -> step("frames from both WTPs", () -> serve(key, from, to, both)), loop)
            .thenComposeAsync(done -> step("a hello", () -> status.nextHello(station)), loop)
            .thenComposeAsync(done -> step("frames to the new WTP", () -> serve(key, to, to, both)), loop)
            .thenComposeAsync(done -> step("end of the old WTP", () -> serve(key, to, to, Set.of(to))), loop)
            .whenCompleteAsync((done, failure) -> {
                moving.remove(station);
                failed.remove(station);
                if (failure == null) {
                    LOG.info("Virtual station {}: moved from {} to {}", station, from, to);
                } else {
                    LOG.warn("Virtual station {}: not moved from {} to {}: {}", station, from, to,
                        (failure instanceof CompletionException ? failure.getCause() : failure).getMessage());
                    failed.put(station, new Failed(to, loop.nanoTime() + PAUSE.toNanos()));
                }
                // Without a handover, it stays at the WTP that receives its frames now.
                overlays.clear(key);
                leases.release(key);
                update();
            }, loop);
    }

    /** Changes the service of a virtual station. Completes when the flow rules are confirmed. */
    private CompletionStage<Void> serve(final StationKey key, final Mac downlink, final Mac to,
            final Set<Mac> uplinks) {
        final Assignment assignment = assignments.assignment();
        if (!assignment.virtualStations().containsKey(key.station())) {
            return CompletableFuture.failedFuture(new IllegalStateException("it is gone"));
        }
        if (!canServe(to)) {
            return CompletableFuture.failedFuture(new IllegalStateException("the new WTP cannot serve it any more"));
        }
        overlays.overlay(key, new Service(downlink, uplinks, Origin.OPERATOR));
        return CompletableFuture.allOf(flows.confirm(Set.of(key)).stream()
            .map(confirmation -> confirmation.done().toCompletableFuture()).toArray(CompletableFuture[]::new));
    }

    /** Runs a step with a time limit. Its failure names the step. */
    private CompletionStage<Void> step(final String name, final Supplier<CompletionStage<Void>> action) {
        final CompletableFuture<Void> step = new CompletableFuture<>();
        final Duration limit = MakeBeforeBreak.STEP_LIMIT;
        final Registration timeout = loop.schedule(limit, () -> step.completeExceptionally(
            new TimeoutException("not done within " + limit.toSeconds() + " s")));
        action.get().whenComplete((done, failure) -> {
            if (failure == null) {
                step.complete(null);
            } else {
                step.completeExceptionally(failure);
            }
        });
        return step.whenComplete((done, failure) -> timeout.close()).exceptionally(failure -> {
            throw new CompletionException(new IllegalStateException(name + ": " + failure.getMessage(), failure));
        });
    }
}
