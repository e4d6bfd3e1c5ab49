// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.chain.ChainSteering;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.MoveWays.WayIn;
import io.cloudmac.impl.chain.MoveWays.WayOut;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.migration.MigrationComponent;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.topology.PortId;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.lvnf.Migration.State;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** An LVNF that moves between nodes that answer late, from the datastore to the published state. */
class LiveMoveTest {
    private static final String NORTH = "north.example";
    private static final String SOUTH = "south.example";
    private static final String NAME = "guests_a";
    private static final Registration REGISTRATION = () -> { };

    private final ManualLoop loop = new ManualLoop();
    private final RecordedEvents events = new RecordedEvents();
    private final FakeNodes nodes = new FakeNodes();
    private final WatchedContainer<Tenants> tenants = mock(WatchedContainer.class);
    private final Map<InstanceIdentifier<?>, DataObject> published = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final ChainSteering steering = mock(ChainSteering.class);
    private Consumer<DataObjectModification<Tenants>> changed;
    private StatePart part;
    private NfvComponent component;
    private MoveWays ways = new MoveWays(List.of(new WayIn(new PortId("openflow:7", 1), new PortId("openflow:7", 1),
        0, 0, "02:43:00:00:00:00")), List.of(new WayOut(1, 0, "", "02:43:00:00:00:01")), 99, Set.of());

