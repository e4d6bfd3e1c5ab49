// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import io.cloudmac.impl.chain.ChainSteering;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.MoveWays.WayIn;
import io.cloudmac.impl.chain.MoveWays.WayOut;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.migration.NodeCalls.FrameCount;
import io.cloudmac.impl.nfv.LvnfHosts;
import io.cloudmac.impl.nfv.LvnfHosts.LvnfHost;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.LvnfMover.MoveOrder;
import io.cloudmac.impl.nfv.MoveReport;
import io.cloudmac.impl.session.Failures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of one migration, in the order of {@link MoveStep}. Results of a step that has been given up do not
 * count. All methods run on the event loop.
 */
final class MigrationRun {
    /** How long no frame may have come to the old gate after the markers, us. */
    static final long QUIET_MICROS = 2000;
    /** How long a switch without a daemon takes to follow its rules, as a rule: Open vSwitch's longest dump. */
    static final Duration BEST_EFFORT_WAIT = Duration.ofMillis(500);
    /** How long a late frame may take. */
    static final Duration DRAIN = Duration.ofSeconds(2);
    /** Pause before a step is tried again. */
    static final Duration PAUSE = Duration.ofSeconds(1);
    /** Time between two looks at a program that starts. */
    static final Duration PROGRAM_INTERVAL = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(MigrationRun.class);
    private static final long SWITCH_MILLIS = 4000;
    private static final long GATE_MILLIS = 4000;
    /** How long frames wait at most for markers behind those that the new place has passed. */
    private static final long PASS_MILLIS = 200;
    private static final int MAX_PROBLEM = 1000;

    private final MoveOrder order;
    private final EventLoop loop;
    private final MoveNodes nodes;
    private final NodeCalls calls;
    private final ChainSteering steering;
    private final LvnfHosts hosts;
    private final StateCopy state;
    /**
     * Number of the markers on the ways to the LVNF. Markers from the old place have the next number, and markers from
     * the new place the one after that.
     */
    private final long migration;
    private final BiConsumer<MoveStep, Optional<String>> ended;
    private final StepTimes times = new StepTimes();
    private MoveStep step = MoveStep.PREPARE;
    /** Number of tries of all steps, so that an earlier one's result does not count. */
    private int attempts;
    private int tries;
    private LvnfMove move;
    private MoveWays ways = new MoveWays(List.of(), List.of(), 0, Set.of());
    private boolean isLaid;
    /** The new place sends what it has kept to the old one. If not, a later step tries it again before it goes. */
    private boolean hasReturned;
    private long steered;
    private OptionalLong holdMillis = OptionalLong.empty();
    private OptionalLong late = OptionalLong.empty();
    private OptionalLong lost = OptionalLong.empty();
    private Optional<String> problem = Optional.empty();

    /** What a migration works with. */
    record MoveTools(EventLoop loop, MoveNodes nodes, ChainSteering steering, LvnfHosts hosts) {
    }

    /**
     * Prepares a migration; {@link #start} begins it.
     *
     * @param migration a random number, which nobody else knows; it has the next two numbers too
     * @param ended gets the last step and what has failed, at the end
     */
    MigrationRun(final MoveOrder order, final MoveTools tools, final long migration,
            final BiConsumer<MoveStep, Optional<String>> ended) {
        this.order = order;
        loop = tools.loop();
        nodes = tools.nodes();
        steering = tools.steering();
        hosts = tools.hosts();
        calls = new NodeCalls(nodes);
        state = new StateCopy(calls, order.atNode(), order.from(), order.to());
        this.migration = migration;
        this.ended = ended;
    }

    void start() {
        take(MoveStep.PREPARE);
    }

    /** Gives the migration up if that leaves no trace, because the configuration has changed. */
    void cancel() {
        if (step.isEarly()) {
            fail("its configuration has changed");
        }
    }

    /** Handles the end of a session with a packet node: nobody knows what the node has done. */
    void lost(final String node) {
        if (!step.isRepeated() && (node.equals(order.from()) || node.equals(order.to()))) {
            fail("the session with packet node " + node + " has ended");
        }
    }

    MoveStep step() {
        return step;
    }

    private void take(final MoveStep next) {
        // The time limit of the step before does not count any more.
        attempts++;
        step = next;
        tries = 0;
        final long now = loop.nanoTime();
        times.begin(step, now);
        if (step == MoveStep.STEER) {
            steered = now;
        }
        report();
        if (step.isEnd()) {
            LOG.info("LVNF {} from packet node {} to {}: {}{} ({})", order.id(), order.from(), order.to(), step.text(),
                problem.map(text -> ": " + text).orElse(""), times.text());
            // The end may begin another migration of this LVNF.
            ended.accept(step, problem);
            if (step == MoveStep.MOVED) {
                hosts.moved(order.id());
            } else {
                hosts.stayed(order.id());
            }
            return;
        }
        attempt();
    }

