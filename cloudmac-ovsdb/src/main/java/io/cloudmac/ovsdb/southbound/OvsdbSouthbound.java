// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.cloudmac.ovsdb.jsonrpc.OvsdbClient;
import io.cloudmac.ovsdb.jsonrpc.OvsdbServer;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects socket, agents, configuration listener and operational writer. Works without OSGi. */
final class OvsdbSouthbound implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OvsdbSouthbound.class);
    private static final long CLOSE_S = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ScheduledExecutorService agentThreads;
    private final ScheduledExecutorService writes;
    private final OperationalWriter writer;
    private final SwitchRegistry registry;
    private final OvsdbServer server;
    private final OvsdbClient client;
    private final Connectors connectors;
    private final Registration configuration;
    private final Registration connectionInfo;
    private final Ownership ownership;
    private final Caretaker caretaker;
    private final Registration shown;

    /**
     * Settings of connections that the controller opens.
     *
     * @param tls    client side of TLS, or null without a certificate
     * @param delays limits of the delay between attempts
     */
    record Outgoing(SslContext tls, Backoff.Limits delays) {
        /** No certificate, 1 to 30 s between attempts. */
        static final Outgoing PLAIN = new Outgoing(null,
            new Backoff.Limits(Duration.ofSeconds(1), Duration.ofSeconds(30)));
    }

    /**
     * The cluster of this member.
     *
     * @param ownership decides which switches this member programs; closed with the southbound
     * @param patience  time that a dead owner's switches wait for a new owner before they are published as
     *     not connected
     */
    record Cluster(Ownership ownership, Duration patience) {
        /** Returns a cluster of this member only. */
        static Cluster alone() {
            return new Cluster(new LocalOwnership(), PATIENCE);
        }
    }

    /** Starts a southbound without a cluster and notifications, with {@link Outgoing#PLAIN}. */
    OvsdbSouthbound(final DataBroker broker, final InetSocketAddress address, final SslContext tls,
            final OvsdbServer.ConnectionLimits limits, final Reconciler.Delays delays) throws IOException {
        this(broker, EntryNotifier.NONE, address, tls, limits, delays, Outgoing.PLAIN, Cluster.alone());
    }

    /**
     * Starts a southbound.
     *
     * @param address   address on which to listen for switches
     * @param tls       server side of TLS, or null for plain TCP
     * @param outgoing  for switches to which the controller connects
     * @param cluster   the cluster of this member
     * @throws IOException if the socket cannot be opened or the datastore does not work
     */
    @SuppressWarnings("checkstyle:IllegalCatch")
    OvsdbSouthbound(final DataBroker broker, final EntryNotifier notifier, final InetSocketAddress address,
            final SslContext tls, final OvsdbServer.ConnectionLimits limits, final Reconciler.Delays delays,
            final Outgoing outgoing, final Cluster cluster) throws IOException {
        ownership = cluster.ownership();
        agentThreads = threads("ovsdb-agent-%d", Math.max(2, Runtime.getRuntime().availableProcessors()));
        writes = threads("ovsdb-operational", 1);
        writer = new OperationalWriter(broker, writes);
        registry = new SwitchRegistry(delays, agentThreads, writer, notifier, ownership);
        try {
            makeTopology(broker, LogicalDatastoreType.CONFIGURATION);
            makeTopology(broker, LogicalDatastoreType.OPERATIONAL);
            // Accept switches only when the configuration is known: otherwise all rows of this controller
            // would look like orphans.
            final ConfigListener listener = new ConfigListener(registry::configured);
            configuration = broker.registerDataTreeChangeListener(
                DataTreeIdentifier.create(LogicalDatastoreType.CONFIGURATION, Paths.TOPOLOGY), listener);
            listener.awaitInitial();
            caretaker = new Caretaker(ownership, registry, cluster.patience(), agentThreads);
            shown = broker.registerDataTreeChangeListener(
                DataTreeIdentifier.create(LogicalDatastoreType.OPERATIONAL, Paths.STATES), caretaker);
            server = new OvsdbServer(address, tls, limits, registry);
            client = new OvsdbClient(limits);
            connectors = new Connectors(client, registry, outgoing.delays(), agentThreads);
            connectionInfo = broker.registerDataTreeChangeListener(ConnectListener.PATH,
                new ConnectListener(outgoing.tls(), connectors::configured));
        } catch (final IOException | RuntimeException e) {
            ownership.close();
            agentThreads.shutdownNow();
            writes.shutdownNow();
            throw e;
        }
    }

    /** Returns the address on which the southbound listens. */
    InetSocketAddress address() {
        return server.address();
    }

    /** Closes all connections and deletes this member's switches from the operational datastore. */
    @Override
    public void close() {
        configuration.close();
        connectionInfo.close();
        shown.close();
        connectors.close();
        client.close();
        registry.stop();
        caretaker.close();
        server.close();
        stop(agentThreads);
        writer.clear(ownership.member());
        stop(writes);
        ownership.close();
    }

    /** Creates the topology at start, as upstream does, so that RESTCONF clients need not create it. */
    private static void makeTopology(final DataBroker broker, final LogicalDatastoreType store)
            throws IOException {
        final var topology = new TopologyBuilder().withKey(Paths.TOPOLOGY_KEY).build();
        final WriteTransaction transaction = broker.newWriteOnlyTransaction();
        transaction.mergeParentStructureMerge(store, Paths.TOPOLOGY, topology);
        try {
            transaction.commit().get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while writing topology ovsdb:1", e);
        } catch (final ExecutionException e) {
            throw new IOException("cannot write topology ovsdb:1: " + e.getCause().getMessage(), e);
        }
    }

    private static ScheduledExecutorService threads(final String name, final int number) {
        return Executors.newScheduledThreadPool(number, new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true)
            .setUncaughtExceptionHandler((thread, e) -> LOG.error("{} died", thread.getName(), e)).build());
    }

    private static void stop(final ScheduledExecutorService threads) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_S, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (final InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
