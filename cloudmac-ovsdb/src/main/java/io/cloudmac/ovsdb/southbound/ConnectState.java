// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import java.time.Instant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch.Initiator;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.SwitchBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * How it goes with a switch that the controller is to connect to.
 *
 * @param error    why the last attempt failed, or null
 * @param attempts how many have failed since the switch was connected last
 * @param next     when the next one is, or null if none is due
 */
record ConnectState(String error, int attempts, Instant next) {
    /** Nothing has failed. */
    static final ConnectState FRESH = new ConnectState(null, 0, null);

    /**
     * Shows it, and who made the connection or is to make it.
     *
     * @param outgoing null if the controller is not to connect to the switch
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
