// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides which switches are read back in a round. A small network is read in each round. In a large one, a round reads
 * a share of the rules, so that a pass over all of them takes {@link #ROUNDS} rounds at most. Pure.
 */
final class AuditTurns {
    /** The rules that a round may read however few there are. */
    static final int RULES_AT_ONCE = 10_000;
    /** The most rounds of a pass. */
    static final int ROUNDS = 10;

    /** The switches that wait for their turn in this pass. */
    private final Deque<String> waiting = new ArrayDeque<>();

    /**
     * Returns the switches to read in the next round.
     *
     * @param rules the planned rules of each switch, by node id
     */
    Set<String> next(final Map<String, ? extends Map<?, ?>> rules) {
        waiting.removeIf(node -> !rules.containsKey(node));
        if (waiting.isEmpty()) {
            waiting.addAll(rules.keySet());
        }
        final int total = rules.values().stream().mapToInt(Map::size).sum();
        final int share = Math.max(RULES_AT_ONCE, (total + ROUNDS - 1) / ROUNDS);
        final Set<String> due = new HashSet<>();
        for (int read = 0; read < share && !waiting.isEmpty();) {
            final String node = waiting.remove();
            due.add(node);
            read += Math.max(1, rules.get(node).size());
        }
        return due;
    }
}