    @BeforeEach
    void start() {
        when(tenants.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return REGISTRATION;
        });
        when(tenants.current()).thenReturn(new TenantsBuilder().build());
        final WatchedContainer<PacketNodes> packetNodes = mock(WatchedContainer.class);
        when(packetNodes.listen(any())).thenReturn(REGISTRATION);
        when(packetNodes.current()).thenReturn(new PacketNodesBuilder().setPacketNode(BindingMap.of(
            new PacketNodeBuilder().setName(new PacketNodeName(NORTH)).setSwitch(new SwitchId("openflow:7")).build(),
            new PacketNodeBuilder().setName(new PacketNodeName(SOUTH)).setSwitch(new SwitchId("openflow:8")).build()))
            .build());
        final ReadContainers containers = mock(ReadContainers.class);
        when(containers.tenants()).thenReturn(tenants);
        when(containers.packetNodes()).thenReturn(packetNodes);
        when(steering.lay(any(), anyLong())).thenAnswer(call -> {
            calls.add("lay " + ((LvnfMove) call.getArgument(0)).from() + " " + ((LvnfMove) call.getArgument(0)).to());
            return CompletableFuture.completedStage(ways);
        });
        when(steering.steer(any())).thenAnswer(call -> led("steer"));
        when(steering.restore(any())).thenAnswer(call -> led("restore"));
        doAnswer(call -> calls.add("end")).when(steering).end(any());
        component = new NfvComponent(containers, nodes, loop, added -> {
            part = added;
            return REGISTRATION;
        });
        new MigrationComponent(containers, nodes, loop, component, steering, events.journal());
        prepare(NORTH);
        prepare(SOUTH);
        configure(lvnf(NORTH));
        settle();
        nodes.node(NORTH).log();
        nodes.node(SOUTH).log();
    }

    private CompletableFuture<Void> led(final String call) {
        calls.add(call);
        return CompletableFuture.completedFuture(null);
    }

    private void prepare(final String node) {
        nodes.show(node, new PacketNodeDetails(new InetSocketAddress("192.0.2.1", 4921), SessionState.UP, "",
            Optional.empty()));
        nodes.open(node);
        on(node, "lvnf.relay", params -> "{}");
        on(node, "marker.expect", params -> "{}");
        on(node, "marker.forget", params -> "{}");
        on(node, "marker.send", params -> "{}");
        on(node, "switch.settle", params -> "{}");
        on(node, "lvnf.settle", params -> "{\"settled\":true}");
        on(node, "lvnf.stats", params -> "{\"ports\":[{\"relayed\":{\"packets\":3},\"dropped\":1}]}");
        on(node, "state.list", params -> "{\"handlers\":[\"counts\"]}");
        on(node, "state.read", params -> "{\"entries\":" + (node.equals(NORTH) ? "[{\"key\":1,\"value\":2}]" : "[]")
            + ",\"more\":false}");
        on(node, "state.changes", params -> "{\"entries\":[],\"gone\":[],\"more\":false}");
        on(node, "state.write", params -> "{}");
    }

    private void on(final String node, final String method, final Function<ObjectNode, String> handler) {
        nodes.node(node).on(method, params -> {
            calls.add(node.substring(0, 1) + " " + method);
            return handler.apply(params);
        });
    }

    private static Lvnf lvnf(final String node) {
        return lvnf(node, Lvnf.MigrationOrder.Strict);
    }

    private static Lvnf lvnf(final String node, final Lvnf.MigrationOrder order) {
        return new LvnfBuilder().setName(new LvnfName("a")).setImage(new ImageName("filter"))
            .setPacketNode(new PacketNodeName(node)).setMigrationOrder(order).build();
    }

    private void configure(final Lvnf... lvnfs) {
        final Tenants now = new TenantsBuilder().setTenant(BindingMap.of(new TenantBuilder()
            .setName(new TenantName("guests")).setImage(BindingMap.of(new ImageBuilder()
                .setName(new ImageName("filter")).setObject(new byte[] { 1 }).build()))
            .setLvnf(BindingMap.of(List.of(lvnfs))).build())).build();
        when(tenants.current()).thenReturn(now);
        final DataObjectModification<Tenants> change = mock(DataObjectModification.class);
        when(change.getModificationType()).thenReturn(ModificationType.WRITE);
        when(change.getDataAfter()).thenReturn(now);
        changed.accept(change);
    }

    private void settle() {
        do {
            loop.run();
        } while (nodes.answerNext());
    }

    private void advance(final int seconds) {
        for (int i = 0; i < 10 * seconds; i++) {
            settle();
            loop.advance(Duration.ofMillis(100));
        }
        settle();
    }

    private org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf state() {
        part.update();
        final WriteTransaction tx = mock(WriteTransaction.class);
        doAnswer(call -> published.put(call.getArgument(1), call.getArgument(2))).when(tx).put(any(), any(), any());
        doAnswer(call -> published.remove(call.<InstanceIdentifier<?>>getArgument(1))).when(tx).delete(any(), any());
        part.write(tx);
        part.committed();
        return (org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf) published.get(
            NfvStatus.lvnfPath(NfvSamples.id("a")));
    }

    private Set<String> at(final String node) {
        return nodes.node(node).lvnfs().keySet();
    }

    @Test
    void anLvnfMovesWithItsStateInTheOrderOfTheSteps() {
        configure(lvnf(SOUTH));
        advance(1);
        assertEquals(State.Drain, state().getMigration().getState());
        assertEquals(Set.of(NAME), at(NORTH));
        assertEquals("running", nodes.node(SOUTH).lvnfs().get(NAME).mode());
        assertEquals(Optional.of(new PortId("openflow:8", 1)), component.port("guests", "a", 0));
        advance(3);
        assertEquals(List.of("lay {0=openflow:7:1, 1=openflow:7:2} {0=openflow:8:1, 1=openflow:8:2}",
            "s state.list", "n state.list", "s state.read", "n state.read", "s state.write", "n marker.expect",
            "n marker.expect", "n marker.expect", "steer", "n switch.settle", "n marker.send", "n lvnf.settle",
            "n lvnf.relay", "n marker.send", "n state.changes", "n lvnf.settle", "s marker.send", "n lvnf.settle",
            "n lvnf.stats", "s lvnf.stats", "end"),
            calls.stream().map(call -> call.startsWith("lay") ? sorted(call) : call).toList());
        assertEquals(Set.of(), at(NORTH));
        assertEquals(State.Moved, state().getMigration().getState());
        assertEquals("[3, 1]", List.of(state().getMigration().getLateFrames(),
            state().getMigration().getLostFrames()).toString());
        assertEquals("ready south.example", state().getStatus().getName() + " " + state().getPacketNode().getValue());
        assertEquals(List.of(NetworkEvent.of(EventKind.MIGRATION_ENDED).named("guests/a")
            .saying("from packet node north.example to south.example")), events.take());
    }

    @Test
    void aProgramRunsAtTheNewNodeBeforeFramesComeThere() {
        final List<String> program = new ArrayList<>(List.of("starting"));
        on(SOUTH, "state.list", params -> "{\"handlers\":[],\"program\":\"" + program.get(0) + "\"}");
        configure(lvnf(SOUTH));
        advance(2);
        assertEquals(State.Copy, state().getMigration().getState());
        assertTrue(!calls.contains("steer"), calls::toString);
        program.set(0, "running");
        advance(4);
        assertEquals(State.Moved, state().getMigration().getState());
    }

    @Test
    void aProgramThatFailsAtTheNewNodeStays() {
        on(SOUTH, "state.list", params -> "{\"handlers\":[],\"program\":\"failed\"}");
        configure(lvnf(SOUTH));
        advance(2);
        assertEquals(State.Stayed, state().getMigration().getState());
        assertEquals("copy: its program at packet node south.example does not run", state().getProblem());
        assertEquals(List.of(NetworkEvent.of(EventKind.MIGRATION_FAILED).named("guests/a")
            .saying("from packet node north.example to south.example: " + state().getProblem())), events.take());
        assertEquals(Set.of(), at(SOUTH));
    }

    @Test
    void nothingComesAfterTheEnd() {
        configure(lvnf(SOUTH));
        advance(4);
        assertEquals(State.Moved, state().getMigration().getState());
        nodes.node(NORTH).log();
        nodes.node(SOUTH).log();
        calls.clear();
        // Longer than the time limit of each step.
        advance(120);
        assertEquals(List.of(), calls);
        assertEquals(List.of(), nodes.node(NORTH).log());
        assertEquals(List.of(), nodes.node(SOUTH).log());
        assertEquals(State.Moved, state().getMigration().getState());
    }

    /** Returns the text with the entries of its maps in order. */
    private static String sorted(final String text) {
        return text.replace("{1=openflow:7:2, 0=openflow:7:1}", "{0=openflow:7:1, 1=openflow:7:2}")
            .replace("{1=openflow:8:2, 0=openflow:8:1}", "{0=openflow:8:1, 1=openflow:8:2}");
    }

    @Test
    void aSwitchThatCannotTellIsRefusedUnlessOrderDoesNotMatter() {
        ways = new MoveWays(List.of(new WayIn(new PortId("openflow:3", 1), new PortId("openflow:7", 1), 0, 0,
            "02:43:00:00:00:00")), List.of(), 99, Set.of());
        configure(lvnf(SOUTH));
        advance(1);
        assertEquals(State.Stayed, state().getMigration().getState());
        assertEquals("failed north.example", state().getStatus().getName() + " "
            + state().getPacketNode().getValue());
        assertTrue(state().getProblem().contains("switch openflow:3"), state().getProblem());
        assertEquals(Set.of(), at(SOUTH));
        assertEquals(Optional.of(new PortId("openflow:7", 1)), component.port("guests", "a", 0));
        configure(lvnf(SOUTH, Lvnf.MigrationOrder.BestEffort));
        advance(5);
        assertEquals(State.Moved, state().getMigration().getState());
        assertEquals(Set.of(), at(NORTH));
    }

    @Test
    void aFailureBeforeTheReleaseLeadsBack() {
        on(SOUTH, "state.write", params -> {
            throw new Refusal(-32024, "no room");
        });
        configure(lvnf(SOUTH));
        advance(5);
        assertEquals(State.Stayed, state().getMigration().getState());
        assertTrue(state().getProblem().startsWith("follow: "), state().getProblem());
        assertEquals(List.of("lvnf.resume " + NAME), nodes.node(NORTH).log());
        assertTrue(calls.indexOf("s lvnf.relay") < calls.indexOf("restore"), calls::toString);
        assertEquals(Set.of(), at(SOUTH));
        // Back to where it is: nothing to do.
        configure(lvnf(NORTH));
        advance(1);
        assertEquals("ready", state().getStatus().getName());
    }

    @Test
    void aSessionThatEndsBeforeTheFirstChangeLeavesNoTrace() {
        configure(lvnf(SOUTH));
        loop.run();
        nodes.answerNext();
        loop.run();
        nodes.lose(SOUTH, true);
        advance(1);
        assertEquals(State.Stayed, state().getMigration().getState());
        nodes.open(SOUTH);
        advance(1);
        assertEquals(Set.of(), at(SOUTH));
        assertEquals(Set.of(NAME), at(NORTH));
        assertEquals(List.of(), calls);
    }

    @Test
    void aChangeDuringTheMoveIsFollowedAfterIt() {
        configure(lvnf(SOUTH));
        advance(1);
        configure();
        advance(4);
        assertEquals(Set.of(), at(NORTH));
        assertEquals(Set.of(), at(SOUTH));
        assertEquals(null, state());
    }

    @Test
    void aMoveBackBeginsAtTheEndOfTheFirst() {
        configure(lvnf(SOUTH));
        advance(1);
        configure(lvnf(NORTH));
        advance(2);
        assertEquals(NORTH, state().getMigration().getTo().getValue());
        // The second one is known to its mover, so it can be told of a change.
        configure();
        advance(5);
        assertEquals(Set.of(), at(NORTH));
        assertEquals(Set.of(), at(SOUTH));
    }

    @Test
    void aNodeWithoutASessionGetsItAnew() {
        nodes.lose(SOUTH, false);
        loop.run();
        configure(lvnf(SOUTH));
        advance(1);
        assertEquals(Set.of(), at(NORTH));
        nodes.open(SOUTH);
        advance(1);
        assertEquals(Set.of(NAME), at(SOUTH));
        assertEquals(List.of(), calls);
    }
}
