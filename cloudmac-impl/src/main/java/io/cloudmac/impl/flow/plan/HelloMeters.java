// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.wire.Mac;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Assigns a meter to each virtual station, the same one at all switches. While there are meters, no two share one: else
 * one that floods hellos would suppress the copies of the other, and the controller would remove the other. A virtual
 * station keeps its meter until it is gone.
 */
public final class HelloMeters {
    private static final Meter KIND = Meter.KNOWN_HELLOS;

    /** The index of the meter of each virtual station. */
    private final Map<Mac, Integer> indexes = new HashMap<>();
    private final BitSet used = new BitSet(KIND.count());

    /** Assigns meters to new virtual stations, and frees those of virtual stations that are gone. */
    void follow(final Set<Mac> stations) {
        if (stations.equals(indexes.keySet())) {
            return;
        }
        if (indexes.keySet().retainAll(stations)) {
            used.clear();
            indexes.values().forEach(used::set);
        }
        new TreeSet<>(stations).forEach(station -> indexes.computeIfAbsent(station, this::freeIndex));
    }

    /**
     * Returns a free index, the remainder of the id if possible: so most virtual stations have the same meter after a
     * restart. Without a free one, returns the remainder.
     */
    private int freeIndex(final Mac station) {
        final int wanted = station.lastTwoOctets() % KIND.count();
        final int above = used.nextClearBit(wanted);
        final int free = above < KIND.count() ? above : used.nextClearBit(0);
        final int index = free < KIND.count() ? free : wanted;
        used.set(index);
        return index;
    }

    /** Returns the number of the meter of a virtual station, of the last call of {@link #follow}. */
    int number(final Mac station) {
        return KIND.number(indexes.get(station));
    }
}
