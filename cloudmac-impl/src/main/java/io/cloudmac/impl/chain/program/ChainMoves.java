// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainInputs;
import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.chain.ChainPlanner;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.chain.ChainSteps;
import io.cloudmac.impl.chain.ChainTarget;
import io.cloudmac.impl.chain.ChainWay;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.LvnfPlaces;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.NoWayException;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.topology.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The LVNFs that move, and what that asks of their chains: while the new paths are laid, the entries stay; after the
 * entries have changed, nothing else changes. The planner sees the places through this class.
 */
final class ChainMoves implements LvnfPlaces {
    /** What the chains of an LVNF that moves do. */
    private enum MovePhase {
        /** They finish earlier changes first. */
        RESTING,
        /** They get paths to the new place; their entries stay. */
        LAYING,
        /** They lead frames to the new place. */
        STEERING,
        /** They lead frames to the old place again. */
        RESTORING,
        /** They do not change. */
        FROZEN
    }

    private static final class MovingChains {
        private final LvnfMove move;
        private final long migration;
        private final CompletableFuture<MoveWays> laid = new CompletableFuture<>();
        private CompletableFuture<Void> led = new CompletableFuture<>();
        private MovePhase phase = MovePhase.RESTING;
        /** Its chains that have a way. */
        private Set<ChainId> chains = Set.of();
        private MoveWays ways;
        private boolean isAtNew;

        MovingChains(final LvnfMove move, final long migration) {
            this.move = move;
            this.migration = migration;
        }

        boolean concerns(final String tenant, final String lvnf) {
            return move.tenant().equals(tenant) && move.lvnf().equals(lvnf);
        }

        ChainStage stage() {
            return new ChainStage(Set.of(), ways.rules(), Set.of());
        }
    }

    private final Map<ChainId, MovingChains> moves = new HashMap<>();
    /** Moves that have ended at the new place, as long as the true place is still the old one. */
    private final List<LvnfMove> ended = new ArrayList<>();
    /** Targets of chains that do not change now. */
    private final Map<ChainId, ChainTarget> later = new HashMap<>();
    private final LvnfPlaces places;
    private final ChainPlanner planner;
    private final ChainSteps steps;
    private final Predicate<ChainId> confirmed;
    private final Supplier<ChainInputs> inputs;
    private final Set<ChainId> changed;
    private final ChainBoard board;
    private final FlowProgram flows;
    private final EventLoop loop;
    private final Runnable step;

    /**
     * Starts without moves.
     *
     * @param places the true places
     * @param confirmed tells whether the switches have all rules of a chain's present stage
     * @param inputs returns what to plan
     * @param changed gets the chains whose target has changed
     * @param step takes the steps that are possible, and calls {@link #advance}
     */
    ChainMoves(final LvnfPlaces places, final ChainPlanner planner, final ChainSteps steps,
            final Predicate<ChainId> confirmed, final Supplier<ChainInputs> inputs, final Set<ChainId> changed,
            final ChainBoard board, final FlowProgram flows, final EventLoop loop, final Runnable step) {
        this.places = places;
        this.planner = planner;
        this.steps = steps;
        this.confirmed = confirmed;
        this.inputs = inputs;
        this.changed = changed;
        this.board = board;
        this.flows = flows;
        this.loop = loop;
        this.step = step;
    }

    /** Plans all chains. Those that do not change now get their targets later. */
    void plan() {
        ended.removeIf(move -> !isAtOld(move));
        aim(planner.update(inputs.get()));
    }

    private void aim(final Map<ChainId, ChainTarget> targets) {
        later.putAll(targets);
        final Map<ChainId, ChainTarget> now = new HashMap<>(later);
        now.keySet().removeIf(this::isFrozen);
        later.keySet().removeAll(now.keySet());
        steps.aim(now);
        changed.addAll(now.keySet());
    }

    private boolean isFrozen(final ChainId chain) {
        return moves.values().stream().anyMatch(each -> each.phase == MovePhase.FROZEN && each.chains.contains(chain));
    }

    /** Returns true if a chain may not change its entries now. */
    boolean isHeld(final ChainId chain) {
        return moves.values().stream().anyMatch(each -> each.phase == MovePhase.LAYING
            && uses(inputs.get().chains(), chain, each.move)) || isFrozen(chain);
    }

    /** Returns true if a chain leads frames back, and so does not wait for switches that have not led them on yet. */
    boolean isRestored(final ChainId chain) {
        return moves.values().stream().anyMatch(each -> each.phase == MovePhase.RESTORING
            && each.chains.contains(chain));
    }

    private static boolean uses(final ConfiguredChains chains, final ChainId chain, final LvnfMove move) {
        return chain.tenant().equals(move.tenant()) && Optional.ofNullable(chains.specs().get(chain)).filter(spec ->
            spec.hops().stream().anyMatch(hop -> hop.lvnf().equals(move.lvnf()))).isPresent();
    }

    CompletionStage<MoveWays> lay(final LvnfMove move, final long migration) {
        final MovingChains moving = new MovingChains(move, migration);
        moves.put(move.id(), moving);
        advance();
        return moving.laid;
    }

    CompletionStage<Void> steer(final LvnfMove move) {
        return lead(moves.get(move.id()), MovePhase.STEERING, true);
    }

