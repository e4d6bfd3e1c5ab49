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
    /** The most connections that wait, in all and of one address. A cluster can have as many switches. */
    static final int MAX_WAITING = 4096;
    static final int MAX_WAITING_OF_ADDRESS = 64;

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
        ended.forEach(SwitchAdmission::end);
    }

    /** Ends a connection. A failure of OpenFlowPlugin's listener must not keep the others. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private static void end(final GuardedConnection connection) {
        try {
            connection.end();
        } catch (final RuntimeException e) {
            LOG.error("The connection of a switch at {} did not end in order", connection.address(), e);
        }
    }

    /**
     * Admits a connection, now or later.
     *
     * @return completes when it is admitted; fails if it ends before, or if too many wait
     */
    synchronized ListenableFuture<Void> admit(final GuardedConnection connection) {
        if (controls.isEmpty()) {
            if (waiting.size() >= MAX_WAITING || waiting.keySet().stream()
                    .filter(other -> other.address().equals(connection.address())).count() >= MAX_WAITING_OF_ADDRESS) {
                return Futures.immediateFailedFuture(new IOException("too many connections wait"));
            }
            return waiting.computeIfAbsent(connection, first -> SettableFuture.create());
        }
        admitted.add(connection);
        return Futures.immediateVoidFuture();
    }

    /** Returns true if a connection waits. */
    synchronized boolean isWaiting(final GuardedConnection connection) {
        return waiting.containsKey(connection);
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
