// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import java.util.List;
import java.util.function.Consumer;

/** Keeps decisions over a restart. No method waits for a disk. */
public interface DecisionHistory {
    /** Keeps nothing. */
    DecisionHistory NONE = new DecisionHistory() {
        @Override
        public long lastNumber() {
            return 0;
        }

        @Override
        public void read(final Consumer<List<LoggedDecision>> target) {
            target.accept(List.of());
        }

        @Override
        public void save(final LoggedDecision decision) {
            // It is in memory only.
        }

        @Override
        public long unsaved() {
            return 0;
        }
    };

    /** Returns the number of the last decision; 0 if there is none. */
    long lastNumber();

    /** Passes the latest decisions to {@code target}, oldest first, on a thread of the history. */
    void read(Consumer<List<LoggedDecision>> target);

    /** Stores a decision, later. */
    void save(LoggedDecision decision);

    /** Returns the number of decisions since the start that could not be stored. */
    long unsaved();
}
