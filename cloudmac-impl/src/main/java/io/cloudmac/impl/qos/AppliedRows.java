// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers from which state of a switch's database on a port's rows were in it, so that it can be told whether
 * the switch has acted upon them since, whatever else is changed in its database meanwhile.
 */
final class AppliedRows {
    /**
     * How far a switch is.
     *
     * @param next the number of the state that its database is in
     * @param current the number of the state that it has acted upon
     */
    record Count(long next, long current) {
        /** The switch does not say. */
        static final Count UNKNOWN = new Count(0, 0);
    }

    private record Seen(PortQos rows, long next) {
    }

    private final Map<String, Seen> seen = new HashMap<>();

    /** Says whether the switch has acted upon the rows that its database has for a port. */
    boolean isDone(final String port, final PortQos rows, final Count count) {
        // A database that was made anew counts from 0.
        final Seen since = seen.compute(port, (id, before) -> before != null && before.rows.equals(rows)
            && before.next <= count.next ? before : new Seen(rows, count.next));
        return count.current >= since.next;
    }

    /** The database has no rows for the port. */
    void gone(final String port) {
        seen.remove(port);
    }
}
