// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.model.Meter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Finds CloudMAC's meters that no planned rule uses, such as meters of VAPs that went while the controller was down. A
 * meter counts only if the switch shows it in each answer since its session began: one that appears later under a
 * number of CloudMAC may belong to another controller. It must be in two answers, because the plan may soon use it. Use
 * it on the event loop.
 */
final class LeftoverMeters {
    /**
     * The meters of a session that every answer has shown unused.
     *
     * @param session the number of the session
     */
    private record Candidates(long session, Set<Integer> numbers) {
    }

    private final Map<String, Candidates> candidates = new HashMap<>();
    private final ForeignMeters foreign;
    private final MeterUse use;
    private final BiConsumer<String, Integer> remove;

    /**
     * Starts without meters.
     *
     * @param remove deletes the meter with a number at a node
     */
    LeftoverMeters(final ForeignMeters foreign, final MeterUse use, final BiConsumer<String, Integer> remove) {
        this.foreign = foreign;
        this.use = use;
        this.remove = remove;
    }

    /**
     * Records the meters that a switch has just shown.
     *
     * @param session the number of its session
     * @param numbers their numbers
     */
    void observe(final String node, final long session, final Set<Integer> numbers) {
        final Set<Integer> unused = new HashSet<>(numbers);
        unused.removeIf(number -> Meter.of(number).isEmpty() || foreign.contains(node, number));
        unused.removeAll(use.numbers(node));
        final Candidates before = candidates.get(node);
        if (before != null && before.session() == session) {
            unused.retainAll(before.numbers());
            unused.forEach(number -> foreign.ifOwn(node, number, () -> {
                if (!use.numbers(node).contains(number)) {
                    remove.accept(node, number);
                }
            }));
        }
        candidates.put(node, new Candidates(session, unused));
    }
}
