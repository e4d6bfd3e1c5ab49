// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.topology.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Remembers the queues of the ports that rules use, so that a changed lookup shows which ports it concerns. Pure.
 */
final class QueueTable implements QueueLookup {
    /** Number of user priorities. */
    static final int PRIORITIES = 8;

    private final Map<PortId, List<OptionalLong>> known = new HashMap<>();
    private QueueLookup lookup = NONE;

    @Override
    public OptionalLong queue(final PortId port, final int priority) {
        return known.computeIfAbsent(port, first -> lookUp(lookup, first)).get(priority);
    }

    private static List<OptionalLong> lookUp(final QueueLookup lookup, final PortId port) {
        final List<OptionalLong> queues = new ArrayList<>(PRIORITIES);
        for (int priority = 0; priority < PRIORITIES; priority++) {
            queues.add(lookup.queue(port, priority));
        }
        return List.copyOf(queues);
    }

    /**
     * Replaces the lookup. The same object has the same queues as before.
     *
     * @return the used ports whose queues have changed
     */
    Set<PortId> follow(final QueueLookup now) {
        if (now == lookup) {
            return Set.of();
        }
        final Map<PortId, List<OptionalLong>> changed = new HashMap<>();
        known.forEach((port, queues) -> {
            final List<OptionalLong> other = lookUp(now, port);
            if (!other.equals(queues)) {
                changed.put(port, other);
            }
        });
        known.putAll(changed);
        lookup = now;
        return changed.keySet();
    }
}
