// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableClassToInstanceMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.codec.impl.BindingCodecContext;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohortRegistry;
import org.opendaylight.netconf.api.NetconfDocumentedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.QuotaBuilder;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifierWithPredicates;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.PathArgument;
import org.opendaylight.yangtools.yang.data.impl.schema.Builders;
import org.opendaylight.yangtools.yang.data.impl.schema.ImmutableNodes;
import org.opendaylight.yangtools.yang.data.tree.api.DataTree;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidate;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeConfiguration;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeModification;
import org.opendaylight.yangtools.yang.data.tree.impl.di.InMemoryDataTreeFactory;

/** Changes of packet nodes and tenants that the guard refuses, with real candidates of a data tree. */
class NfvGuardTest {
    private static final InstanceIdentifier<PacketNodes> NODES = InstanceIdentifier.create(PacketNodes.class);
    private static final InstanceIdentifier<Tenants> TENANTS = InstanceIdentifier.create(Tenants.class);
    private static final InstanceIdentifier<Tenant> GUESTS =
        TENANTS.child(Tenant.class, new TenantKey(new TenantName("guests")));

    private final BindingCodecContext codec =
        new BindingCodecContext(BindingRuntimeHelpers.createRuntimeContext(Tenants.class));
    private final DataTree tree = new InMemoryDataTreeFactory().create(DataTreeConfiguration.DEFAULT_CONFIGURATION,
        codec.getRuntimeContext().getEffectiveModelContext());
    private NfvGuard guard;

    private interface Change {
        void make(DataTreeModification tx);
    }

    @BeforeEach
    void start() throws Exception {
        final DOMDataBroker broker = mock(DOMDataBroker.class);
        when(broker.getExtensions()).thenReturn(ImmutableClassToInstanceMap.of(DOMDataTreeCommitCohortRegistry.class,
            mock(DOMDataTreeCommitCohortRegistry.class)));
        guard = new NfvGuard(broker, codec);
        commit(putNode("north", "192.0.2.1", null), putImage("filter", 2, 1), putLvnf("a", "filter", "north", 2));
    }

    /** Commits changes in one transaction, unless the guard refuses it. */
    private void commit(final Change... changes) throws Exception {
        final DataTreeModification tx = tree.takeSnapshot().newModification();
        for (final Change change : changes) {
            change.make(tx);
        }
        tx.ready();
        tree.validate(tx);
        final DataTreeCandidate prepared = tree.prepare(tx);
        final DOMDataTreeCandidate candidate = mock(DOMDataTreeCandidate.class);
        when(candidate.getRootNode()).thenReturn(prepared.getRootNode());
        guard.canCommit("tx", null, List.of(candidate)).get();
        tree.commit(prepared);
    }

    private String refused(final Change... changes) {
        final var cause = assertThrows(ExecutionException.class, () -> commit(changes)).getCause();
        assertTrue(cause.getCause() instanceof NetconfDocumentedException, "RESTCONF answers 400");
        return cause.getMessage();
    }

    private <T extends DataObject> Change put(final InstanceIdentifier<T> where, final T data) {
        final var encoded = codec.toNormalizedDataObject(where, data);
        return tx -> {
            mergeParents(tx, encoded.path());
            tx.write(encoded.path(), encoded.node());
        };
    }

    private static void mergeParents(final DataTreeModification tx, final YangInstanceIdentifier path) {
        final List<PathArgument> steps = path.getPathArguments();
        YangInstanceIdentifier parent = YangInstanceIdentifier.of();
        for (final PathArgument step : steps.subList(0, steps.size() - 1)) {
            final boolean isContainer = parent.isEmpty();
            parent = parent.node(step);
            if (step instanceof NodeIdentifierWithPredicates entry) {
                tx.merge(parent, Builders.mapEntryBuilder().withNodeIdentifier(entry)
                    .withChild(ImmutableNodes.leafNode(entry.keySet().iterator().next(),
                        entry.values().iterator().next())).build());
            } else if (isContainer) {
                tx.merge(parent, ImmutableNodes.containerNode(step.getNodeType()));
            } else {
                tx.merge(parent, ImmutableNodes.mapNodeBuilder(step.getNodeType()).build());
            }
        }
    }

    private Change delete(final InstanceIdentifier<?> where) {
        return tx -> tx.delete(codec.toYangInstanceIdentifier(where));
    }

    private static InstanceIdentifier<PacketNode> nodePath(final String name) {
        return NODES.child(PacketNode.class, new PacketNodeKey(new PacketNodeName(name)));
    }

    private static InstanceIdentifier<Image> imagePath(final String name) {
        return GUESTS.child(Image.class, new ImageKey(new ImageName(name)));
    }

    private static InstanceIdentifier<Lvnf> lvnfPath(final String name) {
        return GUESTS.child(Lvnf.class, new LvnfKey(new LvnfName(name)));
    }

    private Change putNode(final String name, final String address, final Integer port) {
        return put(nodePath(name), new PacketNodeBuilder().setName(new PacketNodeName(name)).setAddress(address)
            .setPort(port == null ? null : Uint16.valueOf(port)).build());
    }

    private static Image image(final String name, final Integer ports, final int content) {
        return new ImageBuilder().setName(new ImageName(name)).setObject(new byte[] { (byte) content })
            .setPorts(ports == null ? null : Uint8.valueOf(ports)).build();
    }

