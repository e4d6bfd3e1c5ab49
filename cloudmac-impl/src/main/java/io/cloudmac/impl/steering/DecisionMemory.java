// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The latest decisions, of which a bounded number with a bounded number of inputs is kept. Not thread-safe. */
final class DecisionMemory {
    /** Greatest number of decisions. */
    static final int DECISIONS = 50_000;
    /** Greatest number of inputs of all of them, ten for each. */
    static final int INPUTS = 10 * DECISIONS;

    private final Deque<LoggedDecision> decisions = new ArrayDeque<>();
    private int inputs;

    void add(final LoggedDecision decision) {
        decisions.addLast(decision);
        inputs += decision.trigger().inputs().size();
        while (decisions.size() > DECISIONS || inputs > INPUTS) {
            inputs -= decisions.removeFirst().trigger().inputs().size();
        }
    }

    /** Returns all decisions, oldest first. */
    List<LoggedDecision> all() {
        return List.copyOf(decisions);
    }

    /** Returns the latest decisions, oldest first. */
    List<LoggedDecision> latest(final int number) {
        final List<LoggedDecision> found = new ArrayList<>(number);
        final Iterator<LoggedDecision> backwards = decisions.descendingIterator();
        while (backwards.hasNext() && found.size() < number) {
            found.add(backwards.next());
        }
        Collections.reverse(found);
        return List.copyOf(found);
    }
}
