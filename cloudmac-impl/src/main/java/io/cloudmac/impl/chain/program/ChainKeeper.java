// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainInputs;
import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.chain.ChainPlanner;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.chain.ChainSteering;
import io.cloudmac.impl.chain.ChainSteps;
import io.cloudmac.impl.chain.ChainTarget;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.LvnfPlaces;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.StationChains;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.state.StateParts;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Keeps the chains as configured: plans them after each change, and lets the switches get their rules in the order that
 * loses no frame.
 */
@Component(service = { ChainSteering.class, StationChains.class }, immediate = true)
public final class ChainKeeper implements ChainSteering, StationChains {
    /** How long a frame is on its way at most after its entry has gone: in a queue, or in an LVNF. */
    static final Duration DRAIN = Duration.ofSeconds(2);
    /** Pause between two tries to take a step. */
    static final Duration RETRY = Duration.ofSeconds(1);
    /** How long a frame that goes back to the former WTP of a station is on its way at most. */
    static final Duration TURN = Duration.ofMillis(200);

    /** A handover that waits for the chains of its station. */
    private record WaitingLead(boolean turns, CompletableFuture<Void> done) {
    }

    private final ChainPlanner planner = new ChainPlanner();
    private final ChainSteps steps = new ChainSteps();
    /** When the switches confirmed the present rules of a chain; absent before. */
    private final Map<ChainId, Long> confirmed = new HashMap<>();
    private final Set<ChainId> changed = new HashSet<>();
    private final Map<StationKey, WaitingLead> waiting = new HashMap<>();
    private final EventLoop loop;
    private final ChainSources sources;
    private final TopologyService topology;
    private final ChainMoves moves;
    private final FlowProgram flows;
    private final ChainBoard board;
    private final WatchedContainer<Tenants> tenants;
    private final WatchedContainer<ChainSegments> segments;
    private final List<Registration> registrations = new ArrayList<>();
    private boolean isScheduled;
    /** The configured chains; null: they have changed and are read by the next plan. */
    private ConfiguredChains configured;
    /** The chains that have uplink frames of a station. */
    private Map<StationKey, Set<ChainId>> byStation = Map.of();

    /** Starts to keep the chains. */
    @Activate
    public ChainKeeper(@Reference final ReadContainers containers, @Reference final EventLoop loop,
            @Reference final AssignmentSource assignments, @Reference final TopologyService topology,
            @Reference final LvnfPlaces places, @Reference final FlowProgram flows, @Reference final ChainBoard board,
            @Reference final StateParts parts) {
        this.loop = loop;
        sources = new ChainSources(assignments);
        this.topology = topology;
        this.flows = flows;
        this.board = board;
        moves = new ChainMoves(places, planner, steps, confirmed::containsKey, this::inputs, changed, board, flows,
            loop, this::step);
        tenants = containers.tenants();
        segments = containers.chainSegments();
        registrations.addAll(List.of(tenants.listen(change -> loop.execute(this::onConfiguration)),
            segments.listen(change -> loop.execute(this::onConfiguration)), assignments.listen(this::onAssignment),
            topology.listenToNetwork(this::schedule), places.listen(this::schedule), loop.every(RETRY, this::retry),
            parts.add(new ChainPublisher(steps, id -> confirmed.containsKey(id), changed))));
        loop.execute(this::schedule);
    }

    /** Stops. The switches keep their rules. */
    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    private void onConfiguration() {
        configured = null;
        schedule();
    }

    /** Plans only if a source of a chain has moved: the assignment changes with each station. */
    private void onAssignment() {
        if (sources.differ()) {
            schedule();
        }
    }

    /** Schedules a plan. Several changes at one moment cause only one. */
    private void schedule() {
        if (!isScheduled) {
            isScheduled = true;
            loop.execute(() -> {
                isScheduled = false;
                plan();
            });
        }
    }

    private void plan() {
        sources.forget();
        moves.plan();
        step();
    }

