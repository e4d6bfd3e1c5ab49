// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.migration.MigrationRun.MoveTools;
import io.cloudmac.impl.migration.SimulatedNetwork.Assumption;
import io.cloudmac.impl.migration.SimulatedNetwork.Ordered;
import io.cloudmac.impl.migration.SimulatedNetwork.Trouble;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.LvnfMover;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random migrations under traffic, with failures at each step. */
class MigrationPropertyTest {
    private static final int MIGRATIONS = 1000;
    private static final int REQUESTS = 40;
    private static final int BREAKS = 60;

    private static final class Migration {
        private final ManualLoop loop = new ManualLoop();
        private final Random random;
        private final SimulatedNetwork network;
        private final MigrationRun run;

        Migration(final long seed, final boolean isBestEffort, final Map<Integer, Trouble> troubles,
                final Assumption broken) {
            random = new Random(seed);
            network = new SimulatedNetwork(loop, random, isBestEffort, troubles, broken);
            run = new MigrationRun(network.order(), new MoveTools(loop, network, network, network), 2 * (seed + 1),
                (last, problem) -> { });
            network.register(new LvnfMover() {
                @Override
                public void move(final MoveOrder order) {
                    throw new AssertionError();
                }

                @Override
                public void cancel(final LvnfId id) {
                    throw new AssertionError();
                }

                @Override
                public void lost(final String node) {
                    run.lost(node);
                }
            });
            for (int flow = 0; flow < network.flows(); flow++) {
                traffic(flow);
            }
            loop.advance(Duration.ofMillis(random.nextInt(50)));
            run.start();
            for (int seconds = 0; !run.step().isEnd(); seconds++) {
                assertTrue(seconds < 300, () -> "no end in step " + run.step());
                loop.advance(Duration.ofSeconds(1));
            }
            // The last frames arrive.
            loop.advance(Duration.ofSeconds(1));
        }

        /** Sends frames densely while something happens. */
        private void traffic(final int flow) {
            if (run != null && run.step().isEnd()) {
                return;
            }
            final boolean isCalm = run != null && (run.step() == MoveStep.DRAIN || run.step() == MoveStep.DRAIN_BACK);
            network.send(flow);
            loop.schedule(Duration.ofNanos(random.nextLong(100_000, isCalm ? 60_000_000 : 4_000_000)),
                () -> traffic(flow));
        }

        List<String> violations() {
            // Without node A, B begins with older state and at once, and A's last outputs may come later.
            final boolean isWithoutA = network.lastReport().problem().filter(text -> text.endsWith("older state"))
                .isPresent();
            // What has waited does not wait longer because a marker behind it does not come.
            final boolean hasPassed = network.lastReport().problem().filter(text -> text.startsWith("pass:")).isEmpty();
            final boolean isInOrder = run.step() == MoveStep.MOVED && !isWithoutA || !network.wasSteered();
            final Ordered ordered = isInOrder ? Ordered.ALL : Ordered.NOT_RELAYED;
            return network.violations(hasPassed && !isWithoutA ? ordered : Ordered.NONE, !isWithoutA);
        }
    }

    /** In order and with the state, unless a migration went back after frames had waited. */
    @Test
    void eachFrameIsProcessedOnceAndInOrder() {
        final Map<String, Integer> ends = new TreeMap<>();
        for (int seed = 0; seed < MIGRATIONS; seed++) {
            final Random random = new Random(seed);
            final Map<Integer, Trouble> troubles = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                troubles.put(random.nextInt(REQUESTS), Trouble.values()[random.nextInt(Trouble.values().length)]);
            }
            final Migration migration = new Migration(seed, false, troubles, null);
            assertEquals(List.of(), migration.violations(), "seed " + seed + " " + troubles + " "
                + migration.network.lastReport());
            ends.merge(migration.run.step() + migration.network.lastReport().problem()
                .map(text -> " after " + text.substring(0, text.indexOf(':'))).orElse(""), 1, Integer::sum);
        }
        // Each step up to the release has failed at least once.
        for (MoveStep step = MoveStep.PREPARE; step != MoveStep.DRAIN; step = step.next()) {
            final String failed = " after " + step.text();
            assertTrue(ends.keySet().stream().anyMatch(end -> end.endsWith(failed)), () -> failed + ": " + ends);
        }
        final int moved = ends.entrySet().stream().filter(end -> end.getKey().startsWith("MOVED"))
            .mapToInt(Map.Entry::getValue).sum();
        assertTrue(moved > MIGRATIONS / 5, ends::toString);
        // Most have trouble; these have none.
        assertTrue(ends.getOrDefault("MOVED", 0) > MIGRATIONS / 10, ends::toString);
    }

    /** Frames of a switch that cannot tell when it follows may be out of order, but none is lost. */
    @Test
    void bestEffortLosesNothing() {
        for (int seed = 0; seed < MIGRATIONS / 5; seed++) {
            final Migration migration = new Migration(seed, true, Map.of(), null);
            assertEquals(MoveStep.MOVED, migration.run.step());
            assertEquals(List.of(), migration.network.violations(Ordered.NOT_RELAYED, true), "seed " + seed);
        }
    }

    /** The network shows a violation if the proof's assumption does not hold, so it would show a mistake too. */
    @ParameterizedTest
    @EnumSource(Assumption.class)
    void eachAssumptionIsNeeded(final Assumption assumption) {
        int violated = 0;
        for (int seed = 0; seed < BREAKS; seed++) {
            if (!new Migration(seed, false, Map.of(), assumption).violations().isEmpty()) {
                violated++;
            }
        }
        assertFalse(violated == 0, assumption + " is not needed");
    }
}
