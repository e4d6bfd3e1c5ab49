// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.Judge.Verdict;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decisions about one station. WTP s serves it; a and b are others. A signal is "dBm/samples/age in ms". */
class JudgeTest {
    private static final Map<String, Mac> WTPS = Map.of(
        "s", new Mac(0x02_00000000_02L), "a", new Mac(0x02_00000000_01L), "b", new Mac(0x02_00000000_03L));
    private static final Thresholds THRESHOLDS =
        new Thresholds(6, Duration.ofSeconds(5), 3, 3, Duration.ofSeconds(3));
    private static final Policy ACTIVE = new Policy(true, false, THRESHOLDS);
    private static final Policy OBSERVING = new Policy(true, true, THRESHOLDS);

    private static StationSignal signal(final String text) {
        final String[] parts = text.split("/");
        return new StationSignal(Double.parseDouble(parts[0]), (int) Double.parseDouble(parts[0]),
            Integer.parseInt(parts[1]), Duration.ofMillis(Long.parseLong(parts[2])));
    }

    private static Candidate candidate(final String wtp, final String signal, final int load) {
        return new Candidate(WTPS.get(wtp), true, signal == null ? null : signal(signal), load);
    }

    private static List<Candidate> candidates(final String serving, final String one, final String other) {
        return List.of(candidate("s", serving, 5), candidate("a", one, 5), candidate("b", other, 2));
    }

    @ParameterizedTest
    @CsvSource({
        // serving,   a,           b,           best, why not
        "-70/9/0,     -64/3/0,     ,            a,",
        "-70/9/0,     -64.1/3/0,   ,            a,    HYSTERESIS",
        "-70/9/0,     -80/9/0,     -75/9/0,     b,    HYSTERESIS",
        "-70/9/0,     -40/2/0,     ,            ,     NO_CANDIDATE",
        "-70/9/0,     -40/9/3001,  ,            ,     NO_CANDIDATE",
        "-70/9/0,     ,            ,            ,     NO_CANDIDATE",
        "-70/1/0,     -68/9/0,     ,            a,    HYSTERESIS",
        "-50/9/3001,  -90/3/0,     ,            a,",
        ",            -90/3/3000,  ,            a,",
        ",            ,            ,            ,     NO_CANDIDATE",
        "-70/9/0,     -55/9/0,     -57/9/0,     b,",
        "-70/9/0,     -55/9/0,     -58/9/0,     a,",
        "-70/9/0,     -63/9/0,     -65/9/0,     a,",
        "-70/9/0,     -58/9/0,     -55/9/0,     b,",
    })
    void table(final String serving, final String one, final String other, final String best, final WhyNot whyNot) {
        final Situation situation =
            new Situation(WTPS.get("s"), false, false, false, candidates(serving, one, other));
        assertEquals(new Verdict(best == null ? null : WTPS.get(best), whyNot), Judge.judge(situation, ACTIVE));
    }

    @ParameterizedTest
    @CsvSource({
        // bound, moving, resting, observing, why not
        "false,   false,  false,   false,",
        "false,   false,  false,   true,      OBSERVE_ONLY",
        "false,   false,  true,    true,      DWELL",
        "false,   true,   true,    true,      BUSY",
        "true,    true,   true,    true,      BOUND_BY_OPERATOR",
    })
    void aHandoverIsHeldOff(final boolean bound, final boolean moving, final boolean resting, final boolean observing,
            final WhyNot whyNot) {
        final Situation situation =
            new Situation(WTPS.get("s"), bound, moving, resting, candidates("-80/9/0", "-50/9/0", null));
        assertEquals(new Verdict(bound ? null : WTPS.get("a"), whyNot),
            Judge.judge(situation, observing ? OBSERVING : ACTIVE));
    }

    @Test
    void aWtpThatMayNotServeIsNotChosen() {
        final List<Candidate> candidates = List.of(candidate("s", "-80/9/0", 1),
            new Candidate(WTPS.get("a"), false, signal("-30/9/0"), 0));
        assertEquals(new Verdict(null, WhyNot.NO_CANDIDATE),
            Judge.judge(new Situation(WTPS.get("s"), false, false, false, candidates), ACTIVE));
    }

