// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Bindings;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs bind-virtual-station and unbind-virtual-station. They write the operator's bindings. */
@Component(service = {})
public final class VirtualStationRpcs {
    private static final InstanceIdentifier<Bindings> BINDINGS =
        InstanceIdentifier.create(Cloudmac.class).child(Bindings.class);

    private final ConfigurationWriter writer;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public VirtualStationRpcs(@Reference final DataBroker broker, @Reference final RpcProviderService rpcs) {
        writer = new ConfigurationWriter(broker);
        registration = rpcs.registerRpcImplementations((BindVirtualStation) this::bind,
            (UnbindVirtualStation) this::unbind);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<BindVirtualStationOutput>> bind(final BindVirtualStationInput input) {
        return writer.write(tx -> tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION,
            path(input.requireStation()), new VirtualStationBuilder().setStation(input.requireStation())
                .setWtp(input.requireWtp()).build()), new BindVirtualStationOutputBuilder().build());
    }

    ListenableFuture<RpcResult<UnbindVirtualStationOutput>> unbind(final UnbindVirtualStationInput input) {
        return writer.write(tx -> tx.delete(LogicalDatastoreType.CONFIGURATION, path(input.requireStation())),
            new UnbindVirtualStationOutputBuilder().build());
    }

    private static InstanceIdentifier<VirtualStation> path(final UnicastMac station) {
        return BINDINGS.child(VirtualStation.class, new VirtualStationKey(station));
    }
}
