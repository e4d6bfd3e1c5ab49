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
 * Keeps the connection to one switch that the controller is to connect to, and gives the switch its name.
 * While the switch has a connection of its own making this one stands by. Its methods are called by
 * {@link Connectors} one after another.
 */
final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

    /** What happens later or elsewhere, one after another on the connectors' executor. */
    interface Schedule {
        /** Runs this as soon as possible. */
        void run(Runnable event);

        /** Runs this after a while; the result, when run, takes it back. */
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
     * Makes one that is still to be started.
     *
     * @param taken whether a name is that of another configured switch
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

    /** Where it connects to. */
    ConnectTarget target() {
        return target;
    }

    /** Connects, unless it is connected or about to be, or has to stand by. */
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

    /** Ends the connection and makes no other. */
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
            // The switch has connected from its own side; we are told when that connection ends.
            registry.connecting(id, ConnectState.FRESH);
            return;
        }
        LOG.info("no connection to {} at {}: {}", id.getValue(), target.address(), reason);
        final Duration delay = lost ? backoff.lost() : backoff.failed();
        registry.connecting(id, new ConnectState(reason, backoff.failures(), Instant.now().plus(delay)));
        cancelAlarm = schedule.after(delay, this::connect);
    }

    /** Lets the registry hear of the switch once it has its name. */
    private final class Listener implements SwitchListener {
        @Override
        public String name(final Row root) {
            final NodeId present = Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS));
            if (present.equals(id)) {
                return null;
            }
            if (taken.test(present)) {
                throw new IllegalArgumentException("the switch is configured as " + present.getValue() + " already");
            }
            LOG.info("{} at {} is called {} from now on", present.getValue(), target.address(), id.getValue());
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
