// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.plan.Tables;

/** Receives the events of switches. Connections call it on their threads; it must not block. */
public interface SwitchListener {
    /** Key in external_ids of the root row that holds the name which a controller gave the switch. */
    String NAME_KEY = Tables.PATH_MARK;

    /**
     * Returns the state from which to monitor the switch. Called when the switch is identified.
     *
     * @param root the row of table Open_vSwitch, with its UUID and external_ids
     * @return the state to continue from, or null to load all rows
     */
    ResumePoint resume(Row root);

    /**
     * Returns the name to give the switch. Called before {@link #resume}, which then gets the row with that
     * name.
     *
     * @param root as for {@link #resume}
     * @return value of {@link #NAME_KEY} to write into the root row, or null to leave the row as it is
     * @throws IllegalArgumentException if this switch must not connect; the message says why
     */
    default String name(final Row root) {
        return null;
    }

    /** Reports that a switch is connected and its tables are loaded. */
    void connected(OvsdbConnection connection);

    /** Reports that the snapshot of a switch has changed. */
    void changed(OvsdbConnection connection);

    /** Reports the end of a connection for which {@link #connected} was called. */
    void disconnected(OvsdbConnection connection);
}
