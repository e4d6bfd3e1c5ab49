// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode.Session;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNodeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.packet.node.CapacityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.place.service.input.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.place.service.input.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.image.NeedsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;

/** What a placed service changes in the configuration, and what a refused one does not. */
class PlaceServiceRpcTest extends AbstractConcurrentDataBrokerTest {
    private final TopologyService topology = mock(TopologyService.class);
    private PlaceServiceRpc rpc;

    @BeforeEach
    void setUp() throws Exception {
        setup();
        final var tx = getDataBroker().newWriteOnlyTransaction();
        tx.put(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(PacketNodes.class),
            new PacketNodesBuilder().setPacketNode(List.of(node("far", 1, 100), node("near", 2, 60),
                node("down", 2, 1000)).stream().collect(BindingMap.toMap())).build());
        final var operational = getDataBroker().newWriteOnlyTransaction();
        operational.put(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(NfvState.class),
            new NfvStateBuilder().setPacketNode(List.of(state("far", Session.Open), state("near", Session.Open),
                state("down", Session.Lost)).stream().collect(BindingMap.toMap())).build());
        tx.put(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Tenants.class), new TenantsBuilder()
            .setTenant(BindingMap.of(new TenantBuilder().setName(new TenantName("guests")).setImage(BindingMap.of(
                new ImageBuilder().setName(new ImageName("nat")).setObject(new byte[] { 1 }).setNeeds(
                    new NeedsBuilder().setProcessor(Uint32.valueOf(50)).build()).build())).build())).build());
        operational.commit().get(10, TimeUnit.SECONDS);
        tx.commit().get(10, TimeUnit.SECONDS);
        when(topology.network()).thenReturn(new Network(Set.of("openflow:1", "openflow:2", "openflow:3"), Map.of(),
            Set.of(new InterSwitchLink(new PortId("openflow:1", 1), new PortId("openflow:2", 1)),
                new InterSwitchLink(new PortId("openflow:2", 2), new PortId("openflow:3", 1)))));
        rpc = new PlaceServiceRpc(getDataBroker(), mock(RpcProviderService.class), topology);
    }

    private static PacketNode node(final String name, final int number, final int processor) {
        return new PacketNodeBuilder().setName(new PacketNodeName(name)).setAddress("192.0.2.1")
            .setPort(Uint16.valueOf(4921)).setSwitch(new SwitchId("openflow:" + number))
            .setCapacity(new CapacityBuilder().setProcessor(Uint32.valueOf(processor)).build()).build();
    }

    private static org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNode state(
            final String name, final Session session) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.nfv.state.PacketNodeBuilder()
            .setName(new PacketNodeName(name)).setSession(session).setMaximumLvnfs(Uint32.TEN).build();
    }

    private static PlaceServiceInputBuilder service(final String... lvnfs) {
        return new PlaceServiceInputBuilder().setTenant(new TenantName("guests")).setLvnf(Arrays.stream(lvnfs)
            .map(PlaceServiceRpcTest::lvnf).collect(BindingMap.toMap()));
    }

    private static Lvnf lvnf(final String name) {
        return new LvnfBuilder().setName(new LvnfName(name)).setImage(new ImageName("nat")).build();
    }

    private Map<String, String> placed(final PlaceServiceInput input) throws Exception {
        final RpcResult<PlaceServiceOutput> result = rpc.place(input).get(10, TimeUnit.SECONDS);
        assertTrue(result.isSuccessful(), result.getErrors().toString());
        return result.getResult().nonnullPlacement().values().stream().collect(Collectors.toMap(
            one -> one.getLvnf().getValue(), one -> one.getPacketNode().getValue()));
    }

    private String refused(final PlaceServiceInput input) throws Exception {
        final RpcResult<PlaceServiceOutput> result = rpc.place(input).get(10, TimeUnit.SECONDS);
        assertFalse(result.isSuccessful());
        return result.getErrors().iterator().next().getMessage();
    }

    private Map<String, String> configured() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            final Map<String, String> found = new TreeMap<>();
            tx.read(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Tenants.class)).get().orElseThrow()
                .nonnullTenant().values().forEach(tenant -> tenant.nonnullLvnf().values().forEach(lvnf ->
                    found.put(lvnf.getName().getValue(), lvnf.getPacketNode().getValue())));
            return found;
        }
    }

    @Test
    void aPlacedServiceIsConfigured() throws Exception {
        final Map<String, String> placement = Map.of("a", "far", "b", "far", "c", "near");
        assertEquals(placement, placed(service("a", "b", "c").build()));
        assertEquals(placement, configured());
        assertEquals("LVNF d needs 50 % of a processor and 0 MB: far has 0 % of a processor left, near has 10 % of a "
            + "processor left", refused(service("d").build()));
        assertEquals(placement, configured());
    }

    @Test
    void aServiceIsRefusedAsAWhole() throws Exception {
        assertEquals("each LVNF has a node with room for it, but no placement holds all 4",
            refused(service("a", "b", "c", "d").build()));
        assertEquals(Map.of(), configured());
    }

    @Test
    void servicesAtTheSameTimeDoNotGetTheSameRoom() throws Exception {
        final var first = rpc.place(service("a", "b").build());
        final var second = rpc.place(service("c").build());
        final var third = rpc.place(service("d").build());
        assertTrue(first.get(10, TimeUnit.SECONDS).isSuccessful());
        assertTrue(second.get(10, TimeUnit.SECONDS).isSuccessful());
        assertFalse(third.get(10, TimeUnit.SECONDS).isSuccessful());
        assertEquals(Map.of("a", "far", "b", "far", "c", "near"), configured());
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        assertEquals(Map.of("a", "far"), placed(service("a").setDryRun(true).build()));
        assertEquals(Map.of(), configured());
    }

    @Test
    void nearTheSource() throws Exception {
        final PlaceServiceInputBuilder near = service("a").setPolicy(PlaceServiceInput.Policy.NearSource);
        assertEquals("policy near-source needs the switch of the source", refused(near.build()));
        assertEquals(Map.of("a", "near"), placed(near.setSource(new SwitchId("openflow:3")).build()));
    }

    @Test
    void wrongInput() throws Exception {
        assertEquals("there is no tenant staff",
            refused(service("a").setTenant(new TenantName("staff")).build()));
        assertEquals("the service has no LVNF", refused(service().build()));
        assertEquals("the tenant has no image dns", refused(service().setLvnf(BindingMap.of(new LvnfBuilder()
            .setName(new LvnfName("a")).setImage(new ImageName("dns")).build())).build()));
        placed(service("a").build());
        assertEquals("the tenant has an LVNF a already", refused(service("a").build()));
    }
}
