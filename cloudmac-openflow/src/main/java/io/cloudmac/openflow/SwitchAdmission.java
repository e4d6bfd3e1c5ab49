// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import io.cloudmac.openflow.control.SwitchControl;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether switches can connect: while there is a {@link SwitchControl}. In a cluster, one member has it, so
 * that a switch has one controller. A switch tries all controllers that it is configured with, and finds this one.
 */
final class SwitchAdmission {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchAdmission.class);

    private final Set<SwitchControl> controls = new HashSet<>();
    private final Set<GuardedConnection> connections = new HashSet<>();

    synchronized boolean isOpen() {
        return !controls.isEmpty();
    }

    synchronized void open(final SwitchControl control) {
        controls.add(control);
        LOG.info("Switches can connect");
    }

    /** Closes all connections when the last control ends. */
    void close(final SwitchControl control) {
        final Set<GuardedConnection> ended;
        synchronized (this) {
            controls.remove(control);
            if (isOpen()) {
                return;
            }
            ended = Set.copyOf(connections);
            connections.clear();
        }
        LOG.info("No switch can connect; the connections of {} switches end", ended.size());
        ended.forEach(GuardedConnection::end);
    }

    /** Adds a connection, and ends it if it was accepted too late. */
    void added(final GuardedConnection connection) {
        synchronized (this) {
            if (isOpen()) {
                if (connection.isOpen()) {
                    connections.add(connection);
                }
                return;
            }
        }
        connection.end();
    }

    synchronized void removed(final GuardedConnection connection) {
        connections.remove(connection);
    }
}
