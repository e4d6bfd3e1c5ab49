// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.HandoverOverrides;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands virtual stations over, make before break. The access point notices nothing: the address and the keys stay, and
 * each step is confirmed before the next one.
 *
 * <ol>
 * <li>Hold a lease at the new WTP.
 * <li>Forward frames to the virtual station from both WTPs, and its hellos to both.
 * <li>Wait for a hello, and until the new WTP reports that its radio is on the channel that the hello named.
 * <li>Forward the frames of the virtual station to the new WTP.
 * <li>Stop the old WTP.
 * </ol>
 *
 * <p>After a failed step, the old WTP goes on alone.
 */
@Component(service = VirtualStationHandover.class)
public final class VirtualStationMover implements VirtualStationHandover {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualStationMover.class);

    /**
     * A handover under way.
     *
     * @param bound the WTP of the operator's binding when the handover began; empty if there was none
     */
    private record VirtualMove(VirtualClient client, ServingWtps before, Mac to, Optional<Mac> bound,
            SteeringTrigger trigger) {
        Mac station() {
            return client.station();
        }

        Mac from() {
            return before.downlink();
        }

        Origin origin() {
            return bound.isPresent() ? Origin.OPERATOR : Origin.AUTOMATIC;
        }

        boolean changesBinding() {
            return bound.isPresent() && !bound.orElseThrow().equals(to);
        }
    }

    private final Set<Mac> moving = new HashSet<>();
    private final ConfigurationSource configuration;
    private final AssignmentSource assignments;
    private final VirtualStationStatus status;
    private final TargetCheck target;
    private final HandoverLeases leases;
    private final ChannelWait channel;
    private final BindingStore store;
    private final HandoverOverrides overrides;
    private final FlowProgram flows;
    private final SteeringLog log;
    private final TimedSteps steps;
    private final EventLoop loop;

    /** Creates the service. */
    @Activate
    public VirtualStationMover(@Reference final EventLoop loop, @Reference final ConfigurationSource configuration,
            @Reference final AssignmentSource assignments, @Reference final VirtualStationStatus status,
            @Reference final TopologyService topology, @Reference final AdmittedWtps admission,
            @Reference final HandoverLeases leases, @Reference final ChannelWait channel,
            @Reference final BindingStore store, @Reference final HandoverOverrides overrides,
            @Reference final FlowProgram flows, @Reference final SteeringLog log) {
        this.loop = loop;
        this.configuration = configuration;
        this.assignments = assignments;
        this.status = status;
        target = new TargetCheck(assignments, admission, topology);
        this.leases = leases;
        this.channel = channel;
        this.store = store;
        this.overrides = overrides;
        this.flows = flows;
        this.log = log;
        steps = new TimedSteps(loop, Handover.STEP_LIMIT);
    }

    @Override
    public CompletionStage<Mac> handOver(final VirtualClient client, final Mac to, final SteeringTrigger trigger) {
        final Mac station = client.station();
        final Optional<ServingWtps> service = assignments.assignment().service(client);
        if (service.isEmpty()) {
            final boolean isKnown = assignments.assignment().virtualStations().containsKey(station);
            return failed(isKnown ? FailureKind.REFUSED : FailureKind.UNKNOWN_STATION,
                "no WTP serves virtual station " + station);
        }
        final VirtualMove move = new VirtualMove(client, service.orElseThrow(), to, boundTo(station), trigger);
        if (moving.contains(station)) {
            log.add(client, move.from(), to, trigger, SteeringResult.not(WhyNot.BUSY));
            return failed(FailureKind.BUSY, "virtual station " + station + " is being handed over");
        }
        if (move.from().equals(to)) {
            return CompletableFuture.completedFuture(to);
        }
        try {
            checkPossible(move);
            target.checkNotDraining(to);
        } catch (final HandoverException e) {
            log.add(client, move.from(), to, trigger, SteeringResult.refused(WhyNot.FAILED, e.getMessage()));
            return CompletableFuture.failedFuture(e);
        }
        return run(move);
    }

    private static CompletionStage<Mac> failed(final FailureKind kind, final String reason) {
        return CompletableFuture.failedFuture(new HandoverException(kind, reason));
    }

    private CompletionStage<Mac> run(final VirtualMove move) {
        moving.add(move.station());
        final Set<Mac> both = Set.of(move.from(), move.to());
        final CompletableFuture<Mac> result = new CompletableFuture<>();
        steps.run("lease at the new WTP",
                () -> leases.hold(move.client(), Lease.ofVirtualStation(move.to(), move.station())))
            .thenComposeAsync(done -> steps.run("frames from both WTPs", () -> serve(move, move.from(), both)), loop)
            .thenComposeAsync(done -> steps.run("channel of the new WTP",
                () -> status.nextHello(move.station()).thenComposeAsync(
                    hello -> channel.await(move.to(), hello), loop)), loop)
            .thenComposeAsync(done -> steps.run("frames to the new WTP", () -> serve(move, move.to(), both)), loop)
            .thenComposeAsync(done -> steps.run("storing the binding", () -> store(move)), loop)
            .thenComposeAsync(done -> steps.run("end of the old WTP",
                () -> serve(move, move.to(), Set.of(move.to()))), loop)
            .whenCompleteAsync((done, failure) -> {
                finish(move, failure == null ? null : TimedSteps.unwrap(failure).getMessage());
                TimedSteps.complete(result, move.from(), failure);
            }, loop);
        return result;
    }

    private void finish(final VirtualMove move, final String failure) {
        moving.remove(move.station());
        if (failure == null) {
            LOG.info("Virtual station {}: handed over from {} to {}", move.station(), move.from(), move.to());
            log.add(move.client(), move.from(), move.to(), move.trigger(), SteeringResult.DONE);
        } else {
            LOG.warn("Virtual station {}: not handed over from {} to {}: {}", move.station(), move.from(), move.to(),
                failure);
            log.add(move.client(), move.from(), move.to(), move.trigger(), SteeringResult.undone(failure));
            overrides.override(move.client(), ServingWtps.by(move.from(), move.origin()));
            if (move.changesBinding() && boundTo(move.station()).filter(move.to()::equals).isPresent()) {
                store.store(move.client(), move.bound().orElseThrow(), Origin.OPERATOR);
            }
        }
        // Without a handover, it stays at the WTP that serves it now.
        overrides.clear(move.client());
        leases.release(move.client());
    }

    /** Changes the service of a virtual station. Completes when the flow rules are confirmed. */
    private CompletionStage<Void> serve(final VirtualMove move, final Mac downlink, final Set<Mac> uplinks)
            throws HandoverException {
        checkPossible(move);
        overrides.override(move.client(), new ServingWtps(downlink, uplinks, move.origin()));
        return Confirmation.all(flows.confirm(Set.of(move.client())));
    }

    /** Changes the operator's binding if there is one. The learned state follows the assignment. */
    private CompletionStage<Void> store(final VirtualMove move) throws HandoverException {
        checkPossible(move);
        if (!boundTo(move.station()).equals(move.bound())) {
            throw new HandoverException(FailureKind.REFUSED, "the operator has changed its binding");
        }
        return move.changesBinding() ? store.store(move.client(), move.to(), Origin.OPERATOR)
            : CompletableFuture.completedFuture(null);
    }

    private Optional<Mac> boundTo(final Mac station) {
        return Optional.ofNullable(
            configuration.get(DesiredBindings.PART).virtualStations().get(station));
    }

    /** Checks the conditions that must hold during the whole handover. */
    private void checkPossible(final VirtualMove move) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        final Assignment.VirtualStation station = assignment.virtualStations().get(move.station());
        if (station == null) {
            throw new HandoverException(FailureKind.REFUSED, "virtual station " + move.station() + " is gone");
        }
        if (!assignment.antennas().contains(move.to())) {
            throw new HandoverException(FailureKind.REFUSED, "WTP " + move.to() + " has no radio for virtual stations");
        }
        target.check(move.to(), station.port());
    }
}
