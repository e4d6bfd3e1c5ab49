// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.ovsdb.jsonrpc.OvsdbClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;

/** The connectors of all switches to which the controller connects. Thread-safe. */
final class Connectors implements Connector.Schedule, AutoCloseable {
    private final Map<NodeId, Connector> connectors = new ConcurrentHashMap<>();
    private final OvsdbClient client;
    private final SwitchRegistry registry;
    private final Backoff.Limits limits;
    private final ScheduledExecutorService threads;
    private final Executor events;

    /** Creates an empty set of connectors that run on these threads. */
    Connectors(final OvsdbClient client, final SwitchRegistry registry, final Backoff.Limits limits,
            final ScheduledExecutorService threads) {
        this.client = client;
        this.registry = registry;
        this.limits = limits;
        this.threads = threads;
        events = MoreExecutors.newSequentialExecutor(threads);
        registry.whenFreed(id -> run(() -> freed(id)));
    }

    /** Sets the target of a switch; null closes the connection. */
    void configured(final NodeId id, final ConnectTarget target) {
        run(() -> replace(id, target));
    }

    @Override
    public void run(final Runnable event) {
        if (!threads.isShutdown()) {
            events.execute(event);
        }
    }

    @Override
    public Runnable after(final Duration delay, final Runnable event) {
        final ScheduledFuture<?> alarm =
            threads.schedule(() -> run(event), delay.toMillis(), TimeUnit.MILLISECONDS);
        return () -> alarm.cancel(false);
    }

    /** Closes all connections of the connectors and opens no others. */
    @Override
    public void close() {
        run(() -> {
            connectors.values().forEach(connector -> connector.stop("the southbound stops"));
            connectors.clear();
        });
    }

    private void replace(final NodeId id, final ConnectTarget target) {
        final Connector before = connectors.get(id);
        if (before != null && before.target().equals(target)) {
            return;
        }
        if (before != null) {
            before.stop(target == null ? "connection-info is no longer configured" : "connection-info has changed");
            connectors.remove(id);
        }
        if (target == null) {
            registry.connecting(id, null);
            return;
        }
        final Connector now = new Connector(id, target,
            new Backoff(limits, () -> ThreadLocalRandom.current().nextDouble()), client, registry, this::taken, this);
        connectors.put(id, now);
        now.connect();
    }

    /**
     * Returns true if anything is configured under this name. Under another name the switch's rows would look
     * like orphans.
     */
    private boolean taken(final NodeId name) {
        return connectors.containsKey(name) || registry.isConfigured(name);
    }

    private void freed(final NodeId id) {
        final Connector connector = connectors.get(id);
        if (connector != null) {
            connector.connect();
        }
    }
}
