// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import com.google.common.collect.Sets;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.Link;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The network from the OpenFlow inventory and the links in topology {@code flow:1}. */
@Component(service = { TopologyService.class, InterSwitchPorts.class })
public final class DiscoveredTopology implements TopologyService, InterSwitchPorts {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveredTopology.class);
    /** The controller sends LLDP every five seconds; a link is lost after three missing frames. */
    private static final Duration LINK_TIMEOUT = Duration.ofSeconds(16);
    private static final Duration UPDATE_PERIOD = Duration.ofSeconds(2);
    private static final InstanceIdentifier<NodeConnector> PORTS = InstanceIdentifier.create(Nodes.class)
        .child(Node.class).child(NodeConnector.class);
    private static final InstanceIdentifier<Link> LINKS = InstanceIdentifier.create(NetworkTopology.class)
        .child(Topology.class, new TopologyKey(new TopologyId("flow:1"))).child(Link.class);

    private final List<Runnable> networkListeners = new CopyOnWriteArrayList<>();
    private final List<PortListener> portListeners = new CopyOnWriteArrayList<>();
    private final LinkMemory memory = new LinkMemory(LINK_TIMEOUT);
    private final List<Registration> registrations;
    private final LinkStore store;
    private final EventLoop loop;
    private final PortTable ports;
    private final LinkTable lldpLinks;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Set<InterSwitchLink> links;
    /** The links that the datastore has committed; null after a failed commit, which may have stored them or not. */
    private Set<InterSwitchLink> stored;
    private boolean storing;
    private volatile Network network = Network.EMPTY;

    /** Starts with the links that were known before a restart. */
    @Activate
    public DiscoveredTopology(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final LinkStore store) {
        this.loop = loop;
        this.store = store;
        stored = new TreeSet<>(store.storedLinks());
        links = stored;
        memory.restore(stored);
        network = new Network(Set.of(), Map.of(), stored);
        ports = new PortTable(this::updateSoon);
        lldpLinks = new LinkTable(this::updateSoon);
        registrations = List.of(
            broker.registerDataTreeChangeListener(
                DataTreeIdentifier.create(LogicalDatastoreType.OPERATIONAL, PORTS), ports),
            broker.registerDataTreeChangeListener(
                DataTreeIdentifier.create(LogicalDatastoreType.OPERATIONAL, LINKS), lldpLinks),
            loop.every(UPDATE_PERIOD, this::update));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    /** Schedules an update. Changes that come before it runs cause no other. Called by threads of the datastore. */
    private void updateSoon() {
        if (!scheduled.getAndSet(true)) {
            loop.execute(this::update);
        }
    }

    private void update() {
        scheduled.set(false);
        final Map<PortId, PortTable.PortStatus> entries = ports.entries();
        final Set<String> connected = entries.keySet().stream().map(PortId::node).collect(Collectors.toSet());
        memory.observe(lldpLinks.links(), connected::contains, loop.nanoTime());
        final Set<InterSwitchLink> all = memory.links();
        if (!all.equals(links)) {
            LOG.info("{} links between switches; new: {}, gone: {}", all.size(), Sets.difference(all, links),
                Sets.difference(links, all));
            links = all;
        }
        storeLinks();
        final Map<PortId, Port> present = new HashMap<>();
        entries.forEach((id, entry) -> present.put(id, entry.port()));
        final Set<InterSwitchLink> usable = all.stream()
            .filter(link -> PortTable.isUp(entries, link.low()) && PortTable.isUp(entries, link.high()))
            .collect(Collectors.toSet());
        final Network now = new Network(connected, present, usable);
        if (!now.equals(network)) {
            network = now;
            networkListeners.forEach(Runnable::run);
            portListeners.forEach(listener -> listener.interSwitchPortsChanged(interSwitchPorts()));
        }
    }

    /** Stores the links unless they are stored. The next update repeats a failed write. */
    private void storeLinks() {
        final Set<InterSwitchLink> now = links;
        if (storing || now.equals(stored)) {
            return;
        }
        storing = true;
        store.putLinks(now).whenCompleteAsync((done, failure) -> {
            storing = false;
            stored = failure == null ? now : null;
        }, loop);
    }

    @Override
    public Network network() {
        return network;
    }

    @Override
    public Registration listenToNetwork(final Runnable changed) {
        networkListeners.add(changed);
        loop.execute(changed);
        return () -> networkListeners.remove(changed);
    }

    @Override
    public List<Port> interSwitchPorts() {
        final Network now = network;
        return now.interSwitchPorts().stream()
            .map(id -> now.ports().getOrDefault(id, Port.disconnected(id)))
            .toList();
    }

    @Override
    public Optional<Port> port(final String id) {
        return PortId.parse(id).map(network.ports()::get);
    }

    @Override
    public Registration listen(final PortListener listener) {
        portListeners.add(listener);
        loop.execute(() -> listener.interSwitchPortsChanged(interSwitchPorts()));
        return () -> portListeners.remove(listener);
    }
}
