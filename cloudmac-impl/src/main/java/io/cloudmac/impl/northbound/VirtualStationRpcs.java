// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.BindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.HandOverVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UnbindVirtualStationOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Bindings;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStation;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The RPCs bind-virtual-station and unbind-virtual-station, which write the operator's bindings, and
 * hand-over-virtual-station.
 */
@Component(service = {})
public final class VirtualStationRpcs {
    private static final InstanceIdentifier<Bindings> BINDINGS =
        InstanceIdentifier.create(Cloudmac.class).child(Bindings.class);

    private final ConfigurationWriter writer;
    private final HandoverRpc handover;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public VirtualStationRpcs(@Reference final DataBroker broker, @Reference final RpcProviderService rpcs,
            @Reference final Handover handover, @Reference final ConfigurationSource configuration,
            @Reference final KnownWtps known) {
        writer = new ConfigurationWriter(broker);
        this.handover = new HandoverRpc(handover, new WtpCheck(configuration, known));
        registration = rpcs.registerRpcImplementations((BindVirtualStation) this::bind,
            (UnbindVirtualStation) this::unbind, (HandOverVirtualStation) this::handOver);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<BindVirtualStationOutput>> bind(final BindVirtualStationInput input) {
        return writer.write(tx -> putBinding(tx, input.requireStation(), input.requireWtp()),
            new BindVirtualStationOutputBuilder().build());
    }

    /** Puts a binding of the operator into a transaction. */
    static void putBinding(final WriteTransaction tx, final UnicastMac station, final WtpId wtp) {
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path(station),
            new VirtualStationBuilder().setStation(station).setWtp(wtp).build());
    }

    ListenableFuture<RpcResult<HandOverVirtualStationOutput>> handOver(final HandOverVirtualStationInput input) {
        return handover.call(() -> StationKey.virtual(Mac.parse(input.requireStation().getValue())), input::requireWtp,
            (from, duration) ->
                new HandOverVirtualStationOutputBuilder().setFrom(from).setDuration(duration).build());
    }

    ListenableFuture<RpcResult<UnbindVirtualStationOutput>> unbind(final UnbindVirtualStationInput input) {
        return writer.write(tx -> tx.delete(LogicalDatastoreType.CONFIGURATION, path(input.requireStation())),
            new UnbindVirtualStationOutputBuilder().build());
    }

    private static InstanceIdentifier<VirtualStation> path(final UnicastMac station) {
        return BINDINGS.child(VirtualStation.class, new VirtualStationKey(station));
    }
}
