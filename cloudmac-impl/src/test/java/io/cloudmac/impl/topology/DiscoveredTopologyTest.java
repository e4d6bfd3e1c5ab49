// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.inventory.rev130819.FlowCapableNodeConnectorBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.port.rev130925.flow.capable.port.StateBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnector;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnectorBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.node.NodeConnectorKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.LinkId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TpId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.link.attributes.DestinationBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.link.attributes.SourceBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.LinkBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.topology.LinkKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * The network that results from the inventory and the discovered links. The datastore calls its listeners before a
 * commit completes.
 */
class DiscoveredTopologyTest extends AbstractConcurrentDataBrokerTest {
    private static final PortId A1 = new PortId("openflow:1", 1);
    private static final PortId A2 = new PortId("openflow:1", 2);
    private static final PortId B1 = new PortId("openflow:2", 1);
    private static final InterSwitchLink CABLE = InterSwitchLink.between(A1, B1);
    private static final Duration PATIENCE = Duration.ofSeconds(16);
    private static final Duration TICK = Duration.ofSeconds(2);

    private final ManualLoop loop = new ManualLoop();
    private final LinkStore store = mock(LinkStore.class);
    /** The links that the topology has stored, in order. */
    private final List<Set<InterSwitchLink>> stored = new ArrayList<>();
    private Set<InterSwitchLink> remembered = Set.of();
    /** When the datastore commits the stored links. */
    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);
    private DiscoveredTopology topology;
    private int notified;

    DiscoveredTopologyTest() {
        super(false);
    }

    @BeforeEach
    void start() throws Exception {
        setup();
        when(store.storedLinks()).thenAnswer(call -> remembered);
        when(store.putLinks(any())).thenAnswer(call -> {
            stored.add(Set.copyOf(call.<Set<InterSwitchLink>>getArgument(0)));
            return commit;
        });
        restart();
    }

    private void restart() {
        if (topology != null) {
            topology.close();
        }
        topology = new DiscoveredTopology(getDataBroker(), loop, store);
    }

    private static InstanceIdentifier<NodeConnector> path(final PortId port) {
        return InstanceIdentifier.create(Nodes.class)
            .child(Node.class, new NodeKey(new NodeId(port.node())))
            .child(NodeConnector.class, new NodeConnectorKey(new NodeConnectorId(port.toString())));
    }

    private static InstanceIdentifier<org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology
            .rev131021.network.topology.topology.Link> linkPath(final PortId from) {
        return InstanceIdentifier.create(NetworkTopology.class)
            .child(Topology.class, new TopologyKey(new TopologyId("flow:1")))
            .child(org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology
                .topology.Link.class, new LinkKey(new LinkId(from.toString())));
    }

    private void commit(final WriteTransaction tx) throws Exception {
        tx.commit().get(10, TimeUnit.SECONDS);
        loop.run();
    }

    /** Lets a switch report a port with a speed of 1 Gbit/s. */
    private void port(final PortId port, final boolean up) throws Exception {
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, path(port), new NodeConnectorBuilder()
            .setId(new NodeConnectorId(port.toString()))
            .addAugmentation(new FlowCapableNodeConnectorBuilder()
                .setName("eth" + port.number())
                .setCurrentSpeed(Uint32.valueOf(1_000_000))
                .setState(new StateBuilder().setLinkDown(!up).build())
                .build())
            .build());
        commit(tx);
    }

    /** Disconnects a switch. */
    private void disconnect(final String node) throws Exception {
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.OPERATIONAL,
            InstanceIdentifier.create(Nodes.class).child(Node.class, new NodeKey(new NodeId(node))));
        commit(tx);
    }

    /** Lets LLDP from one port arrive at another. */
    private void discover(final PortId from, final PortId to) throws Exception {
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, linkPath(from), new LinkBuilder()
            .setLinkId(new LinkId(from.toString()))
            .setSource(new SourceBuilder()
                .setSourceNode(new org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021
                    .NodeId(from.node()))
                .setSourceTp(new TpId(from.toString())).build())
            .setDestination(new DestinationBuilder()
                .setDestNode(new org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021
                    .NodeId(to.node()))
                .setDestTp(new TpId(to.toString())).build())
            .build());
        commit(tx);
    }

    private void undiscover(final PortId from) throws Exception {
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.OPERATIONAL, linkPath(from));
        commit(tx);
    }

    private void twoSwitchesWithACable() throws Exception {
        port(A1, true);
        port(A2, true);
        port(B1, true);
        discover(A1, B1);
    }

    private static Port shown(final PortId id) {
        return new Port(id.toString(), id.node(), id.number(), "eth" + id.number(), 1_000_000_000);
    }

    @Test
    void discoveredPortsAndLinksArePublished() throws Exception {
        twoSwitchesWithACable();
        assertEquals(new Network(Set.of("openflow:1", "openflow:2"),
            Map.of(A1, shown(A1), A2, shown(A2), B1, shown(B1)), Set.of(CABLE)), topology.network());
        assertEquals(List.of(shown(A1), shown(B1)), topology.interSwitchPorts());
        assertEquals(List.of(Set.of(CABLE)), stored);
    }

    @Test
    void linksThatTheDatastoreRefusedAreStoredAtTheNextUpdate() throws Exception {
        commit = new CompletableFuture<>();
        twoSwitchesWithACable();
        loop.advance(TICK.multipliedBy(2));
        assertEquals(List.of(Set.of(CABLE)), stored, "the datastore has not answered");
        commit.completeExceptionally(new IllegalStateException("no leader"));
        commit = CompletableFuture.completedFuture(null);
        loop.advance(TICK.multipliedBy(2));
        assertEquals(List.of(Set.of(CABLE), Set.of(CABLE)), stored);
    }

    @Test
    void bothDirectionsOfACableAreOneLink() throws Exception {
        twoSwitchesWithACable();
        discover(B1, A1);
        assertEquals(Set.of(CABLE), topology.network().links());
        undiscover(A1);
        loop.advance(PATIENCE.multipliedBy(2));
        assertEquals(Set.of(CABLE), topology.network().links(), "one direction suffices");
    }

    @Test
    void storedLinksAreUsedAfterARestart() {
        remembered = Set.of(CABLE);
        restart();
        assertEquals(new Network(Set.of(), Map.of(), Set.of(CABLE)), topology.network());
        loop.advance(TICK);
        assertEquals(Set.of(CABLE), topology.network().links());
        assertEquals(List.of(), stored, "they are stored already");
    }

    @Test
    void aPortOfADisconnectedSwitchIsNamedByItsId() {
        remembered = Set.of(CABLE);
        restart();
        assertEquals(List.of("openflow:1:1", "openflow:2:1"),
            topology.interSwitchPorts().stream().map(Port::name).toList());
        assertEquals(Optional.empty(), topology.port("openflow:1:1"));
    }

    @Test
    void aLinkWithAPortThatIsDownIsKeptButNotUsed() throws Exception {
        twoSwitchesWithACable();
        port(B1, false);
        assertEquals(Set.of(), topology.network().links());
        assertEquals(List.of(Set.of(CABLE)), stored);
        port(B1, true);
        assertEquals(Set.of(CABLE), topology.network().links());
    }

    @Test
    void aDisconnectedSwitchKeepsItsLinks() throws Exception {
        twoSwitchesWithACable();
        disconnect("openflow:2");
        undiscover(A1);
        loop.advance(PATIENCE.multipliedBy(10));
        assertEquals(Set.of("openflow:1"), topology.network().connected());
        assertEquals(Set.of(CABLE), topology.network().links());
    }

    @Test
    void aLinkWithoutLldpIsRemovedAfterSixteenSeconds() throws Exception {
        twoSwitchesWithACable();
        undiscover(A1);
        loop.advance(PATIENCE.minus(TICK));
        assertEquals(Set.of(CABLE), topology.network().links());
        loop.advance(TICK.multipliedBy(2));
        assertEquals(Set.of(), topology.network().links());
        assertEquals(List.of(Set.of(CABLE), Set.of()), stored);
    }

    @Test
    void aPortWithoutANameOrNumberIsAccepted() throws Exception {
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, path(A1), new NodeConnectorBuilder()
            .setId(new NodeConnectorId(A1.toString()))
            .addAugmentation(new FlowCapableNodeConnectorBuilder().setMaximumSpeed(Uint32.ONE).build()).build());
        final InstanceIdentifier<NodeConnector> local = InstanceIdentifier.create(Nodes.class)
            .child(Node.class, new NodeKey(new NodeId("openflow:1")))
            .child(NodeConnector.class, new NodeConnectorKey(new NodeConnectorId("openflow:1:LOCAL")));
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, local, new NodeConnectorBuilder()
            .setId(new NodeConnectorId("openflow:1:LOCAL"))
            .addAugmentation(new FlowCapableNodeConnectorBuilder().setMaximumSpeed(Uint32.ONE).build()).build());
        commit(tx);
        assertEquals(Map.of(A1, new Port("openflow:1:1", "openflow:1", 1, "openflow:1:1", 0)),
            topology.network().ports());
        assertEquals(1, topology.network().connected().size());
    }

    @Test
    void aPortWhoseDetailsAreRemovedFirstStaysUntilItIsRemoved() throws Exception {
        port(A1, true);
        final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.OPERATIONAL, path(A1).augmentation(FlowCapableNodeConnector.class));
        commit(tx);
        assertEquals(Set.of(A1), topology.network().ports().keySet());
        disconnect("openflow:1");
        assertEquals(Network.EMPTY, topology.network());
    }

    @Test
    void listenersAreNotifiedOfEachChangeUntilTheyDeregister() throws Exception {
        final List<List<Port>> ports = new ArrayList<>();
        final Registration network = topology.listenToNetwork(() -> notified++);
        final Registration interSwitch = topology.listen(ports::add);
        assertEquals(0, notified, "listeners run on the event loop only");
        loop.run();
        assertEquals(1, notified);
        assertEquals(List.of(List.of()), ports);
        twoSwitchesWithACable();
        assertEquals(5, notified, "three ports and a link came");
        assertEquals(List.of(shown(A1), shown(B1)), ports.get(ports.size() - 1));
        loop.advance(TICK.multipliedBy(3));
        assertEquals(5, notified, "nothing has changed");
        network.close();
        interSwitch.close();
        final int before = ports.size();
        port(B1, false);
        assertEquals(5, notified);
        assertEquals(before, ports.size());
    }

    @Test
    void closeEndsAllRegistrations() throws Exception {
        twoSwitchesWithACable();
        topology.close();
        disconnect("openflow:2");
        assertEquals(Set.of("openflow:1", "openflow:2"), topology.network().connected());
    }
}
