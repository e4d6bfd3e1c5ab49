// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.jsonrpc.OvsdbClient;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.ResumePoint;
import io.cloudmac.ovsdb.jsonrpc.SwitchListener;
import io.cloudmac.ovsdb.plan.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the connection to one switch to which the controller connects, and names the switch. It pauses
 * while the switch has opened a connection itself. {@link Connectors} calls its methods one at a time.
 */
final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

    /** Schedules events on the executor of the connectors, one at a time. */
    interface Schedule {
        /** Runs the event as soon as possible. */
        void run(Runnable event);

        /** Runs the event after the delay; the returned task cancels it. */
        Runnable after(Duration delay, Runnable event);
    }

    private final NodeId id;
    private final ConnectTarget target;
    private final Backoff backoff;
    private final OvsdbClient client;
    private final SwitchRegistry registry;
    private final Predicate<NodeId> taken;
    private final Schedule schedule;

    private OvsdbClient.Attempt attempt;
    private Runnable cancelAlarm = () -> { };
    private boolean ready;
    private boolean stopped;

    /**
     * Creates a connector that is not started.
     *
     * @param taken returns true if a name belongs to another configured switch
     */
    Connector(final NodeId id, final ConnectTarget target, final Backoff backoff, final OvsdbClient client,
            final SwitchRegistry registry, final Predicate<NodeId> taken, final Schedule schedule) {
        this.id = id;
        this.target = target;
        this.backoff = backoff;
        this.client = client;
        this.registry = registry;
        this.taken = taken;
        this.schedule = schedule;
    }

    /** Returns the address to which it connects. */
    ConnectTarget target() {
        return target;
    }

    /** Connects, unless a connection exists, is being opened, or the switch has opened one. */
    void connect() {
        if (stopped || attempt != null) {
            return;
        }
        cancelAlarm.run();
        if (target.problem() != null) {
            registry.connecting(id, new ConnectState(target.problem(), 0, null));
        } else if (registry.isConnected(id)) {
            registry.connecting(id, ConnectState.FRESH);
        } else {
            registry.connecting(id, new ConnectState(null, backoff.failures(), null));
            attempt = client.connect(target.address(), target.tls(), new Listener(),
                reason -> schedule.run(() -> ended(reason)));
        }
    }

    /** Closes the connection and opens no other. */
    void stop(final String reason) {
        stopped = true;
        cancelAlarm.run();
        if (attempt != null) {
            attempt.close(reason);
        }
    }

    private void succeeded() {
        ready = true;
        backoff.succeeded();
        if (!stopped) {
            registry.connecting(id, ConnectState.FRESH);
        }
    }

    private void ended(final String reason) {
        attempt = null;
        final boolean lost = ready;
        ready = false;
        if (stopped) {
            return;
        }
        if (registry.isConnected(id)) {
            // The switch has connected itself. The registry reports the end of that connection.
            registry.connecting(id, ConnectState.FRESH);
            return;
        }
        LOG.info("No connection to {} at {}: {}", id.getValue(), target.address(), reason);
        final Duration delay = lost ? backoff.lost() : backoff.failed();
        registry.connecting(id, new ConnectState(reason, backoff.failures(), Instant.now().plus(delay)));
        cancelAlarm = schedule.after(delay, this::connect);
    }

    /** Passes the switch to the registry when it has its name. */
    private final class Listener implements SwitchListener {
        @Override
        public String name(final Row root) {
            final NodeId present = Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS));
            if (present.equals(id)) {
                return null;
            }
            if (taken.test(present)) {
                throw new IllegalArgumentException("the switch is already configured as " + present.getValue());
            }
            LOG.info("Renaming {} at {} to {}", present.getValue(), target.address(), id.getValue());
            return Paths.mark(id);
        }

        @Override
        public ResumePoint resume(final Row root) {
            return registry.resume(root);
        }

        @Override
        public void connected(final OvsdbConnection connection) {
            registry.connected(connection);
            schedule.run(Connector.this::succeeded);
        }

        @Override
        public void changed(final OvsdbConnection connection) {
            registry.changed(connection);
        }

        @Override
        public void disconnected(final OvsdbConnection connection) {
            registry.disconnected(connection);
        }
    }
}