    private ChainInputs inputs() {
        if (configured == null) {
            configured = ChainConfiguration.of(tenants.current(), segments.current());
            byStation = new HashMap<>();
            configured.specs().forEach((id, spec) -> spec.directions().forEach(direction -> {
                if (direction.source() instanceof ChainSource.StationUplink uplink) {
                    byStation.computeIfAbsent(uplink.station(), first -> new HashSet<>()).add(id);
                }
            }));
        }
        return new ChainInputs(configured, sources::ports, moves, topology.network());
    }

    private void retry() {
        if (steps.targets().keySet().stream().anyMatch(id -> !confirmed.containsKey(id))
                || steps.moving().findAny().isPresent()) {
            step();
        }
    }

    /** Takes the steps that are possible now, and comes back when the switches have confirmed them. */
    private void step() {
        steps.targets().keySet().stream().filter(id -> !confirmed.containsKey(id))
            .filter(id -> flows.isInstalled(steps.stage(id).ids())).forEach(id -> {
                confirmed.put(id, loop.nanoTime());
                changed.add(id);
            });
        final Map<ChainId, Optional<ChainStage>> now = steps.step(id -> !moves.isHeld(id)
            && (confirmed.containsKey(id) || moves.isRestored(id)), this::isDrained);
        if (now.isEmpty()) {
            moves.advance();
            tellLed();
            return;
        }
        now.keySet().forEach(id -> {
            confirmed.remove(id);
            planner.retain(id, steps.stage(id).vlans());
        });
        changed.addAll(now.keySet());
        board.set(now);
        final Map<String, Set<String>> rules = new HashMap<>();
        now.values().forEach(stage -> stage.ifPresent(each -> each.ids().forEach((node, ids) ->
            rules.computeIfAbsent(node, first -> new HashSet<>()).addAll(ids))));
        flows.confirmRules(rules).whenComplete((done, failure) -> loop.execute(this::step));
    }

    @Override
    public CompletionStage<MoveWays> lay(final LvnfMove move, final long migration) {
        return moves.lay(move, migration);
    }

    @Override
    public CompletionStage<Void> steer(final LvnfMove move) {
        return moves.steer(move);
    }

    @Override
    public CompletionStage<Void> restore(final LvnfMove move) {
        return moves.restore(move);
    }

    @Override
    public void end(final LvnfMove move) {
        moves.end(move);
    }

    @Override
    public CompletionStage<Void> lead(final StationKey station, final Set<Mac> entries, final Mac back) {
        if (configured == null) {
            inputs();
        }
        if (byStation.containsKey(station)) {
            final WaitingLead lead = new WaitingLead(sources.lead(station, entries, back), new CompletableFuture<>());
            waiting.put(station, lead);
            plan();
            return lead.done();
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void release(final StationKey station) {
        waiting.remove(station);
        if (sources.release(station)) {
            schedule();
        }
    }

    private void tellLed() {
        for (final StationKey station : Set.copyOf(waiting.keySet())) {
            if (byStation.getOrDefault(station, Set.of()).stream().allMatch(this::isLed)) {
                final WaitingLead lead = waiting.remove(station);
                loop.schedule(lead.turns() ? TURN : Duration.ZERO, () -> lead.done().complete(null));
            }
        }
    }

    private boolean isLed(final ChainId id) {
        final ChainStage stage = steps.stage(id);
        if (moves.isHeld(id) || !confirmed.containsKey(id) || !steps.targets().containsKey(id)) {
            return false;
        }
        // A chain that waits holds up no handover.
        final ChainTarget target = steps.possible(id);
        return target.way().map(way -> stage.entry().equals(way.entry()) && stage.path().equals(way.path()))
            .orElse(stage.entry().equals(target.fallback()));
    }

    private boolean isDrained(final ChainId id) {
        return confirmed.containsKey(id) && loop.nanoTime() - confirmed.get(id) >= DRAIN.toNanos();
    }
}