    CompletionStage<Void> restore(final LvnfMove move) {
        return lead(moves.get(move.id()), MovePhase.RESTORING, false);
    }

    private CompletionStage<Void> lead(final MovingChains moving, final MovePhase phase, final boolean isAtNew) {
        moving.led = new CompletableFuture<>();
        moving.phase = phase;
        moving.isAtNew = isAtNew;
        plan();
        step.run();
        return moving.led;
    }

    void end(final LvnfMove move) {
        final MovingChains moving = moves.remove(move.id());
        if (moving == null) {
            return;
        }
        if (moving.isAtNew && moving.phase != MovePhase.LAYING) {
            ended.add(move);
        }
        board.set(Map.of(move.id(), Optional.empty()));
        planner.release(move);
        plan();
        step.run();
    }

    /** Lets each move go on that waits for its chains. Call it after their steps. */
    void advance() {
        for (final MovingChains moving : List.copyOf(moves.values())) {
            switch (moving.phase) {
                case RESTING -> begin(moving);
                case LAYING -> {
                    if (flows.isInstalled(moving.stage().ids()) && moving.chains.stream().allMatch(this::isLaid)) {
                        moving.laid.complete(moving.ways);
                    }
                }
                case STEERING, RESTORING -> {
                    if (moving.chains.stream().allMatch(this::isLed)) {
                        moving.phase = MovePhase.FROZEN;
                        moving.led.complete(null);
                    }
                }
                default -> { }
            }
        }
    }

    private boolean isLaid(final ChainId chain) {
        final Optional<ChainWay> way = Optional.ofNullable(steps.targets().get(chain)).flatMap(ChainTarget::way);
        final ChainStage stage = steps.stage(chain);
        return confirmed.test(chain) && way.filter(each -> stage.other().equals(each.path())
            || stage.path().equals(each.path())).isPresent();
    }

    private boolean isLed(final ChainId chain) {
        final Optional<ChainWay> way = Optional.ofNullable(steps.targets().get(chain)).flatMap(ChainTarget::way);
        final ChainStage stage = steps.stage(chain);
        return confirmed.test(chain) && way.filter(each -> stage.path().equals(each.path())
            && stage.entry().equals(each.entry())).isPresent();
    }

    private void begin(final MovingChains moving) {
        final ChainInputs before = inputs.get();
        final Set<ChainId> chains = new HashSet<>();
        for (final ChainId chain : before.chains().specs().keySet()) {
            final ChainTarget target = steps.targets().get(chain);
            if (!uses(before.chains(), chain, moving.move) || target == null || target.way().isEmpty()) {
                continue;
            }
            if (!steps.stage(chain).reaches(target) || !confirmed.test(chain) || isHeld(chain)) {
                return;
            }
            chains.add(chain);
        }
        moving.chains = Set.copyOf(chains);
        try {
            moving.ways = planner.ways(moving.move, moving.migration, before);
        } catch (final NoWayException e) {
            planner.release(moving.move);
            refuse(moving, e.getMessage());
            return;
        }
        layPaths(moving);
    }

    private void layPaths(final MovingChains moving) {
        moving.phase = MovePhase.LAYING;
        moving.isAtNew = true;
        final Map<ChainId, ChainTarget> targets = new HashMap<>(planner.update(inputs.get()));
        final Optional<String> reason = moving.chains.stream().map(targets::get)
            .filter(target -> target != null && target.way().isEmpty()).map(ChainTarget::reason).findFirst();
        if (reason.isPresent()) {
            moving.isAtNew = false;
            targets.putAll(planner.update(inputs.get()));
            planner.release(moving.move);
            refuse(moving, reason.orElseThrow());
            aim(targets);
            return;
        }
        aim(targets);
        moving.ways = moving.ways.with(planner.joins(moving.move));
        board.set(Map.of(moving.move.id(), Optional.of(moving.stage())));
        flows.confirmRules(moving.stage().ids()).whenComplete((done, failure) -> loop.execute(step));
        step.run();
    }

    private void refuse(final MovingChains moving, final String reason) {
        moves.remove(moving.move.id());
        moving.laid.completeExceptionally(new NoWayException(reason));
    }

    private boolean isAtOld(final LvnfMove move) {
        return move.from().entrySet().stream().anyMatch(port -> places.port(move.tenant(), move.lvnf(), port.getKey())
            .filter(port.getValue()::equals).isPresent());
    }

    @Override
    public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
        for (final MovingChains moving : moves.values()) {
            if (moving.concerns(tenant, lvnf) && moving.phase != MovePhase.RESTING) {
                return Optional.ofNullable((moving.isAtNew ? moving.move.to() : moving.move.from()).get(port));
            }
        }
        for (final LvnfMove move : ended) {
            if (move.tenant().equals(tenant) && move.lvnf().equals(lvnf)) {
                return Optional.ofNullable(move.to().get(port));
            }
        }
        return places.port(tenant, lvnf, port);
    }

    @Override
    public boolean isLvnf(final PortId port) {
        return places.isLvnf(port) || moves.values().stream().anyMatch(each -> each.move.to().containsValue(port)
            || each.move.from().containsValue(port)) || ended.stream().anyMatch(move -> move.to().containsValue(port));
    }

    @Override
    public Registration listen(final Runnable listener) {
        return places.listen(listener);
    }
}
