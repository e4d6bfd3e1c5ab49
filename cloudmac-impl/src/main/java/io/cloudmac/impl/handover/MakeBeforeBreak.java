// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.Origin;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.contact.Grounds;
import io.cloudmac.impl.contact.Result;
import io.cloudmac.impl.contact.Result.WhyNot;
import io.cloudmac.impl.contact.SteeringLog;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease at the new WTP, uplink there as well, downlink there, uplink at the old
 * one off, lease there released: each step confirmed before the next. Until the
 * last one but one the old WTP still hears the station, so a step that fails
 * leaves it where it was. A step has an end in any case; what the world makes
 * of a station in the meantime goes before the handover: one that is unbound
 * stays so.
 */
@Component
public final class MakeBeforeBreak implements Handover {
    /** Longer than an agent's two answers and the rules' way into the switches and back. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(MakeBeforeBreak.class);

    /** A handover under way. */
    private static final class Move {
        private final StationKey station;
        private final Service before;
        private final Lease lease;
        private boolean stored;

        Move(final StationKey station, final Service before, final Lease lease) {
            this.station = station;
            this.before = before;
            this.lease = lease;
        }

        Mac from() {
            return before.downlink();
        }

        Mac to() {
            return lease.wtp();
        }
    }

    private final Map<StationKey, Move> moving = new HashMap<>();
    private final AssignmentSource assignments;
    private final TopologyService topology;
    private final BindingStore store;
    private final LeaseService leases;
    private final Overlays overlays;
    private final FlowProgram flows;
    private final SteeringLog log;
    private final EventLoop loop;

    /** Takes what it needs. */
    @Activate
    public MakeBeforeBreak(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final TopologyService topology, @Reference final Overlays overlays,
            @Reference final FlowProgram flows, @Reference final LeaseService leases,
            @Reference final BindingStore store, @Reference final SteeringLog log) {
        this.loop = loop;
        this.assignments = assignments;
        this.topology = topology;
        this.overlays = overlays;
        this.flows = flows;
        this.leases = leases;
        this.store = store;
        this.log = log;
    }

    @Override
    public CompletionStage<Mac> handOver(final StationKey station, final Mac to, final Grounds grounds) {
        final CompletableFuture<Mac> result = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                start(station, to, grounds, result);
            } catch (final HandoverException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private void start(final StationKey station, final Mac to, final Grounds grounds,
            final CompletableFuture<Mac> result) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        final Service service = assignment.stations().get(station);
        if (service == null) {
            throw new HandoverException("station " + station.station() + " is not bound to VAP " + station.bssid());
        }
        if (moving.containsKey(station)) {
            log.add(station, service.downlink(), to, grounds, Result.not(WhyNot.BUSY));
            throw new HandoverException("station " + station.station() + " is just being moved");
        }
        if (service.downlink().equals(to)) {
            result.complete(to);
            return;
        }
        try {
            require(station, to);
            if (assignment.draining().contains(to)) {
                throw new HandoverException("WTP " + to + " is draining");
            }
        } catch (final HandoverException e) {
            log.add(station, service.downlink(), to, grounds, Result.refused(WhyNot.FAILED, e.getMessage()));
            throw e;
        }
        final Move move = new Move(station, service,
            new Lease(to, station.bssid(), assignment.vaps().get(station.bssid()).frequency()));
        moving.put(station, move);
        run(move).whenCompleteAsync((done, failure) -> finish(move, failure, grounds, result), loop);
    }

    private CompletionStage<Void> run(final Move move) {
        final Origin origin = move.before.origin();
        final Set<Mac> both = Set.of(move.from(), move.to());
        return step("lease at the new WTP", () -> leases.hold(move.lease))
            .thenComposeAsync(done -> step("uplink by the new WTP",
                () -> serve(move, new Service(move.from(), both, origin))), loop)
            .thenComposeAsync(done -> step("downlink by the new WTP",
                () -> serve(move, new Service(move.to(), both, origin))), loop)
            .thenComposeAsync(done -> step("storing the binding", () -> {
                require(move.station, move.to());
                move.stored = true;
                return store.store(move.station, move.to(), origin);
            }), loop)
            .thenComposeAsync(done -> step("end of the uplink by the old WTP",
                () -> serve(move, Service.by(move.to(), origin))), loop);
    }

