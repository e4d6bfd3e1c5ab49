// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.orchestrator.NodeRoom;
import io.cloudmac.impl.orchestrator.Placement;
import io.cloudmac.impl.orchestrator.Placement.PlacementRefused;
import io.cloudmac.impl.orchestrator.PlacementPolicy;
import io.cloudmac.impl.orchestrator.ServicePart;
import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.TopologyService;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.NfvStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PlaceServiceOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.packet.nodes.PacketNode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.place.service.output.PlacementBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPC place-service. One service is placed after the other, so that two do not get the same room. */
@Component(service = {})
public final class PlaceServiceRpc {
    private static final InstanceIdentifier<Tenants> TENANTS = InstanceIdentifier.create(Tenants.class);

    /** What a service is placed by. */
    private record StoredFunctions(Tenants tenants, PacketNodes nodes, NfvState state) {
    }

    private final DataBroker broker;
    private final ConfigurationWriter writer;
    private final TopologyService topology;
    private final Registration registration;
    /** The service before; the next one waits for its commit. */
    private ListenableFuture<?> last = Futures.immediateVoidFuture();

    /** Registers the RPC. */
    @Activate
    public PlaceServiceRpc(@Reference final DataBroker broker, @Reference final RpcProviderService rpcs,
            @Reference final TopologyService topology) {
        this.broker = broker;
        this.topology = topology;
        writer = new ConfigurationWriter(broker);
        registration = rpcs.registerRpcImplementations((PlaceService) this::place);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    synchronized ListenableFuture<RpcResult<PlaceServiceOutput>> place(final PlaceServiceInput input) {
        final ListenableFuture<RpcResult<PlaceServiceOutput>> placed =
            Futures.transformAsync(Futures.catching(last, Exception.class, failed -> null,
                MoreExecutors.directExecutor()), before -> Futures.transformAsync(read(),
                    stored -> placeIn(stored, input), MoreExecutors.directExecutor()),
                MoreExecutors.directExecutor());
        last = placed;
        return placed;
    }

    private ListenableFuture<StoredFunctions> read() {
        final var tenants = read(LogicalDatastoreType.CONFIGURATION, TENANTS);
        final var nodes = read(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(PacketNodes.class));
        final var state = read(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(NfvState.class));
        return Futures.whenAllSucceed(tenants, nodes, state).call(() -> new StoredFunctions(
            Futures.getDone(tenants).orElse(new TenantsBuilder().build()),
            Futures.getDone(nodes).orElse(new PacketNodesBuilder().build()),
            Futures.getDone(state).orElse(new NfvStateBuilder().build())), MoreExecutors.directExecutor());
    }

    private <T extends DataObject> ListenableFuture<Optional<T>> read(final LogicalDatastoreType store,
            final InstanceIdentifier<T> path) {
        final ReadTransaction tx = broker.newReadOnlyTransaction();
        final ListenableFuture<Optional<T>> found = tx.read(store, path);
        found.addListener(tx::close, MoreExecutors.directExecutor());
        return found;
    }

    private ListenableFuture<RpcResult<PlaceServiceOutput>> placeIn(final StoredFunctions stored,
            final PlaceServiceInput input) {
        final Map<String, String> placement;
        try {
            final Collection<ServicePart> parts = parts(input, tenant(input, stored.tenants));
            placement = Placement.of(parts, rooms(input, stored), policy(input));
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        } catch (final NoSuchElementException e) {
            return ConfigurationWriter.refusal(ErrorTag.MISSING_ELEMENT, e);
        } catch (final PlacementRefused e) {
            return ConfigurationWriter.refusal(ErrorTag.RESOURCE_DENIED, new IllegalStateException(e.getMessage(), e));
        }
        final PlaceServiceOutput output = output(placement);
        if (Boolean.TRUE.equals(input.getDryRun())) {
            return RpcResultBuilder.success(output).buildFuture();
        }
        return writer.write(tx -> placement.forEach((name, node) -> {
            final LvnfKey key = new LvnfKey(new LvnfName(name));
            final Lvnf lvnf = new LvnfBuilder().withKey(key).setPacketNode(new PacketNodeName(node))
                .setImage(input.nonnullLvnf().get(
                    new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.place.service.input.LvnfKey(
                        key.getName())).requireImage()).build();
            tx.put(LogicalDatastoreType.CONFIGURATION, TENANTS.child(Tenant.class, new TenantKey(input.getTenant()))
                .child(Lvnf.class, key), lvnf);
        }), output);
    }

    private static Tenant tenant(final PlaceServiceInput input, final Tenants tenants) {
        final Tenant tenant = tenants.nonnullTenant().get(new TenantKey(input.requireTenant()));
        if (tenant == null) {
            throw new IllegalArgumentException("there is no tenant " + input.getTenant().getValue());
        }
        return tenant;
    }

    private static Collection<ServicePart> parts(final PlaceServiceInput input, final Tenant tenant) {
        if (input.nonnullLvnf().isEmpty()) {
            throw new NoSuchElementException("the service has no LVNF");
        }
        return input.nonnullLvnf().values().stream().map(lvnf -> {
            final String name = lvnf.requireName().getValue();
            if (tenant.nonnullLvnf().containsKey(new LvnfKey(lvnf.getName()))) {
                throw new IllegalArgumentException("the tenant has an LVNF " + name + " already");
            }
            if (!tenant.nonnullImage().containsKey(new ImageKey(lvnf.requireImage()))) {
                throw new IllegalArgumentException("the tenant has no image " + lvnf.getImage().getValue());
            }
            return NodeRooms.part(tenant, name, lvnf.getImage());
        }).toList();
    }

    private List<NodeRoom> rooms(final PlaceServiceInput input, final StoredFunctions stored) {
        final PathTree tree = input.getSource() == null ? null
            : PathTree.of(topology.network(), input.getSource().getValue());
        return NodeRooms.of(stored.nodes, stored.tenants, stored.state, node -> distance(tree, node));
    }

    private static int distance(final PathTree tree, final PacketNode node) {
        return tree == null || node.getSwitch() == null ? NodeRoom.UNKNOWN
            : tree.distance(node.getSwitch().getValue()).orElse(NodeRoom.UNKNOWN);
    }

    private static PlacementPolicy policy(final PlaceServiceInput input) {
        if (input.getPolicy() == null) {
            return PlacementPolicy.FIRST_FIT;
        }
        return switch (input.getPolicy()) {
            case FirstFit -> PlacementPolicy.FIRST_FIT;
            case LeastLoaded -> PlacementPolicy.LEAST_LOADED;
            case NearSource -> {
                if (input.getSource() == null) {
                    throw new NoSuchElementException("policy near-source needs the switch of the source");
                }
                yield PlacementPolicy.NEAR_SOURCE;
            }
        };
    }

    private static PlaceServiceOutput output(final Map<String, String> placement) {
        return new PlaceServiceOutputBuilder().setPlacement(placement.entrySet().stream()
            .map(one -> new PlacementBuilder().setLvnf(new LvnfName(one.getKey()))
                .setPacketNode(new PacketNodeName(one.getValue())).build()).collect(BindingMap.toMap())).build();
    }
}