    @Test
    void anEqualSignalIsNotBetter() {
        final Policy eager = new Policy(true, false, new Thresholds(0, Duration.ZERO, 0, 1, Duration.ofSeconds(3)));
        assertEquals(WhyNot.HYSTERESIS, Judge.judge(new Situation(WTPS.get("s"), false, false, false,
            candidates("-60/9/0", "-60/9/0", "-60/9/0")), eager).whyNot());
    }

    /** If the levels differ by less than hysteresis minus noise, the serving WTP stays. */
    @Test
    void noPingPongUnderNoise() {
        for (int seed = 0; seed < 200; seed++) {
            final Random random = new Random(seed);
            final double hysteresis = THRESHOLDS.hysteresis();
            final double[] level = new double[5];
            for (int wtp = 0; wtp < level.length; wtp++) {
                level[wtp] = -60 + random.nextDouble() * hysteresis / 2;
            }
            Mac serving = new Mac(random.nextInt(level.length) + 1L);
            int moves = 0;
            for (int round = 0; round < 200; round++) {
                final List<Candidate> candidates = new ArrayList<>();
                for (int wtp = 0; wtp < level.length; wtp++) {
                    final double noise = (random.nextDouble() - 0.5) * hysteresis / 2 * 0.99;
                    candidates.add(new Candidate(new Mac(wtp + 1L), true, new StationSignal(level[wtp] + noise, -60, 9,
                        Duration.ZERO), random.nextInt(10)));
                }
                final Verdict verdict = Judge.judge(new Situation(serving, false, false, false, candidates), ACTIVE);
                if (verdict.whyNot() == null) {
                    serving = verdict.best();
                    moves++;
                }
            }
            assertEquals(0, moves, "seed " + seed);
        }
    }

    @Test
    void theChosenWtpRadiatesHasASessionAndDoesNotDrain() {
        final Mac bssid = Mac.parse("02:00:00:00:12:34");
        final StationKey key = new StationKey(bssid, Mac.parse("02:5a:00:00:00:01"));
        final PortId port = new PortId("openflow:1", 1);
        int taken = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            final Random random = new Random(seed);
            final Map<Mac, PortId> wtps = new HashMap<>();
            final Set<Mac> radiators = new HashSet<>();
            final Set<Mac> sessions = new HashSet<>();
            final Set<Mac> draining = new HashSet<>();
            final Map<Mac, StationSignal> signal = new HashMap<>();
            for (long id = 1; id <= 6; id++) {
                final Mac wtp = new Mac(id);
                wtps.put(wtp, port);
                addSometimes(random, radiators, wtp);
                addSometimes(random, sessions, wtp);
                if (random.nextInt(4) == 0) {
                    draining.add(wtp);
                }
                signal.put(wtp, new StationSignal(-90 + random.nextInt(60), -60, random.nextInt(6),
                    Duration.ofMillis(random.nextInt(4_000))));
            }
            final Mac serving = new Mac(random.nextInt(6) + 1L);
            final Assignment assignment = new Assignment(wtps, Map.of(bssid, new Assignment.Vap(port, 2412, radiators)),
                Map.of(key, ServingWtps.by(serving, Origin.AUTOMATIC)), draining);
            final Verdict verdict = Judge.judge(new Situation(serving, false, false, false,
                Candidate.of(key, assignment, sessions, signal, Map.of(), (station, wtp) -> true)), ACTIVE);
            if (verdict.best() != null) {
                taken++;
                assertTrue(radiators.contains(verdict.best()) && sessions.contains(verdict.best())
                    && !draining.contains(verdict.best()) && !verdict.best().equals(serving), "seed " + seed);
            }
        }
        assertTrue(taken > 500, "the property was tried " + taken + " times");
    }

    private static void addSometimes(final Random random, final Set<Mac> set, final Mac wtp) {
        if (random.nextInt(3) != 0) {
            set.add(wtp);
        }
    }
}
