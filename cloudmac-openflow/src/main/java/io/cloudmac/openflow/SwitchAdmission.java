// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.openflow.control.SwitchControl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits switches while there is a {@link SwitchControl}. In a cluster, one member has it, so that a switch has one
 * controller. The connections to the other members wait, so that a switch is there at once when a member takes over.
 */
final class SwitchAdmission {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchAdmission.class);

    private final Set<SwitchControl> controls = new HashSet<>();
    private final Set<GuardedConnection> admitted = new HashSet<>();
    private final Map<GuardedConnection, SettableFuture<Void>> waiting = new HashMap<>();

    /** Admits the connections that wait. */
    void open(final SwitchControl control) {
        final List<SettableFuture<Void>> next;
        synchronized (this) {
            controls.add(control);
            admitted.addAll(waiting.keySet());
            next = new ArrayList<>(waiting.values());
            waiting.clear();
        }
        LOG.info("This controller controls the switches; {} are connected", next.size());
        next.forEach(turn -> turn.set(null));
    }

    /** Ends all connections when the last control ends. The switches connect again, and wait. */
    void close(final SwitchControl control) {
        final Set<GuardedConnection> ended;
        synchronized (this) {
            controls.remove(control);
            if (!controls.isEmpty()) {
                return;
            }
            ended = Set.copyOf(admitted);
            admitted.clear();
        }
        LOG.info("This controller no longer controls the switches; the connections of {} end", ended.size());
        ended.forEach(GuardedConnection::end);
    }

    /**
     * Admits a connection, now or later.
     *
     * @return completes when it is admitted; fails if it ends before
     */
    synchronized ListenableFuture<Void> admit(final GuardedConnection connection) {
        if (controls.isEmpty()) {
            return waiting.computeIfAbsent(connection, first -> SettableFuture.create());
        }
        admitted.add(connection);
        return Futures.immediateVoidFuture();
    }

    /** Forgets a connection that has ended. */
    void removed(final GuardedConnection connection) {
        final SettableFuture<Void> turn;
        synchronized (this) {
            admitted.remove(connection);
            turn = waiting.remove(connection);
        }
        if (turn != null) {
            turn.setException(new IOException("the connection ended before this member controlled the switches"));
        }
    }
}