    private Change putImage(final String name, final Integer ports, final int content) {
        return put(imagePath(name), image(name, ports, content));
    }

    private static Lvnf lvnf(final String name, final String image, final String node, final Integer ports) {
        return new LvnfBuilder().setName(new LvnfName(name)).setImage(new ImageName(image))
            .setPacketNode(new PacketNodeName(node)).setPorts(ports == null ? null : Uint8.valueOf(ports)).build();
    }

    private Change putLvnf(final String name, final String image, final String node, final Integer ports) {
        return put(lvnfPath(name), lvnf(name, image, node, ports));
    }

    @Test
    void anLvnfNeedsItsImageAndNode() {
        assertEquals("LVNF b of tenant guests: the tenant has no image nat",
            refused(putLvnf("b", "nat", "north", null)));
        assertEquals("LVNF b of tenant guests: there is no packet node south",
            refused(putLvnf("b", "filter", "south", null)));
        assertEquals("LVNF a of tenant guests: the tenant has no image nat; LVNF a of tenant guests: there is no packet"
            + " node south", refused(putLvnf("a", "nat", "south", null)));
    }

    @Test
    void nodeImageAndLvnfMayComeInOneTransaction() throws Exception {
        commit(putLvnf("b", "nat", "south", null), putImage("nat", null, 2), putNode("south", "192.0.2.2", null));
    }

    @Test
    void anLvnfHasNoMorePortsThanItsImage() throws Exception {
        assertEquals("LVNF b of tenant guests: it may have at most 2 ports, as image filter, not 3",
            refused(putLvnf("b", "filter", "north", 3)));
        commit(putImage("nat", null, 2), putLvnf("b", "nat", "north", 2));
        assertEquals("LVNF b of tenant guests: it may have at most 2 ports, as image nat, not 3",
            refused(putLvnf("b", "nat", "north", 3)));
    }

    @Test
    void aTenantHasAsManyLvnfsAsItMayHave() throws Exception {
        commit(put(GUESTS.child(Quota.class), new QuotaBuilder().setLvnfs(Uint16.TWO).build()),
            putLvnf("b", "filter", "north", null));
        assertEquals("tenant guests: it may have at most 2 LVNFs, not 3",
            refused(putLvnf("c", "filter", "north", null)));
        commit(delete(lvnfPath("b")), putLvnf("c", "filter", "north", null));
    }

    @Test
    void anImageThatAnLvnfHasDoesNotChange() throws Exception {
        assertEquals("the object and ports of image filter of tenant guests cannot change while LVNF a has it; add"
            + " another image, and give that to the LVNF", refused(putImage("filter", 2, 9)));
        refused(putImage("filter", 3, 1));
        commit(putImage("filter", null, 1));
        commit(putImage("nat", 2, 2), putLvnf("a", "nat", "north", null), putImage("filter", 2, 9));
        commit(putImage("filter", 4, 9));
        commit(delete(imagePath("filter")));
    }

    @Test
    void anImageChangesTogetherWithTheEndOfItsLvnf() throws Exception {
        commit(delete(lvnfPath("a")), putImage("filter", 2, 9), putLvnf("b", "filter", "north", null));
        assertTrue(tree.takeSnapshot().readNode(codec.toYangInstanceIdentifier(lvnfPath("b"))).isPresent());
    }

    @Test
    void anImageThatAnLvnfHasIsNotRemoved() throws Exception {
        assertEquals("image filter of tenant guests cannot be removed, because LVNF a has it",
            refused(delete(imagePath("filter"))));
        commit(delete(lvnfPath("a")), delete(imagePath("filter")));
    }

    @Test
    void aNodeThatAnLvnfHasIsNotRemoved() throws Exception {
        assertEquals("packet node north cannot be removed, because LVNF a of tenant guests is there",
            refused(delete(nodePath("north"))));
        refused(delete(NODES));
        commit(delete(TENANTS), delete(NODES));
    }

    @Test
    void twoNodesHaveDifferentAddresses() throws Exception {
        assertEquals("packet nodes [north, south] have the same address 192.0.2.1 and port 4921",
            refused(putNode("south", "192.0.2.1", 4921)));
        assertEquals("the address of packet node south, 1.2.3, is not an IPv4 or IPv6 address",
            refused(putNode("south", "1.2.3", null)));
        commit(putNode("south", "192.0.2.1", 4922));
    }

    /** A client may replace everything at once, with most of it unchanged. */
    @Test
    void aReplacedContainerIsCheckedByItsDifferences() throws Exception {
        final TenantBuilder guests = new TenantBuilder().setName(new TenantName("guests"))
            .setImage(BindingMap.of(image("filter", 2, 1)));
        commit(put(TENANTS, new TenantsBuilder().setTenant(BindingMap.of(guests
            .setLvnf(BindingMap.of(lvnf("a", "filter", "north", 2))).build())).build()));
        assertEquals("image filter of tenant guests cannot be removed, because LVNF a has it",
            refused(put(TENANTS, new TenantsBuilder().setTenant(BindingMap.of(guests.setImage(null).build()))
                .build())));
        assertEquals("packet node north cannot be removed, because LVNF a of tenant guests is there",
            refused(put(NODES, new PacketNodesBuilder().setPacketNode(BindingMap.of(new PacketNodeBuilder()
                .setName(new PacketNodeName("south")).setAddress("192.0.2.2").build())).build())));
    }
}
