// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.learned.StationKey;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Decides which stations' entries are encoded in a round: those whose binding has changed, and the next ones in turn,
 * as their activity and signals may have changed. So a round costs the same in each network, and a change of a binding
 * waits for no turn. Pure.
 */
final class EncodingTurns {
    /** The most stations that are encoded in a round because it is their turn. */
    static final int AT_ONCE = 1000;

    private Assignment last = Assignment.NOTHING;
    private Iterator<StationKey> waiting = Collections.emptyIterator();
    private int turn;

    /** Returns the stations to encode in the next round. Those that are not bound any more are among them. */
    Set<StationKey> next(final Assignment now) {
        final Set<StationKey> due = new HashSet<>(VersionedMap.differing(last.stations(), now.stations()));
        last = now;
        if (!waiting.hasNext()) {
            waiting = now.stations().keySet().iterator();
            turn++;
        }
        for (int number = 0; number < AT_ONCE && waiting.hasNext(); number++) {
            due.add(waiting.next());
        }
        return due;
    }

    /** Returns the number of passes over all stations that have begun. */
    int turn() {
        return turn;
    }
}
