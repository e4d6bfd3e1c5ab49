// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.ovsdb.db.Row;
import io.cloudmac.ovsdb.jsonrpc.OvsdbConnection;
import io.cloudmac.ovsdb.jsonrpc.ResumePoint;
import io.cloudmac.ovsdb.jsonrpc.SwitchListener;
import io.cloudmac.ovsdb.plan.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps an agent for each connected or configured switch. */
final class SwitchRegistry implements SwitchListener, Caretaker.Agents {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchRegistry.class);

    private final Reconciler.Delays delays;
    private final ScheduledExecutorService threads;
    private final OperationalWriter writer;
    private final EntryNotifier notifier;
    private final Ownership ownership;
    private final Map<NodeId, SwitchAgent> agents = new HashMap<>();
    private final Map<OvsdbConnection, NodeId> connections = new HashMap<>();
    /** Connections that name a connected switch, while that switch is probed. */
    private final Map<NodeId, OvsdbConnection> newcomers = new HashMap<>();
    private volatile Consumer<NodeId> freed = id -> { };

    /**
     * Creates an empty registry.
     *
     * @param threads run the agents' evaluations
     */
    SwitchRegistry(final Reconciler.Delays delays, final ScheduledExecutorService threads,
            final OperationalWriter writer, final EntryNotifier notifier, final Ownership ownership) {
        this.delays = delays;
        this.threads = threads;
        this.writer = writer;
        this.notifier = notifier;
        this.ownership = ownership;
    }

    /** Sets the configuration of a switch. */
    synchronized void configured(final NodeId switchId, final SwitchAgent.Configuration configuration) {
        if (configuration.desired().keys().isEmpty() && !agents.containsKey(switchId)) {
            return;
        }
        agent(switchId).configured(configuration);
    }

    /** Sets the state of the connection attempts to a switch; null if the controller does not connect to it. */
    synchronized void connecting(final NodeId switchId, final ConnectState state) {
        if (state != null || agents.containsKey(switchId)) {
            agent(switchId).connecting(state);
        }
    }

    /** Sets a consumer for switches that lost their last connection. It must not block. */
    void whenFreed(final Consumer<NodeId> consumer) {
        freed = consumer;
    }

    /** Returns true if a switch is connected. */
    synchronized boolean isConnected(final NodeId switchId) {
        return connections.containsValue(switchId);
    }

    /** Returns true if anything is configured for a switch. */
    synchronized boolean isConfigured(final NodeId switchId) {
        return agents.containsKey(switchId) && agents.get(switchId).isConfigured();
    }

    @Override
    public synchronized ResumePoint resume(final Row root) {
        final SwitchAgent agent = agents.get(Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS)));
        return agent == null ? null : agent.resume();
    }

    @Override
    public synchronized void connected(final OvsdbConnection connection) {
        final Row root = connection.snapshot().rows(Tables.OPEN_VSWITCH).stream().findFirst().orElse(null);
        if (root == null) {
            connection.close("the switch has lost its row in table Open_vSwitch");
            return;
        }
        enter(connection, Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS)));
    }

    @Override
    public synchronized void changed(final OvsdbConnection connection) {
        final NodeId switchId = connections.get(connection);
        if (switchId == null) {
            return;
        }
        final NodeId name = connection.snapshot().rows(Tables.OPEN_VSWITCH).stream().findFirst()
            .map(root -> Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS))).orElse(switchId);
        if (name.equals(switchId)) {
            agents.get(switchId).changed();
        } else if (connection.outgoing()) {
            connection.close("the name of the switch changed from " + switchId.getValue() + " to " + name.getValue());
        } else {
            LOG.info("{} has the new name {}", switchId.getValue(), name.getValue());
            leave(connection);
            enter(connection, name);
        }
    }

    @Override
    public synchronized void disconnected(final OvsdbConnection connection) {
        leave(connection);
    }

    /**
     * Adopts a connection unless a live one has the name of its switch. Of two connections with the same peer, one
     * in each direction, it prefers the one that the switch opened: otherwise they would replace each other.
     */
    private void enter(final OvsdbConnection connection, final NodeId switchId) {
        final OvsdbConnection present = agents.containsKey(switchId) ? agents.get(switchId).connection() : null;
        if (present == null) {
            adopt(connection, switchId);
        } else if (connection.outgoing() == present.outgoing() || !isSamePeer(connection, present)) {
            challenge(present, connection, switchId);
        } else if (connection.outgoing()) {
            connection.close("the switch has opened a connection itself");
        } else {
            // Closes the present one.
            adopt(connection, switchId);
        }
    }

    private void adopt(final OvsdbConnection connection, final NodeId switchId) {
        connections.put(connection, switchId);
        agent(switchId).connected(connection);
    }

    /** Returns true if two connections prove the same identity: the certificate, or without TLS the address. */
    private static boolean isSamePeer(final OvsdbConnection some, final OvsdbConnection other) {
        return some.certificate().isEmpty() && other.certificate().isEmpty()
            ? some.remote().getAddress().equals(other.remote().getAddress())
            : some.certificate().equals(other.certificate());
    }

    /**
     * Refuses the newcomer if the present connection answers a probe. Else the present connection is half open:
     * the probe closes it, and {@link #leave} adopts the newcomer.
     */
    private void challenge(final OvsdbConnection present, final OvsdbConnection newcomer, final NodeId switchId) {
        if (newcomers.containsKey(switchId)) {
            refuse(newcomer, switchId);
            return;
        }
        newcomers.put(switchId, newcomer);
        present.probe().thenRun(() -> {
            synchronized (this) {
                if (newcomers.remove(switchId, newcomer)) {
                    refuse(newcomer, switchId);
                }
            }
        });
    }

    private void refuse(final OvsdbConnection newcomer, final NodeId switchId) {
        LOG.warn("Refused a connection from {}: it names {}, which is connected", newcomer.remote(),
            switchId.getValue());
        agent(switchId).refused(newcomer.remote());
        newcomer.close("another connection of " + switchId.getValue() + " is alive");
    }

    private void leave(final OvsdbConnection connection) {
        newcomers.values().remove(connection);
        final NodeId switchId = connections.remove(connection);
        if (switchId != null) {
            agents.get(switchId).disconnected(connection);
            final OvsdbConnection newcomer = newcomers.remove(switchId);
            if (newcomer != null) {
                connected(newcomer);
            }
            if (!connections.containsValue(switchId)) {
                freed.accept(switchId);
            }
        }
    }

    @Override
    public synchronized void caretakerChanged() {
        agents.values().forEach(SwitchAgent::changed);
    }

    @Override
    public synchronized void shown(final NodeId switchId, final Switch state) {
        final SwitchAgent agent = agents.get(switchId);
        if (agent != null) {
            agent.shown(state);
        }
    }

    @Override
    public synchronized void orphaned(final NodeId switchId, final String owner) {
        agent(switchId).orphaned(owner);
    }

    /** Stops all agents. */
    synchronized void stop() {
        agents.values().forEach(SwitchAgent::stop);
    }

    private SwitchAgent agent(final NodeId switchId) {
        return agents.computeIfAbsent(switchId,
            id -> new SwitchAgent(id, delays, MoreExecutors.newSequentialExecutor(threads), threads, writer,
                notifier, ownership, this::forgetIfIdle));
    }

    /** Removes an agent after its last evaluation, so that it has published its final state. */
    private synchronized void forgetIfIdle(final SwitchAgent agent) {
        if (!connections.containsValue(agent.id()) && agent.idle()) {
            agent.stop();
            agents.remove(agent.id(), agent);
        }
    }
}
