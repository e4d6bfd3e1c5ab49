// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.HashMap;
import java.util.Map;

/**
 * The configuration number at which the rows of each port entered the database of its switch. Comparing it with the
 * number that the switch has applied shows whether the rows are in effect, whatever else changes in the database.
 */
public final class AppliedRows {
    /**
     * The configuration numbers of a switch (ovs-vswitchd.conf.db(5), table Open_vSwitch).
     *
     * @param next {@code next_cfg}, the number of the state in its database
     * @param current {@code cur_cfg}, the number of the state that it has applied
     */
    public record Count(long next, long current) {
        /** The numbers of a switch that does not report them. */
        static final Count UNKNOWN = new Count(0, 0);
    }

    private record RowsInDatabase(PortQos rows, long next) {
    }

    private final Map<String, RowsInDatabase> inDatabase = new HashMap<>();

    /** Returns true if the switch has applied the rows that its database has for a port. */
    public boolean isApplied(final String port, final PortQos rows, final Count count) {
        // A new database counts from 0 again.
        final RowsInDatabase entry = inDatabase.compute(port, (id, before) -> before != null && before.rows.equals(rows)
            && before.next <= count.next ? before : new RowsInDatabase(rows, count.next));
        return count.current >= entry.next;
    }

    /** Forgets a port for which the database has no rows. */
    public void forget(final String port) {
        inDatabase.remove(port);
    }
}
