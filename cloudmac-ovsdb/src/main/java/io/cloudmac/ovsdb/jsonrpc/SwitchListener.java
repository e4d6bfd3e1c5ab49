// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.plan.Tables;

/** Hears of switches. Called on the connections' threads: must not block. */
public interface SwitchListener {
    /** The key in external_ids of the root row by which a controller has named the switch. */
    String NAME_KEY = Tables.PATH_MARK;

    /**
     * A switch has told who it is and is about to be monitored.
     *
     * @param root the row of table Open_vSwitch, with its UUID and external_ids
     * @return the state from which to go on, or null for all of it
     */
    ResumePoint resume(Row root);

    /**
     * What the switch is to be called. It is asked before {@link #resume}, which is then given the row with
     * that name.
     *
     * @param root as for {@link #resume}
     * @return value of {@link #NAME_KEY} that is to be written into the root row, or null if the
     *     row is to stay as it is
     * @throws IllegalArgumentException if this switch must not be connected; the message says why
     */
    default String name(final Row root) {
        return null;
    }

    /** A switch is there and its tables are known. */
    void connected(OvsdbConnection connection);

    /** Something in a switch changed. */
    void changed(OvsdbConnection connection);

    /** A connection for which {@link #connected} was called has ended. */
    void disconnected(OvsdbConnection connection);
}
