// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PathTree;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The VLAN ids of segments. A segment keeps its id as long as a rule has it. The first choice depends on the segment's
 * place in its chain alone, so that a restarted controller chooses the same, unless two segments have the same choice.
 */
final class SegmentIds {
    /**
     * A segment.
     *
     * @param chain its chain
     * @param direction number of the direction
     * @param leg number of the leg
     * @param hops the switches that it passes
     */
    record SegmentKey(ChainId chain, int direction, int leg, List<PathTree.Hop> hops) {
    }

    private final Map<SegmentKey, Integer> ids = new HashMap<>();
    private final Set<Integer> used = new HashSet<>();

    /**
     * Returns the VLAN id of a segment.
     *
     * @param named ids that matches name
     * @return empty if all are in use
     */
    OptionalInt of(final SegmentKey key, final VlanRange range, final Set<Integer> named) {
        final Integer known = ids.get(key);
        if (known != null && range.contains(known) && !named.contains(known)) {
            return OptionalInt.of(known);
        }
        final int choice = choice(key);
        for (int i = 0; i < range.size(); i++) {
            final int vlan = range.first() + Math.floorMod(choice + i, range.size());
            if (!named.contains(vlan) && used.add(vlan)) {
                ids.put(key, vlan);
                return OptionalInt.of(vlan);
            }
        }
        return OptionalInt.empty();
    }

    private static int choice(final SegmentKey key) {
        return (key.chain() + " " + key.direction() + " " + key.leg()).hashCode();
    }

    /** Releases all ids of a chain but the given ones. */
    void retain(final ChainId chain, final Collection<Integer> vlans) {
        ids.entrySet().removeIf(entry -> entry.getKey().chain().equals(chain) && !vlans.contains(entry.getValue()));
        used.retainAll(ids.values());
    }
}
