// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.changes.ChangeWriter.RequestedChange;
import io.cloudmac.impl.core.EventLoop;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetAirtime;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetAirtimeInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetAirtimeOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetAirtimeOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetMobility;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetMobilityInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetMobilityOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.SetMobilityOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Airtime;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Mobility;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.MobilityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.StationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.airtime.VapKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The RPCs set-mobility and set-airtime, which preview and record what a PATCH of the configuration does too. They
 * exist at the owner of the application only, which alone has the event loop.
 */
@Component(service = {})
public final class SettingsRpcs {
    private static final InstanceIdentifier<Mobility> MOBILITY =
        InstanceIdentifier.create(Cloudmac.class).child(Mobility.class);
    private static final InstanceIdentifier<Airtime> AIRTIME =
        InstanceIdentifier.create(Cloudmac.class).child(Airtime.class);

    private final ChangeWriter writer;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public SettingsRpcs(@Reference final ChangeWriter writer, @Reference final RpcProviderService rpcs,
            @Reference final EventLoop loop) {
        this.writer = writer;
        registration = rpcs.registerRpcImplementations((SetMobility) this::setMobility,
            (SetAirtime) this::setAirtime);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<SetMobilityOutput>> setMobility(final SetMobilityInput input) {
        return writer.write(new RequestedChange("set-mobility", input.getDryRun(), tx -> {
            if (input.getBssid() == null) {
                tx.mergeParentStructureMerge(LogicalDatastoreType.CONFIGURATION, MOBILITY,
                    new MobilityBuilder(input).build());
            } else {
                final var entry = new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.mobility.VapBuilder(
                    input).setBssid(input.getBssid()).build();
                tx.mergeParentStructureMerge(LogicalDatastoreType.CONFIGURATION, MOBILITY.child(
                    org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.mobility.Vap.class, entry.key()),
                    entry);
            }
        }), done -> new SetMobilityOutputBuilder(done).build());
    }

    ListenableFuture<RpcResult<SetAirtimeOutput>> setAirtime(final SetAirtimeInput input) {
        return writer.write(new RequestedChange("set-airtime", input.getDryRun(), tx -> {
            if ((input.getBssid() == null) == (input.getStation() == null)) {
                throw new IllegalArgumentException("name either the bssid of a VAP or a station");
            }
            if (input.getStation() == null) {
                replace(tx, AIRTIME.child(Vap.class, new VapKey(input.getBssid())), input,
                    new VapBuilder().setBssid(input.getBssid()).setWeight(input.getWeight()).build());
            } else {
                replace(tx, AIRTIME.child(Station.class, new StationKey(input.getStation())), input,
                    new StationBuilder().setStation(input.getStation()).setWeight(input.getWeight()).build());
            }
        }), done -> new SetAirtimeOutputBuilder(done).build());
    }

    private static <T extends DataObject> void replace(final WriteTransaction tx, final InstanceIdentifier<T> path,
            final SetAirtimeInput input, final T entry) {
        if (input.getWeight() == null) {
            tx.delete(LogicalDatastoreType.CONFIGURATION, path);
        } else {
            tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path, entry);
        }
    }
}
