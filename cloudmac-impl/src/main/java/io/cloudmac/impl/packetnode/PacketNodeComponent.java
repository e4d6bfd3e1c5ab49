// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.packetnode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.cloudmac.impl.config.PeerAddresses;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.Term;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.session.ControlConfiguration;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.JsonRpcHandler;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.PeerSessions;
import io.cloudmac.impl.session.RequestNotSentException;
import io.cloudmac.impl.session.SessionState;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Provides the sessions with the packet nodes as a service of the application. */
@Component(service = PacketNodeControl.class, configurationPid = "io.cloudmac")
public final class PacketNodeComponent
        implements PacketNodeControl, PeerSessions.PeerKind<PacketNodeSession>, NodeContext.NodeListener {
    /** The model's default. */
    public static final int DEFAULT_PORT = 4921;

    /** Interval between two questions how a node is; the answer is also its sign of life. */
    private static final Duration INFO_INTERVAL = Duration.ofSeconds(15);
    /** A request takes up to 40 s, says the node's protocol. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(45);

    private final NioEventLoopGroup group = new NioEventLoopGroup(1,
        new ThreadFactoryBuilder().setNameFormat("cloudmac-packet-node-%d").setDaemon(true).build());
    private final Map<String, PacketNodeDetails> nodes = new ConcurrentHashMap<>();
    /** Used in the event loop of the sessions, as the set of open sessions. */
    private final Set<PacketNodeListener> listeners = new LinkedHashSet<>();
    private final Map<String, OpenSession> open = new TreeMap<>();
    private final WatchedContainer<PacketNodes> configured;
    private final EventLoop loop;
    private final NodeContext context;
    private final PeerSessions<PacketNodeSession> sessions;
    private final Registration registration;

    /**
     * Starts the sessions.
     *
     * @param containers the configured nodes
     * @param term this controller's term
     * @param control etc/io.cloudmac.cfg
     */
    @Activate
    public PacketNodeComponent(@Reference final ReadContainers containers, @Reference final Term term,
            final ControlConfiguration control) {
        this(containers.packetNodes(), term, ControlSettings.of(control), INFO_INTERVAL, REQUEST_LIMIT);
    }

    PacketNodeComponent(final WatchedContainer<PacketNodes> configured, final Term term,
            final ControlSettings settings, final Duration infoInterval, final Duration requestLimit) {
        this.configured = configured;
        loop = group.next();
        // A node runs one request at a time. With one on the way, each one's time limit begins when its turn comes.
        context = new NodeContext(loop, settings, new PeerConnector(loop, settings, 1, term),
            ThreadLocalRandom::current, infoInterval.toMillis(), requestLimit.toMillis(), this);
        sessions = new PeerSessions<>(loop, settings, this);
        registration = configured.listen(change -> loop.execute(this::configure));
        loop.execute(this::configure);
    }

    /** Ends all sessions. The LVNFs of the nodes go on. */
    @Deactivate
    public void close() {
        registration.close();
        sessions.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private void configure() {
        sessions.configure(enabled(configured.current()));
    }

    /** Returns the address of each node that is enabled, by name. Leaves out nodes without a valid address. */
    static Map<String, InetSocketAddress> enabled(final PacketNodes configuration) {
        final Map<String, InetSocketAddress> enabled = new TreeMap<>();
        configuration.nonnullPacketNode().values().stream()
            .filter(node -> !Boolean.FALSE.equals(node.getEnabled()) && PeerAddresses.isAddress(node.getAddress()))
            .forEach(node -> enabled.put(node.requireName().getValue(),
                PeerAddresses.of(node.getAddress(), node.getPort(), DEFAULT_PORT)));
        return enabled;
    }

    @Override
    public PacketNodeSession newSession(final String name, final InetSocketAddress address) {
        return new PacketNodeSession(name, address, context);
    }

    @Override
    public void withoutSession(final String name, final InetSocketAddress address) {
        nodes.put(name, new PacketNodeDetails(address, SessionState.OFF, ControlSettings.NO_CERTIFICATES,
            Optional.empty()));
    }

    @Override
    public void removed(final String name) {
        nodes.remove(name);
        listeners.forEach(listener -> listener.removed(name));
    }

    @Override
    public void nodeChanged(final String name, final PacketNodeDetails status) {
        nodes.put(name, status);
    }

    @Override
    public void sessionOpened(final String name, final JsonRpcHandler rpc) {
        final OpenSession opened = (method, params) -> sessions.call(name, session -> session
            .map(each -> each.request(rpc, method, params)).orElseGet(() -> notSent(name)));
        open.put(name, opened);
        listeners.forEach(listener -> listener.opened(name, opened));
    }

    @Override
    public void sessionLost(final String name) {
        open.remove(name);
        listeners.forEach(listener -> listener.lost(name));
    }

    @Override
    public void notification(final String name, final String method, final ObjectNode params) {
        listeners.forEach(listener -> listener.notified(name, method, params));
    }

    @Override
    public Map<String, PacketNodeDetails> nodes() {
        return Map.copyOf(nodes);
    }

    @Override
    public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
        return sessions.call(node, session -> session.map(each -> each.request(method, params))
            .orElseGet(() -> notSent(node)));
    }

    private CompletionStage<ObjectNode> notSent(final String node) {
        return CompletableFuture.failedStage(new RequestNotSentException("no session with packet node " + node + ": "
            + Optional.ofNullable(nodes.get(node)).map(PacketNodeDetails::text)
                .orElse("it is not configured, or not enabled")));
    }

    @Override
    public Registration listen(final PacketNodeListener listener) {
        loop.execute(() -> {
            listeners.add(listener);
            open.forEach(listener::opened);
        });
        return () -> loop.execute(() -> listeners.remove(listener));
    }
}
