// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.HandoverOverrides;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.chain.StationChains;
import io.cloudmac.impl.channel.ChannelSwitches;
import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands stations over in four steps. Each step is confirmed before the next begins.
 *
 * <ol>
 * <li>Hold a lease at the new WTP.
 * <li>Forward the uplink through both WTPs.
 * <li>Forward the downlink through the new WTP.
 * <li>Store the binding.
 * </ol>
 *
 * <p>The old WTP receives the station during all steps, so a failed step leaves the station where it was. Its uplink
 * ends when the datapaths have followed ({@link HandoverOverrides#SETTLE}). A switch confirms a rule before its
 * datapath has it: if the datapath learned of both changes together, frames could find the old way closed and the new
 * one not yet open. The lease at the old WTP ends later, if no other station needs it.
 *
 * <p>Each step has a time limit. The new WTP must stay admitted. If the station is unbound during the handover, the
 * unbind wins.
 *
 * <p>If the station has chains, its uplink frames enter them at the new WTP too before the second step, and go on from
 * there at the end of the third one. So no frame misses a function.
 *
 * <p>{@link VirtualStationHandover} hands virtual stations over.
 *
 * <p>If the new WTP has a radio only on another channel of the same band, the VAP changes its channel before the third
 * step, and all of its stations move. If a later step fails, the VAP changes back.
 */
@Component
public final class MakeBeforeBreak implements Handover {
    private static final Logger LOG = LoggerFactory.getLogger(MakeBeforeBreak.class);

    private final Map<StationKey, Move> moving = new HashMap<>();
    private final AssignmentSource assignments;
    private final BindingStore store;
    private final LeaseService leases;
    private final HandoverLeases handoverLeases;
    private final TargetCheck target;
    private final HandoverOverrides overrides;
    private final FlowProgram flows;
    private final ChannelSwitches channels;
    private final StationChains chains;
    private final SteeringLog log;
    private final VirtualStationHandover virtualStations;
    private final TimedSteps steps;
    private final EventLoop loop;

    /** Creates the service. */
    @Activate
    public MakeBeforeBreak(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final TopologyService topology, @Reference final HandoverOverrides overrides,
            @Reference final FlowProgram flows, @Reference final LeaseService leases,
            @Reference final HandoverLeases handoverLeases, @Reference final BindingStore store,
            @Reference final ChannelSwitches channels, @Reference final SteeringLog log,
            @Reference final AdmittedWtps admission, @Reference final VirtualStationHandover virtualStations,
            @Reference final StationChains chains) {
        this.loop = loop;
        this.assignments = assignments;
        this.overrides = overrides;
        this.flows = flows;
        this.leases = leases;
        this.handoverLeases = handoverLeases;
        this.store = store;
        this.channels = channels;
        this.log = log;
        this.chains = chains;
        target = new TargetCheck(assignments, admission, topology);
        this.virtualStations = virtualStations;
        steps = new TimedSteps(loop, STEP_LIMIT);
    }

    @Override
    @SuppressWarnings("checkstyle:IllegalCatch")
    public CompletionStage<Mac> handOver(final Client client, final Mac to, final SteeringTrigger trigger) {
        final CompletableFuture<Mac> result = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                if (client instanceof VirtualClient virtual) {
                    virtualStations.handOver(virtual, to, trigger).whenComplete((from, failure) ->
                        TimedSteps.complete(result, from, failure));
                } else {
                    start((StationKey) client, to, trigger, result);
                }
            } catch (final HandoverException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private void start(final StationKey station, final Mac to, final SteeringTrigger trigger,
            final CompletableFuture<Mac> result) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        final ServingWtps service = assignment.stations().get(station);
        if (service == null) {
            throw new HandoverException(FailureKind.UNKNOWN_STATION,
                "station " + station.station() + " is not bound to VAP " + station.bssid());
        }
        if (moving.containsKey(station) || moving.values().stream().anyMatch(
                other -> other.changesChannel() && other.station().bssid().equals(station.bssid()))) {
            log.add(station, service.downlink(), to, trigger, SteeringResult.not(WhyNot.BUSY));
            throw busy(station);
        }
        if (service.downlink().equals(to)) {
            result.complete(to);
            return;
        }
        try {
            checkPossible(station, to);
            target.checkNotDraining(to);
        } catch (final HandoverException e) {
            log.add(station, service.downlink(), to, trigger, SteeringResult.refused(WhyNot.FAILED, e.getMessage()));
            throw e;
        }
        final int frequency = assignment.vaps().get(station.bssid()).frequency();
        final Lease lease = new Lease(to, station.bssid(), frequency);
        final Move onSameChannel = new Move(station, service, lease, frequency, trigger);
        final CompletionStage<Integer> foundChannel = channelFor(lease, trigger);
        moving.put(station, onSameChannel);
        foundChannel.thenComposeAsync(channel -> {
            final Move move = channel == frequency ? onSameChannel : new Move(station, service,
                new Lease(to, station.bssid(), channel), frequency, trigger);
            return addOtherStations(move).thenCompose(done -> run(move))
                .handleAsync((done, failure) -> complete(move, failure), loop).thenCompose(stage -> stage);
        }, loop).whenCompleteAsync((from, failure) -> {
            moving.values().removeIf(onSameChannel::equals);
            TimedSteps.complete(result, from, failure);
        }, loop);
    }

    private static HandoverException busy(final StationKey station) {
        return new HandoverException(FailureKind.BUSY, "station " + station.station() + " is being handed over");
    }

    /** Returns the channel for the handover. Only the operator or a drain may change it: signals are of one channel. */
    private CompletionStage<Integer> channelFor(final Lease lease, final SteeringTrigger trigger) {
        if (lease.frequency() == 0 || trigger.reason() != Reason.OPERATOR && trigger.reason() != Reason.DRAIN) {
            return CompletableFuture.completedFuture(lease.frequency());
        }
        // If the WTP does not answer, or has no radio, the lease step fails.
        return leases.channelFor(lease).exceptionally(failure -> lease.frequency());
    }

    /** Adds the other stations of the VAP to the handover if the channel changes. */
    private CompletionStage<Void> addOtherStations(final Move move) {
        if (!move.changesChannel()) {
            return CompletableFuture.completedFuture(null);
        }
        return steps.run("change of the channel", () -> {
            final Assignment assignment = assignments.assignment();
            checkPossible(move.station(), move.to());
            final Optional<StationKey> boundElsewhere = move.boundElsewhere(assignment);
            if (boundElsewhere.isPresent()) {
                throw new HandoverException(FailureKind.REFUSED, "all stations of VAP " + move.station().bssid()
                    + " would move too, and the operator has bound " + boundElsewhere.orElseThrow().station()
                    + " to another WTP");
            }
            for (final StationKey key : moving.keySet()) {
                if (key.bssid().equals(move.station().bssid()) && !key.equals(move.station())) {
                    throw busy(key);
                }
            }
            move.updateStations(assignment);
            move.stations().keySet().forEach(key -> moving.put(key, move));
            return CompletableFuture.completedFuture(null);
        });
    }

    private CompletionStage<Void> run(final Move move) {
        return steps.run("lease at the new WTP", () -> handoverLeases.hold(move.station(), move.lease()))
            .thenComposeAsync(done -> steps.run("uplink by the new WTP", () -> leadChains(move, null)
                .thenComposeAsync(led -> changed(move, null), loop)), loop)
            .thenComposeAsync(done -> changeChannel(move), loop)
            .thenComposeAsync(done -> steps.run("downlink by the new WTP", () -> changeService(move, move.to())
                .thenComposeAsync(changed -> {
                    move.setChainsTurned();
                    return leadChains(move, move.to());
                }, loop)), loop)
            .thenComposeAsync(done -> steps.run("storing the binding", () -> {
                checkPossible(move.station(), move.to());
                move.setMayBeStored();
                return store(move);
            }), loop);
    }

    /**
     * Lets the uplink frames of all stations of the handover enter their chains at both WTPs.
     *
     * @param back the WTP where they go on; null: the old WTP of each station
     */
    private CompletionStage<Void> leadChains(final Move move, final Mac back) {
        return CompletableFuture.allOf(move.stations().entrySet().stream().map(each ->
            chains.lead(each.getKey(), Stream.of(each.getValue().downlink(), move.to()).collect(Collectors.toSet()),
                back == null ? each.getValue().downlink() : back).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
    }

    private CompletionStage<Void> changeChannel(final Move move) {
        if (!move.changesChannel()) {
            return CompletableFuture.completedFuture(null);
        }
        return steps.run("change of the channel", () -> {
            checkPossible(move.station(), move.to());
            move.setMayHaveSwitched(true);
            return channels.switchTo(move.station().bssid(), move.lease().frequency())
                .whenComplete((done, failure) -> {
                    if (failure instanceof ChannelSwitchException e) {
                        move.setMayHaveSwitched(e.mayHaveSwitched());
                    }
                });
        });
    }

    private CompletionStage<Void> store(final Move move) {
        if (move.changesChannel()) {
            // Includes stations that were bound since the handover began.
            move.updateStations(assignments.assignment());
        }
        return CompletableFuture.allOf(move.stations().entrySet().stream()
            .map(entry -> store.store(entry.getKey(), move.to(), entry.getValue().origin()).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
    }

    /** Returns the old WTP. After a failure, undoes all steps and then fails. */
    private CompletionStage<Mac> complete(final Move move, final Throwable failure) {
        if (failure != null && move.haveChainsTurned()) {
            // Both WTPs still forward the uplink, so frames can go back to the old one first.
            return steps.run("chains back to the old WTP", () -> leadChains(move, null))
                .handleAsync((done, backFailure) -> end(move, failure), loop).thenCompose(stage -> stage);
        }
        return end(move, failure);
    }

    private CompletionStage<Mac> end(final Move move, final Throwable failure) {
        if (failure == null) {
            finish(move, null);
            return CompletableFuture.completedFuture(move.from());
        }
        final Throwable cause = TimedSteps.unwrap(failure);
        if (!move.mayHaveSwitched()) {
            finish(move, cause.getMessage());
            return CompletableFuture.failedFuture(cause);
        }
        return steps.run("change back to the old channel", () ->
                channels.switchTo(move.station().bssid(), move.frequency()))
            .handleAsync((done, backFailure) -> {
                final HandoverException combined = new HandoverException(FailureKind.ofStep(cause),
                    cause.getMessage() + (backFailure == null ? "" : "; and " + backFailure.getCause().getMessage()));
                finish(move, combined.getMessage());
                throw new CompletionException(combined);
            }, loop);
    }

    private void finish(final Move move, final String failure) {
        moving.values().removeIf(move::equals);
        if (failure == null) {
            move.stations().keySet().forEach(key -> overrides.clearWhenStored(key, move.to()));
        } else {
            move.stations().keySet().forEach(overrides::clear);
        }
        move.stations().keySet().forEach(chains::release);
        move.stations().forEach((key, before) -> {
            if (failure == null) {
                LOG.info("Station {} of VAP {}: handed over from {} to {}", key.station(), key.bssid(),
                    before.downlink(), move.to());
                log.add(key, before.downlink(), move.to(), move.trigger(), SteeringResult.DONE);
            } else {
                LOG.warn("Station {} of VAP {}: not handed over to {}: {}", key.station(), key.bssid(), move.to(),
                    failure);
                log.add(key, before.downlink(), move.to(), move.trigger(), SteeringResult.undone(failure));
            }
        });
        if (failure != null) {
            undo(move);
        }
        handoverLeases.release(move.station());
    }

    /** Checks the conditions that must hold during the whole handover. */
    private void checkPossible(final StationKey station, final Mac to) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        if (!assignment.stations().containsKey(station)) {
            throw new HandoverException(FailureKind.REFUSED,
                "station " + station.station() + " is no longer bound");
        }
        final Assignment.Vap vap = assignment.vaps().get(station.bssid());
        if (!vap.wtps().contains(to)) {
            throw new HandoverException(FailureKind.REFUSED,
                "WTP " + to + " does not radiate VAP " + station.bssid());
        }
        target.check(to, vap.port());
    }

    /**
     * Serves all stations of the handover with the uplink through both WTPs. Completes once their flow rules are
     * confirmed.
     *
     * @param downlink the WTP for the downlink; null: the old WTP of each station
     */
    private CompletionStage<Void> changeService(final Move move, final Mac downlink) throws HandoverException {
        checkPossible(move.station(), move.to());
        move.stations().keySet().forEach(key -> overrides.override(key, move.service(key, downlink)));
        return Confirmation.all(flows.confirm(move.stations().keySet())).thenComposeAsync(done -> {
            try {
                checkPossible(move.station(), move.to());
                return CompletableFuture.completedFuture(null);
            } catch (final HandoverException e) {
                return CompletableFuture.failedFuture(e);
            }
        }, loop);
    }

    private CompletionStage<Void> changed(final Move move, final Mac downlink) {
        try {
            return changeService(move, downlink);
        } catch (final HandoverException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Restores the stored bindings, unless another decision has changed them. The overrides are gone already. */
    private void undo(final Move move) {
        final Assignment assignment = assignments.assignment();
        move.stations().forEach((key, before) -> {
            final ServingWtps now = assignment.stations().get(key);
            if (move.mayBeStored() && now != null && Set.of(before.downlink(), move.to()).contains(now.downlink())) {
                store.store(key, before.downlink(), before.origin());
            }
        });
    }
}
