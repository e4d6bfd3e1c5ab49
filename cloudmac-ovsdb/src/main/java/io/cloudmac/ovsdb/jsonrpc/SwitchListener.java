// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Row;

/** Hears of switches. Called on the connections' threads: must not block. */
public interface SwitchListener {
    /**
     * A switch has told who it is and is about to be monitored.
     *
     * @param root the row of table Open_vSwitch, with its UUID and external_ids
     * @return the state from which to go on, or null for all of it
     */
    ResumePoint resume(Row root);

    /** A switch is there and its tables are known. */
    void connected(OvsdbConnection connection);

    /** Something in a switch changed. */
    void changed(OvsdbConnection connection);

    /** A connection for which {@link #connected} was called has ended. */
    void disconnected(OvsdbConnection connection);
}