    private void attempt() {
        attempts++;
        tries++;
        final int present = attempts;
        loop.schedule(step.limit(), () -> {
            if (attempts == present) {
                fail("it took more than " + step.limit().toSeconds() + " s");
            }
        });
        work().whenCompleteAsync((done, thrown) -> {
            if (attempts != present) {
                return;
            }
            if (thrown == null) {
                succeed();
            } else {
                fail(Failures.text(thrown, MAX_PROBLEM));
            }
        }, loop);
    }

    private void succeed() {
        if (step == MoveStep.RELEASE || step == MoveStep.RETURN) {
            holdMillis = OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(loop.nanoTime() - steered));
        }
        if (step == MoveStep.RELEASE) {
            hosts.arrived(order.id());
        }
        hasReturned |= step == MoveStep.RETURN;
        take(step.next());
    }

    private void fail(final String reason) {
        attempts++;
        final String text = step.text() + ": " + reason;
        LOG.warn("LVNF {} from packet node {} to {}: {}", order.id(), order.from(), order.to(), text);
        problem = problem.or(() -> Optional.of(text));
        if (step.isRepeated() && tries < MoveStep.TRIES) {
            final int present = attempts;
            loop.schedule(PAUSE, () -> {
                if (attempts == present) {
                    attempt();
                }
            });
            return;
        }
        if (step == MoveStep.RESUME) {
            problem = problem.map(earlier -> earlier + "; packet node " + order.to() + " begins with older state");
        }
        if (step == MoveStep.RELEASE) {
            // It may have been released, and its keeper goes on to try.
            hosts.arrived(order.id());
        }
        take(step.afterFailure());
    }

    private void report() {
        hosts.report(order.id(), new MoveReport(order.from(), order.to(), step.text(), holdMillis, late, lost,
            problem));
    }

    private CompletionStage<?> work() {
        return switch (step) {
            case PREPARE -> hosts.prepare(order.id()).thenAccept(places -> move = places);
            case LAY -> lay();
            case COPY -> awaitProgram(attempts).thenCompose(running -> state.copy());
            case EXPECT -> expect();
            case STEER -> steering.steer(move);
            case SETTLE -> settle();
            case MARK -> mark();
            case RELAY -> relay();
            case FOLLOW -> all(Stream.of(state.copyChanges(), awaitOutputs(migration + 1, GATE_MILLIS)));
            case PASS -> pass();
            case RELEASE -> calls.resume(order.to(), order.atNode(), order.bypasses());
            case DRAIN -> pause(DRAIN).thenCompose(done -> count(order.from(), order.to()));
            case CLEAN, CLEAN_BACK -> clean();
            case RESUME -> calls.resume(order.from(), order.atNode(), order.bypasses());
            case RETURN -> sendBack();
            case STEER_BACK -> steering.restore(move);
            case DRAIN_BACK -> (hasReturned ? done() : sendBack()).thenCompose(sent -> pause(DRAIN))
                .thenCompose(done -> count(order.to(), order.to()));
            case MOVED, STAYED -> done();
        };
    }

    /** Lets the new place send to the old one what it has kept, and what still comes. */
    private CompletionStage<Void> sendBack() {
        return ways.in().isEmpty() ? done() : calls.relay(order.to(), order.atNode(), ways.relayVlan());
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(null);
    }

    private static CompletionStage<Void> failed(final String reason) {
        return CompletableFuture.failedStage(new IOException(reason));
    }

    private static CompletionStage<Void> all(final Stream<? extends CompletionStage<?>> stages) {
        return CompletableFuture.allOf(stages.map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture[]::new));
    }

    private CompletionStage<Void> pause(final Duration time) {
        final CompletableFuture<Void> over = new CompletableFuture<>();
        loop.schedule(time, () -> over.complete(null));
        return over;
    }

    private CompletionStage<Void> lay() {
        isLaid = true;
        return steering.lay(move, migration).thenCompose(found -> {
            ways = found;
            final Optional<String> unable = order.bestEffort() ? Optional.empty() : found.in().stream()
                .map(way -> way.steered().node()).filter(node -> nodes.ofSwitch(node).isEmpty()).findFirst();
            return unable.map(node -> failed("switch " + node + " leads frames to the LVNF, and cannot tell when it "
                + "follows its rules, because it is no packet node's with a session; migration-order best-effort "
                + "accepts that frames come out of order")).orElse(done());
        });
    }

    /** Waits until the program at the new node runs, because frames bypass it or are dropped until then. */
    private CompletionStage<Void> awaitProgram(final int present) {
        return calls.programState(order.to(), order.atNode()).thenComposeAsync(found -> {
            final String program = found.orElse("running");
            if ("running".equals(program)) {
                return done();
            }
            return "failed".equals(program) || attempts != present
                ? failed("its program at packet node " + order.to() + " does not run")
                : pause(PROGRAM_INTERVAL).thenCompose(over -> awaitProgram(present));
        }, loop);
    }

    /** Returns which ways from the LVNF lead to each gate. The empty name is the gate at the old node. */
    private Map<String, List<Integer>> outputs() {
        final Map<String, List<Integer>> byGate = new TreeMap<>();
        for (int i = 0; i < ways.out().size(); i++) {
            byGate.computeIfAbsent(ways.out().get(i).next(), gate -> new ArrayList<>()).add(i);
        }
        return byGate;
    }

    private Optional<LvnfHost> gate(final String next) {
        return next.isEmpty() ? Optional.of(new LvnfHost(order.from(), order.atNode()))
            : hosts.host(new LvnfId(order.id().tenant(), next));
    }

    private CompletionStage<Void> expect() {
        final List<CompletionStage<Void>> stages = new ArrayList<>();
        if (!ways.in().isEmpty()) {
            stages.add(calls.expect(order.from(), order.atNode(), migration,
                IntStream.range(0, ways.in().size()).boxed().toList()));
        }
        outputs().forEach((next, sources) -> stages.add(gate(next).map(gate ->
            calls.expect(gate.node(), gate.atNode(), migration + 1, sources).thenCompose(known ->
                calls.expect(gate.node(), gate.atNode(), migration + 2, sources)))
            .orElseGet(() -> failed("no packet node has LVNF " + next))));
        return all(stages.stream());
    }

    private CompletionStage<Void> settle() {
        final Set<String> switches = new TreeSet<>();
        ways.in().forEach(way -> switches.add(way.steered().node()));
        return all(switches.stream().map(node -> nodes.ofSwitch(node)
            .map(name -> calls.settleSwitch(name, SWITCH_MILLIS)).orElseGet(() -> pause(BEST_EFFORT_WAIT))));
    }

    private CompletionStage<Void> mark() {
        if (ways.in().isEmpty()) {
            return done();
        }
        return all(IntStream.range(0, ways.in().size()).mapToObj(i -> mark(ways.in().get(i), i)))
            .thenCompose(sent -> calls.settle(order.from(), order.atNode(), migration, GATE_MILLIS, QUIET_MICROS));
    }

    private CompletionStage<Void> mark(final WayIn way, final int source) {
        return nodes.ofSwitch(way.steered().node()).map(name -> calls.markSwitch(name, way.steered().number(),
            way.vlan(), way.address(), migration, source))
            // The last switch is the old node's own, so at least the frames there are before the marker.
            .orElseGet(() -> calls.markSwitch(order.from(), way.last().number(), way.lastVlan(), way.address(),
                migration, source));
    }

    private CompletionStage<Void> relay() {
        if (ways.in().isEmpty()) {
            return calls.pause(order.from(), order.atNode());
        }
        return calls.relay(order.from(), order.atNode(), ways.relayVlan())
            .thenCompose(stopped -> markOutputs(order.from(), migration + 1));
    }

    /** Sends markers out of the ports of the LVNF at a node. */
    private CompletionStage<Void> markOutputs(final String node, final long number) {
        return all(IntStream.range(0, ways.out().size()).mapToObj(i -> {
            final WayOut way = ways.out().get(i);
            return calls.markOutput(node, order.atNode(), way.port(), way.vlan(), way.address(), number, i);
        }));
    }

    private CompletionStage<Void> awaitOutputs(final long number, final long millis) {
        return all(outputs().keySet().stream().map(next -> gate(next).map(gate ->
            calls.settle(gate.node(), gate.atNode(), number, millis, 0))
            .orElseGet(() -> failed("no packet node has LVNF " + next))));
    }

    /**
     * Lets what waits pass, and markers behind it. Without flows, a switch handles the first frames elsewhere, and
     * further ones would overtake them.
     */
    private CompletionStage<Void> pass() {
        if (order.bypasses() || ways.in().isEmpty()) {
            return done();
        }
        return calls.pass(order.to(), order.atNode())
            .thenCompose(passed -> markOutputs(order.to(), migration + 2))
            .thenCompose(marked -> awaitOutputs(migration + 2, PASS_MILLIS));
    }

    /** Counts what one place has sent on, and what the new place has dropped. What cannot be counted stays empty. */
    private CompletionStage<Void> count(final String relaying, final String keeping) {
        return all(Stream.of(
            counted(relaying, frames -> late = OptionalLong.of(frames.relayed())),
            counted(keeping, frames -> lost = OptionalLong.of(frames.dropped()))));
    }

    private CompletionStage<Void> counted(final String node, final Consumer<FrameCount> consumer) {
        return calls.count(node, order.atNode()).thenAcceptAsync(consumer, loop).exceptionally(thrown -> null);
    }

    private CompletionStage<Void> clean() {
        if (isLaid) {
            isLaid = false;
            steering.end(move);
        }
        final Collection<CompletionStage<Void>> forgotten = new ArrayList<>();
        outputs().keySet().forEach(next -> gate(next).filter(gate -> step == MoveStep.CLEAN_BACK || !next.isEmpty())
            .ifPresent(gate -> List.of(migration + 1, migration + 2).forEach(number ->
                forgotten.add(calls.forget(gate.node(), gate.atNode(), number)))));
        if (step == MoveStep.CLEAN_BACK && !ways.in().isEmpty()) {
            forgotten.add(calls.forget(order.from(), order.atNode(), migration));
        }
        return all(forgotten.stream());
    }
}
