// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.nfv.HandlerPage.HandlerEntry;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException;
import io.cloudmac.impl.nfv.LvnfAccess.LvnfException.LvnfFailure;
import io.cloudmac.impl.packetnode.FakePacketNode;
import io.cloudmac.impl.packetnode.FakePacketNode.StoredLvnf;
import io.cloudmac.impl.packetnode.PacketNodeDetails;
import io.cloudmac.impl.packetnode.PacketNodeDetails.PacketNodeInfo;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.SessionState;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.topology.PortId;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf.Status;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.QuotaBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** From the datastore to the nodes, and back to the state and to the answers of requests. */
class NfvComponentTest {
    private static final String NORTH = "north.example";

    private final ManualLoop loop = new ManualLoop();
    private final FakeNodes nodes = new FakeNodes();
    private final WatchedContainer<Tenants> tenants = mock(WatchedContainer.class);
    private final Map<InstanceIdentifier<?>, DataObject> published = new HashMap<>();
    private Consumer<DataObjectModification<Tenants>> changed;
    private StatePart part;
    private NfvComponent component;

    @BeforeEach
    void start() {
        when(tenants.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return (Registration) () -> { };
        });
        when(tenants.current()).thenReturn(new TenantsBuilder().build());
        final ReadContainers containers = mock(ReadContainers.class);
        when(containers.tenants()).thenReturn(tenants);
        final WatchedContainer<PacketNodes> packetNodes = mock(WatchedContainer.class);
        when(packetNodes.listen(any())).thenReturn(() -> { });
        when(packetNodes.current()).thenReturn(new PacketNodesBuilder().setPacketNode(BindingMap.of(
            new PacketNodeBuilder().setName(new PacketNodeName(NORTH)).setSwitch(new SwitchId("openflow:7")).build()))
            .build());
        when(containers.packetNodes()).thenReturn(packetNodes);
        component = new NfvComponent(containers, nodes, loop, added -> {
            part = added;
            return () -> part = null;
        });
        show(SessionState.CONNECTING, "connecting", false);
        settle();
    }

    private void show(final SessionState state, final String text, final boolean wasOpen) {
        nodes.show(NORTH, new PacketNodeDetails(new InetSocketAddress("192.0.2.1", 4921), state, text,
            wasOpen ? Optional.of(new PacketNodeInfo("0.2.0", "", 7, 256)) : Optional.empty()));
    }

    private void settle() {
        do {
            loop.run();
        } while (nodes.answerNext());
    }

    private static Image image() {
        return new ImageBuilder().setName(new ImageName("filter")).setObject(new byte[] { 1 }).build();
    }

    private static Lvnf lvnf(final String name) {
        return new LvnfBuilder().setName(new LvnfName(name)).setImage(new ImageName("filter"))
            .setPacketNode(new PacketNodeName(NORTH)).build();
    }

    private static Tenants configuration(final Lvnf... lvnfs) {
        return new TenantsBuilder().setTenant(BindingMap.of(new TenantBuilder().setName(new TenantName("guests"))
            .setImage(BindingMap.of(image())).setLvnf(BindingMap.of(List.of(lvnfs))).build())).build();
    }

    private static <T extends DataObject> DataObjectModification<T> modification(final ModificationType type,
            final T before, final T after) {
        final DataObjectModification<T> change = mock(DataObjectModification.class);
        when(change.getModificationType()).thenReturn(type);
        when(change.getDataBefore()).thenReturn(before);
        when(change.getDataAfter()).thenReturn(after);
        return change;
    }

    /** Replaces the whole configuration. */
    private void replace(final Tenants now) {
        when(tenants.current()).thenReturn(now);
        changed.accept(modification(ModificationType.WRITE, null, now));
        settle();
    }

    /** Changes one LVNF; null: there was none, or there is none. */
    private void change(final Tenants now, final Lvnf before, final Lvnf after) {
        when(tenants.current()).thenReturn(now);
        final var root = modification(ModificationType.SUBTREE_MODIFIED, null, now);
        final Tenant guests = now.nonnullTenant().values().iterator().next();
        final var tenant = modification(ModificationType.SUBTREE_MODIFIED, null, guests);
        final var lvnf = modification(ModificationType.WRITE, before, after);
        doReturn(List.of(tenant)).when(root).getModifiedChildren(Tenant.class);
        doReturn(List.of(lvnf)).when(tenant).getModifiedChildren(Lvnf.class);
        doReturn(List.of()).when(tenant).getModifiedChildren(Image.class);
        changed.accept(root);
        settle();
    }

    /** Changes the quota of the tenant. */
    private void limit(final Quota quota, final Lvnf... lvnfs) {
        final Tenants now = new TenantsBuilder().setTenant(BindingMap.of(new TenantBuilder(
            configuration(lvnfs).nonnullTenant().values().iterator().next()).setQuota(quota).build())).build();
        when(tenants.current()).thenReturn(now);
        final var root = modification(ModificationType.SUBTREE_MODIFIED, null, now);
        final var tenant = modification(ModificationType.SUBTREE_MODIFIED, null,
            now.nonnullTenant().values().iterator().next());
        final var changedQuota = modification(ModificationType.WRITE, null, quota);
        doReturn(List.of(tenant)).when(root).getModifiedChildren(Tenant.class);
        doReturn(changedQuota).when(tenant).getModifiedChildContainer(Quota.class);
        changed.accept(root);
        settle();
    }

    @Test
    void aChangeOfTheQuotaReachesTheLvnfsOfTheTenant() {
        replace(configuration(lvnf("a")));
        final FakePacketNode north = open();
        north.log();
        limit(new QuotaBuilder().setLvnfPackets(Uint64.TEN).build(), lvnf("a"));
        assertEquals(List.of("lvnf.limit guests_a"), north.log());
    }

    private FakePacketNode open() {
        show(SessionState.UP, "", true);
        nodes.open(NORTH);
        settle();
        return nodes.node(NORTH);
    }

    private void publish() {
        part.update();
        if (part.isDue()) {
            final WriteTransaction tx = mock(WriteTransaction.class);
            doAnswer(call -> published.put(call.getArgument(1), call.getArgument(2))).when(tx)
                .put(any(), any(InstanceIdentifier.class), any());
            doAnswer(call -> published.remove(call.<InstanceIdentifier<?>>getArgument(1))).when(tx)
                .delete(any(), any());
            part.write(tx);
            part.committed();
        }
        assertFalse(part.isDue());
    }

    private PacketNode node() {
        publish();
        return (PacketNode) published.get(NfvStatus.nodePath(NORTH));
    }

    private org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf state(final String lvnf) {
        publish();
        return (org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.Lvnf)
            published.get(NfvStatus.lvnfPath(NfvSamples.id(lvnf)));
    }

    private LvnfException failure(final CompletionStage<?> request) {
        settle();
        return assertInstanceOf(LvnfException.class, assertThrows(CompletionException.class,
            () -> request.toCompletableFuture().join()).getCause());
    }

    @Test
    void theStateFollowsNodeAndConfiguration() {
        replace(configuration(lvnf("a")));
        assertEquals(Status.Waiting, state("a").getStatus());
        assertEquals(Session.Connecting, node().getSession());
        assertEquals("connecting", node().getReason());
        assertNull(node().getLvnfs());
        open();
        final var ready = state("a");
        assertEquals(Status.Ready, ready.getStatus());
        assertEquals(LvnfMode.Running, ready.getMode());
        assertEquals("lv1p1", ready.nonnullPort().values().stream().filter(port -> port.getPort().intValue() == 1)
            .findFirst().orElseThrow().getInterface());
        assertEquals(Uint32.valueOf(16), ready.nonnullHandler().values().iterator().next().getEntries());
        assertEquals(Session.Open, node().getSession());
        assertNull(node().getReason());
        assertEquals(Uint32.ONE, node().getLvnfs());
        assertEquals(Uint32.valueOf(256), node().getMaximumLvnfs());
        show(SessionState.DOWN, "connection refused", true);
        nodes.lose(NORTH, false);
        settle();
        assertEquals(Status.Waiting, state("a").getStatus());
        assertEquals(LvnfMode.Running, state("a").getMode());
        assertEquals(Session.Lost, node().getSession());
        replace(new TenantsBuilder().build());
        assertEquals(Status.Waiting, state("a").getStatus(), "the node has still to remove it");
        open();
        assertNull(state("a"));
        nodes.remove(NORTH);
        settle();
        assertNull(node());
    }

    @Test
    void portsOfLvnfsAreAtTheSwitchOfTheirNode() {
        final int[] changes = new int[1];
        component.listen(() -> changes[0]++);
        replace(configuration(lvnf("a")));
        assertEquals(Optional.empty(), component.port("guests", "a", 0));
        open();
        assertEquals(1, changes[0]);
        assertEquals(Optional.of(new PortId("openflow:7", 2)), component.port("guests", "a", 1));
        assertEquals(Optional.empty(), component.port("guests", "a", 2));
        assertTrue(component.isLvnf(new PortId("openflow:7", 1)));
        assertFalse(component.isLvnf(new PortId("openflow:8", 1)));
        nodes.lose(NORTH, false);
        settle();
        assertEquals(Optional.of(new PortId("openflow:7", 2)), component.port("guests", "a", 1), "it goes on");
        open();
        replace(new TenantsBuilder().build());
        assertEquals(Optional.empty(), component.port("guests", "a", 1));
        assertFalse(component.isLvnf(new PortId("openflow:7", 1)));
        assertEquals(2, changes[0]);
    }

    @Test
    void aRefusalIsShown() {
        nodes.node(NORTH).refuse(request -> request.startsWith("lvnf.add")
            ? Optional.of(new Refusal(-32025, "no veth")) : Optional.empty());
        open();
        replace(configuration(lvnf("a")));
        assertEquals(Status.Failed, state("a").getStatus());
        assertEquals("lvnf.add: no veth (-32025)", state("a").getProblem());
    }

    @Test
    void aChangeOfOneLvnfReadsOnlyIt() {
        final FakePacketNode north = open();
        replace(configuration(lvnf("a")));
        north.log();
        change(configuration(lvnf("a"), lvnf("b")), null, lvnf("b"));
        assertEquals(List.of("lvnf.add guests_b"), north.log());
        final Lvnf stopped = new LvnfBuilder(lvnf("b")).setMode(LvnfMode.Stopped).build();
        change(configuration(lvnf("a"), stopped), lvnf("b"), stopped);
        assertEquals(List.of("lvnf.pause guests_b"), north.log());
        change(configuration(lvnf("a")), stopped, null);
        assertEquals(List.of("lvnf.remove guests_b"), north.log());
        assertEquals(Set.of("guests_a"), north.lvnfs().keySet());
    }

    @Test
    void whatAnEarlierOwnerHasPublishedIsRemoved() {
        assertEquals(Optional.of(InstanceIdentifier.create(NfvState.class)), part.leftover());
    }

    @Test
    void requestsGoToTheNodeOfTheLvnf() throws Exception {
        final FakePacketNode north = open();
        replace(configuration(lvnf("a")));
        north.on("lvnf.read", params -> "{\"entries\":[{\"key\":{\"ip\":7},\"value\":[18446744073709551615]}],"
            + "\"more\":" + params.get("after") + "}");
        north.on("lvnf.write", params -> "{\"handler\":" + params.get("handler") + ",\"written\":"
            + params.get("entries").size() + "}");
        north.on("lvnf.stats", params -> "{\"lvnf\":" + params.get("lvnf") + ",\"ports\":[{\"port\":0,\"in\":"
            + "{\"packets\":1,\"octets\":2},\"out\":{\"packets\":3,\"octets\":4},\"waiting\":5}]}");
        final var read = component.read(NfvSamples.id("a"), "counts", Optional.of(Json.parseValue("true")));
        final var written = component.write(NfvSamples.id("a"), "counts", List.of(Json.parseValue("1")),
            List.of(new HandlerEntry(Json.parseValue("2"), Json.parseValue("\"x\""))));
        final var counters = component.counters(NfvSamples.id("a"));
        settle();
        final HandlerPage page = read.toCompletableFuture().get();
        assertTrue(page.more());
        assertEquals("{\"ip\":7}", page.entries().get(0).key().toString());
        assertEquals("[18446744073709551615]", page.entries().get(0).value().toString());
        assertEquals(1, written.toCompletableFuture().get());
        final PortCounters port = counters.toCompletableFuture().get().ports().get(0);
        assertEquals(4, port.octetsOut());
        assertEquals(5, port.waiting().orElseThrow());
        assertTrue(port.dropped().isEmpty());
    }

    @Test
    void aFailedRequestNamesTheLvnfAndTheNode() {
        assertEquals("LVNF a of tenant guests is not configured",
            failure(component.counters(NfvSamples.id("a"))).getMessage());
        replace(configuration(lvnf("a")));
        final LvnfException unanswered = failure(component.counters(NfvSamples.id("a")));
        assertEquals(LvnfFailure.UNANSWERED, unanswered.failure());
        assertEquals("LVNF a of tenant guests at packet node " + NORTH + ": no session with packet node " + NORTH
            + ": it is not configured, or not enabled", unanswered.getMessage());
        nodes.node(NORTH).refuse(request -> request.startsWith("lvnf.add")
            ? Optional.of(new Refusal(-32025, "no veth")) : Optional.empty());
        final FakePacketNode north = open();
        final LvnfException absent = failure(component.counters(NfvSamples.id("a")));
        assertEquals(LvnfFailure.ABSENT, absent.failure());
        assertTrue(absent.getMessage().endsWith("lvnf.add: no veth (-32025)"), absent.getMessage());
        north.refuse(request -> Optional.empty());
        nodes.lose(NORTH, false);
        open();
        final Map<Integer, LvnfFailure> failures = Map.of(-32602, LvnfFailure.INVALID, -32021, LvnfFailure.INVALID,
            -32024, LvnfFailure.NO_ROOM, -32025, LvnfFailure.FAILED);
        failures.forEach((code, failure) -> {
            north.on("lvnf.stats", params -> {
                throw new Refusal(code, "as requested by the test");
            });
            assertEquals(failure, failure(component.counters(NfvSamples.id("a"))).failure());
        });
        north.on("lvnf.stats", params -> "{\"ports\":1}");
        assertEquals(LvnfFailure.FAILED, failure(component.counters(NfvSamples.id("a"))).failure());
        assertEquals(Map.of("guests_a", new StoredLvnf(new LvnfImage("guests", "filter", 2, new byte[] { 1 }).atNode(),
            2, "running")), north.lvnfs());
    }

    @Test
    void nothingHappensAfterTheEnd() {
        component.close();
        assertNull(part);
        open();
        assertEquals(0, nodes.waiting());
    }
}
