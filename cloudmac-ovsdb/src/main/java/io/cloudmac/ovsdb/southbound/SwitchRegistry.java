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
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** The switches that are connected or configured, each with its agent. */
final class SwitchRegistry implements SwitchListener {
    private final Reconciler.Delays delays;
    private final ScheduledExecutorService threads;
    private final OperationalWriter writer;
    private final Map<NodeId, SwitchAgent> agents = new HashMap<>();
    private final Map<OvsdbConnection, NodeId> connections = new HashMap<>();

    /**
     * Makes an empty one.
     *
     * @param threads on which the agents take their turns
     */
    SwitchRegistry(final Reconciler.Delays delays, final ScheduledExecutorService threads,
            final OperationalWriter writer) {
        this.delays = delays;
        this.threads = threads;
        this.writer = writer;
    }

    /** This is configured for a switch now. */
    synchronized void configured(final NodeId switchId, final SwitchAgent.Configuration configuration) {
        if (configuration.desired().keys().isEmpty() && !agents.containsKey(switchId)) {
            return;
        }
        agent(switchId).configured(configuration);
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
            connection.close("the switch has no row in table Open_vSwitch any more");
            return;
        }
        final NodeId switchId = Paths.switchId(root.uuid(), root.stringMap(Tables.EXTERNAL_IDS));
        connections.put(connection, switchId);
        agent(switchId).connected(connection);
    }

    @Override
    public synchronized void changed(final OvsdbConnection connection) {
        final NodeId switchId = connections.get(connection);
        if (switchId != null) {
            agents.get(switchId).changed();
        }
    }

    @Override
    public synchronized void disconnected(final OvsdbConnection connection) {
        final NodeId switchId = connections.remove(connection);
        if (switchId != null) {
            agents.get(switchId).disconnected(connection);
        }
    }

    /** Stops all agents. */
    synchronized void stop() {
        agents.values().forEach(SwitchAgent::stop);
    }

    private SwitchAgent agent(final NodeId switchId) {
        return agents.computeIfAbsent(switchId,
            id -> new SwitchAgent(id, delays, MoreExecutors.newSequentialExecutor(threads), threads, writer,
                this::forgetIfIdle));
    }

    /** An agent says itself when it may go, at the end of a turn, so that its last word is spoken before. */
    private synchronized void forgetIfIdle(final SwitchAgent agent) {
        if (!connections.containsValue(agent.id()) && agent.idle()) {
            agent.stop();
            agents.remove(agent.id(), agent);
        }
    }
}
