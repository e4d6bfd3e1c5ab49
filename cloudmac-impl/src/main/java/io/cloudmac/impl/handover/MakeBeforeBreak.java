// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.contact.Grounds;
import io.cloudmac.impl.contact.Result;
import io.cloudmac.impl.contact.Result.WhyNot;
import io.cloudmac.impl.contact.SteeringLog;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease at the new WTP, uplink there as well, downlink there, uplink at the old
 * one off, lease there released: each step confirmed before the next. Until the
 * last one but one the old WTP still hears the station, so a step that fails
 * leaves it where it was.
 */
@Component
public final class MakeBeforeBreak implements Handover {
    private static final Logger LOG = LoggerFactory.getLogger(MakeBeforeBreak.class);

    private final Set<StationKey> moving = new HashSet<>();
    private final AssignmentSource assignments;
    private final BindingStore store;
    private final LeaseService leases;
    private final Overlays overlays;
    private final FlowProgram flows;
    private final SteeringLog log;
    private final EventLoop loop;

    /** Takes what it needs. */
    @Activate
    public MakeBeforeBreak(@Reference final EventLoop loop, @Reference final AssignmentSource assignments,
            @Reference final Overlays overlays, @Reference final FlowProgram flows,
            @Reference final LeaseService leases, @Reference final BindingStore store,
            @Reference final SteeringLog log) {
        this.loop = loop;
        this.assignments = assignments;
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
        final Assignment.Vap vap = assignment.vaps().get(station.bssid());
        if (!vap.wtps().contains(to)) {
            throw new HandoverException("WTP " + to + " does not radiate VAP " + station.bssid());
        }
        final Mac from = service.downlink();
        if (from.equals(to)) {
            result.complete(from);
            return;
        }
        if (moving.contains(station)) {
            log.add(station, from, to, grounds, Result.not(WhyNot.BUSY));
            throw new HandoverException("station " + station.station() + " is just being moved");
        }
        moving.add(station);
        final Lease lease = new Lease(to, station.bssid(), vap.frequency());
        final Set<Mac> both = Set.of(from, to);
        step("lease at the new WTP", () -> leases.hold(lease))
            .thenComposeAsync(done -> step("uplink by the new WTP",
                () -> serve(station, new Service(from, both, service.origin()))), loop)
            .thenComposeAsync(done -> step("downlink by the new WTP",
                () -> serve(station, new Service(to, both, service.origin()))), loop)
            .thenComposeAsync(done -> step("storing the binding",
                () -> store.store(station, to, service.origin())), loop)
            .thenComposeAsync(done -> step("end of the uplink by the old WTP",
                () -> serve(station, Service.by(to, service.origin()))), loop)
            .whenCompleteAsync((done, failure) -> {
                moving.remove(station);
                overlays.clear(station);
                if (failure == null) {
                    LOG.info("Station {} of VAP {}: handed over from {} to {}", station.station(), station.bssid(),
                        from, to);
                    log.add(station, from, to, grounds, Result.DONE);
                    result.complete(from);
                } else {
                    undo(station, lease, service, failure.getCause());
                    log.add(station, from, to, grounds, Result.undone(failure.getCause().getMessage()));
                    result.completeExceptionally(failure.getCause());
                }
            }, loop);
    }

    private CompletionStage<Void> serve(final StationKey station, final Service service) {
        overlays.overlay(station, service);
        return flows.confirmed();
    }

    private void undo(final StationKey station, final Lease lease, final Service before, final Throwable failure) {
        LOG.warn("Station {} of VAP {} stays at {}: {}", station.station(), station.bssid(), before.downlink(),
            failure.getMessage());
        store.store(station, before.downlink(), before.origin());
        final boolean needed = assignments.assignment().stations().entrySet().stream()
            .anyMatch(entry -> entry.getKey().bssid().equals(lease.bssid())
                && entry.getValue().uplinks().contains(lease.wtp()));
        if (!needed) {
            leases.release(lease);
        }
    }

    /** Has a failure say which step it was. */
    private static CompletionStage<Void> step(final String name, final Supplier<CompletionStage<Void>> action) {
        return action.get().exceptionally(failure -> {
            final Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause() : failure;
            throw new CompletionException(new HandoverException(name, cause));
        });
    }
}
