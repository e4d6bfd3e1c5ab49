// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses the WTP for a station whose WTP drains. Pure. */
final class DrainTarget {
    private DrainTarget() {
    }

    /** Returns the WTP with the best signal; if no signal is known, the WTP with the fewest stations. */
    static Optional<Mac> target(final Mac serving, final List<Candidate> candidates, final Duration staleAfter) {
        final List<Candidate> others = candidates.stream()
            .filter(candidate -> candidate.mayServe() && !candidate.wtp().equals(serving)).toList();
        return others.stream()
            .filter(candidate -> candidate.isFresh(staleAfter))
            .max(Comparator.<Candidate>comparingDouble(candidate -> candidate.signal().average())
                .thenComparing(Candidate::wtp, Comparator.reverseOrder()))
            .or(() -> others.stream()
                .min(Comparator.comparingInt(Candidate::load).thenComparing(Candidate::wtp)))
            .map(Candidate::wtp);
    }
}
