// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.changes.ChangeWriter;
import io.cloudmac.impl.changes.ChangeWriter.RequestedChange;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownWtps;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtpInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtpOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.DrainWtpOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtpInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtpOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.UndrainWtpOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Wtps;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.wtps.WtpKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPCs drain-wtp and undrain-wtp. */
@Component(service = {})
public final class DrainRpcs {
    private final ChangeWriter writer;
    private final WtpCheck wtps;
    private final Registration registration;

    /** Registers the RPCs. */
    @Activate
    public DrainRpcs(@Reference final ChangeWriter writer, @Reference final RpcProviderService rpcs,
            @Reference final ConfigurationSource configuration, @Reference final KnownWtps known) {
        this.writer = writer;
        wtps = new WtpCheck(configuration, known);
        registration = rpcs.registerRpcImplementations((DrainWtp) this::drain, (UndrainWtp) this::undrain);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    private ListenableFuture<RpcResult<DrainWtpOutput>> drain(final DrainWtpInput input) {
        return writer.write(new RequestedChange("drain-wtp", input.getDryRun(),
            tx -> write(tx, input.requireWtp(), true)),
            done -> new DrainWtpOutputBuilder(done).build());
    }

    private ListenableFuture<RpcResult<UndrainWtpOutput>> undrain(final UndrainWtpInput input) {
        return writer.write(new RequestedChange("undrain-wtp", input.getDryRun(),
            tx -> write(tx, input.requireWtp(), false)),
            done -> new UndrainWtpOutputBuilder(done).build());
    }

    private void write(final WriteTransaction tx, final WtpId wtp, final boolean draining) {
        wtps.existing(wtp);
        tx.mergeParentStructureMerge(LogicalDatastoreType.CONFIGURATION,
            InstanceIdentifier.create(Cloudmac.class).child(Wtps.class).child(Wtp.class, new WtpKey(wtp)),
            new WtpBuilder().setId(wtp).setDraining(draining).build());
    }
}
