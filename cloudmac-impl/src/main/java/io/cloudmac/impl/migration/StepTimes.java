// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How long the steps of a migration took, for the log: an operator sees which of them keeps frames waiting. */
final class StepTimes {
    private final List<String> texts = new ArrayList<>();
    private Optional<MoveStep> present = Optional.empty();
    private long began;

    /** Ends the step before, and begins one. */
    void begin(final MoveStep step, final long nanos) {
        present.ifPresent(before -> texts.add(before.text() + " " + TimeUnit.NANOSECONDS.toMillis(nanos - began)));
        present = Optional.of(step);
        began = nanos;
    }

    /** Returns the steps that have ended with their times, for example {@code prepare 80, lay 25 ms}. */
    String text() {
        return String.join(", ", texts) + " ms";
    }
}
