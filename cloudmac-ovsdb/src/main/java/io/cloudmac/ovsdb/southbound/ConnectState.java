// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import java.time.Instant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch.Initiator;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * State of the connection attempts to one switch.
 *
 * @param error    reason why the last attempt failed, or null
 * @param attempts failed attempts since the switch was last connected
 * @param next     time of the next attempt, or null if none is scheduled
 */
record ConnectState(String error, int attempts, Instant next) {
    /** No attempt has failed. */
    static final ConnectState FRESH = new ConnectState(null, 0, null);

    /**
     * Adds the state and the initiator of the connection to the published state.
     *
     * @param outgoing null if the controller does not connect to the switch
     * @param present  the connection, or null
     */
    static void show(final SwitchBuilder state, final ConnectState outgoing, final OvsdbConnection present) {
        final boolean ours = present == null ? outgoing != null : present.outgoing();
        state.setInitiator(ours ? Initiator.Controller : Initiator.Switch);
        if (outgoing != null) {
            state.setConnectError(outgoing.error)
                .setConnectAttempts(Uint32.valueOf(outgoing.attempts))
                .setNextConnect(outgoing.next == null ? null : EntryState.time(outgoing.next));
        }
    }
}
