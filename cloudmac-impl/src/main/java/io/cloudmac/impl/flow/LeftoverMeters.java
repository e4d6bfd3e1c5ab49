// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Finds CloudMAC's meters that no planned rule uses, such as those of VAPs that went while the controller was down. A
 * meter must be seen twice before it counts: a deletion may be on its way. Use it on the event loop.
 */
final class LeftoverMeters {
    /** The unused meters that the last reading showed, by node id. */
    private final Map<String, Set<Integer>> seen = new HashMap<>();
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
     * Records the meters that switches have.
     *
     * @param reported their numbers by node id
     */
    void observe(final Map<String, Set<Integer>> reported) {
        seen.keySet().retainAll(reported.keySet());
        reported.forEach((node, numbers) -> {
            final Set<Integer> unused = new HashSet<>(numbers);
            unused.removeIf(number -> Meter.of(number).isEmpty() || foreign.contains(node, number));
            unused.removeAll(use.numbers(node));
            final Set<Integer> before = seen.getOrDefault(node, Set.of());
            unused.stream().filter(before::contains).forEach(number -> foreign.ifOwn(node, number, () -> {
                if (!use.numbers(node).contains(number)) {
                    remove.accept(node, number);
                }
            }));
            seen.put(node, unused);
        });
    }
}
