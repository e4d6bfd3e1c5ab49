// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Decides whether a station is handed over. Pure. */
final class Judge {
    /**
     * The verdict on a station.
     *
     * @param best the best other WTP; null: none
     * @param whyNot why the station stays where it is; null: it is handed over to {@code best}
     */
    record Verdict(Mac best, WhyNot whyNot) {
    }

    private static final Comparator<Candidate> BY_SIGNAL =
        Comparator.<Candidate>comparingDouble(candidate -> candidate.signal().average())
            .thenComparing(Candidate::wtp, Comparator.reverseOrder());

    private Judge() {
    }

    static Verdict judge(final Situation situation, final Policy policy) {
        if (situation.boundByOperator()) {
            return new Verdict(null, WhyNot.BOUND_BY_OPERATOR);
        }
        final Thresholds thresholds = policy.thresholds();
        final List<Candidate> others = situation.candidates().stream()
            .filter(candidate -> !candidate.wtp().equals(situation.serving()) && candidate.mayServe())
            .filter(candidate -> candidate.isFresh(thresholds.staleAfter())
                && candidate.signal().samples() >= thresholds.samples())
            .toList();
        if (others.isEmpty()) {
            return new Verdict(null, WhyNot.NO_CANDIDATE);
        }
        final Optional<Candidate> serving = situation.candidates().stream()
            .filter(candidate -> candidate.wtp().equals(situation.serving())
                && candidate.isFresh(thresholds.staleAfter()))
            .findAny();
        final List<Candidate> better = serving.isEmpty() ? others : others.stream()
            .filter(candidate -> isBetter(candidate, serving.orElseThrow(), thresholds.hysteresis())).toList();
        if (better.isEmpty()) {
            return new Verdict(others.stream().max(BY_SIGNAL).orElseThrow().wtp(), WhyNot.HYSTERESIS);
        }
        return new Verdict(leastLoaded(better, thresholds.margin()).wtp(),
            situation.moving() ? WhyNot.BUSY
                : situation.dwelling() ? WhyNot.DWELL
                : policy.observeOnly() ? WhyNot.OBSERVE_ONLY : null);
    }

    /** Returns true if the gain reaches the hysteresis. An equal signal is never better, not even with hysteresis 0. */
    private static boolean isBetter(final Candidate one, final Candidate serving, final int hysteresis) {
        final double gain = one.signal().average() - serving.signal().average();
        return gain > 0 && gain >= hysteresis;
    }

    /** Returns the WTP with the fewest stations among those less than {@code margin} dB below the strongest. */
    private static Candidate leastLoaded(final List<Candidate> better, final int margin) {
        final Candidate strongest = better.stream().max(BY_SIGNAL).orElseThrow();
        return better.stream()
            .filter(candidate -> candidate.equals(strongest)
                || strongest.signal().average() - candidate.signal().average() < margin)
            .min(Comparator.comparingInt(Candidate::load).thenComparing(BY_SIGNAL.reversed()))
            .orElseThrow();
    }
}
