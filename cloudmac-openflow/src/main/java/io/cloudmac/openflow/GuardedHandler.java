// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import java.net.InetAddress;
import org.opendaylight.openflowjava.protocol.api.connection.ConnectionAdapter;
import org.opendaylight.openflowjava.protocol.api.connection.SwitchConnectionHandler;

/** Wraps each new connection in a {@link GuardedConnection}. */
record GuardedHandler(SwitchConnectionHandler plugin, DatapathClaims claims) implements SwitchConnectionHandler {
    @Override
    public void onSwitchConnected(final ConnectionAdapter connection) {
        plugin.onSwitchConnected(new GuardedConnection(connection, claims).proxy());
    }

    @Override
    public boolean accept(final InetAddress address) {
        return plugin.accept(address);
    }
}