    private void finish(final Move move, final Throwable failure, final Grounds grounds,
            final CompletableFuture<Mac> result) {
        final StationKey station = move.station;
        moving.remove(station);
        try {
            overlays.clear(station);
            if (failure == null) {
                LOG.info("Station {} of VAP {}: handed over from {} to {}", station.station(), station.bssid(),
                    move.from(), move.to());
                log.add(station, move.from(), move.to(), grounds, Result.DONE);
            } else {
                final String why = failure.getCause().getMessage();
                LOG.warn("Station {} of VAP {} is not moved to {}: {}", station.station(), station.bssid(), move.to(),
                    why);
                log.add(station, move.from(), move.to(), grounds, Result.undone(why));
                undo(move);
            }
        } finally {
            if (failure == null) {
                result.complete(move.from());
            } else {
                result.completeExceptionally(failure.getCause());
            }
        }
    }

    /** What a handover to a WTP needs, from its beginning to its end. */
    private void require(final StationKey station, final Mac to) throws HandoverException {
        final Assignment assignment = assignments.assignment();
        if (!assignment.stations().containsKey(station)) {
            throw new HandoverException("station " + station.station() + " is not bound any more");
        }
        final Assignment.Vap vap = assignment.vaps().get(station.bssid());
        if (!vap.wtps().contains(to)) {
            throw new HandoverException("WTP " + to + " does not radiate VAP " + station.bssid());
        }
        // The rules of a switch that is away are not waited for: here they are what matters.
        final Set<String> connected = topology.network().connected();
        for (final PortId port : List.of(assignment.wtps().get(to), vap.port())) {
            if (!connected.contains(port.node())) {
                throw new HandoverException("switch " + port.node() + " is not connected");
            }
        }
    }

    private CompletionStage<Void> serve(final Move move, final Service service) throws HandoverException {
        require(move.station, move.to());
        overlays.overlay(move.station, service);
        return flows.confirmed().thenComposeAsync(done -> {
            try {
                require(move.station, move.to());
                return CompletableFuture.completedFuture(null);
            } catch (final HandoverException e) {
                return CompletableFuture.failedFuture(e);
            }
        }, loop);
    }

    /** The overlay is gone already. What was stored is put back, unless somebody else has decided meanwhile. */
    private void undo(final Move move) {
        final Assignment assignment = assignments.assignment();
        final Service now = assignment.stations().get(move.station);
        if (move.stored && now != null && Set.of(move.from(), move.to()).contains(now.downlink())) {
            store.store(move.station, move.from(), move.before.origin());
        }
        final boolean needed = moving.values().stream().anyMatch(other -> other.lease.equals(move.lease))
            || assignment.stations().entrySet().stream()
                .anyMatch(entry -> entry.getKey().bssid().equals(move.lease.bssid())
                    && entry.getValue().uplinks().contains(move.to()));
        if (!needed) {
            leases.release(move.lease);
        }
    }

    /** A step ends, if not by itself then by the clock; its failure says which step it was. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private CompletionStage<Void> step(final String name, final Callable<CompletionStage<Void>> action) {
        final CompletableFuture<Void> step = new CompletableFuture<>();
        final Registration clock = loop.schedule(LIMIT, () -> step.completeExceptionally(
            new TimeoutException("not done within " + LIMIT.toSeconds() + " s")));
        try {
            action.call().whenComplete((done, failure) -> {
                if (failure == null) {
                    step.complete(null);
                } else {
                    step.completeExceptionally(failure);
                }
            });
        } catch (final Exception e) {
            step.completeExceptionally(e);
        }
        return step.whenComplete((done, failure) -> clock.close()).exceptionally(failure -> {
            Throwable cause = failure;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new CompletionException(new HandoverException(name, cause));
        });
    }
}
