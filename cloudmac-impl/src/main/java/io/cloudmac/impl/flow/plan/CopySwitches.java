// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.learned.StationKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The switches where a bound station needs rules for copies: those where copies of its frames have come, and those
 * whose WTPs serve it or have served it since it was bound. The number of switches of a station is bounded. Pure.
 */
public final class CopySwitches {
    /** The number of switches of a station above which copies at another one are not noted. */
    public static final int MAXIMUM = 32;
    /** The number of newest switches that a station keeps when other switches serve it. */
    static final int KEPT = 16;

    /** The switches of one station. */
    private static final class Surroundings {
        /** The oldest note first. */
        private final Set<String> nodes = new LinkedHashSet<>(2);
        private Set<String> serving = Set.of();

        void move(final Set<String> now) {
            if (now.equals(serving)) {
                return;
            }
            serving = Set.copyOf(now);
            nodes.removeAll(serving);
            final Iterator<String> oldest = nodes.iterator();
            for (int excess = nodes.size() - KEPT; excess > 0; excess--) {
                oldest.next();
                oldest.remove();
            }
            nodes.addAll(serving);
        }
    }

    private final Map<StationKey, Surroundings> stations = new HashMap<>();
    private final Set<RuleKey> changed = new HashSet<>();

    /**
     * Notes that a copy of a bound station's frame has come to a switch.
     *
     * @return true if the station now needs new rules; false if the switch was noted before, or the station has
     *     {@link #MAXIMUM} switches
     */
    public boolean note(final StationKey station, final String node) {
        final Set<String> nodes = stations.computeIfAbsent(station, first -> new Surroundings()).nodes;
        final boolean isNew = nodes.size() < MAXIMUM && nodes.add(node);
        if (isNew) {
            changed.add(RuleKey.station(station));
        }
        return isNew;
    }

    /** Returns true if copies of a station's frames may come to a switch. */
    public boolean contains(final StationKey station, final String node) {
        return of(station).contains(node);
    }

    /**
     * Follows the binding of a station: the switches whose WTPs serve it stay noted when others serve it.
     *
     * @param serving the node ids of the switches
     */
    void follow(final StationKey station, final Set<String> serving) {
        stations.computeIfAbsent(station, first -> new Surroundings()).move(serving);
    }

    /** Forgets a station that is not bound. */
    void forget(final StationKey station) {
        stations.remove(station);
    }

    /** Returns the node ids of a station's switches. */
    public Set<String> of(final StationKey station) {
        final Surroundings found = stations.get(station);
        return found == null ? Set.of() : found.nodes;
    }

    /** Returns the keys whose rules have changed by {@link #note} since the last call. */
    Set<RuleKey> takeChanged() {
        final Set<RuleKey> taken = Set.copyOf(changed);
        changed.clear();
        return taken;
    }
}
