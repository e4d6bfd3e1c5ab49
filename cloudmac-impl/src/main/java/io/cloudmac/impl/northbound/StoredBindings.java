// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.core.Completion;
import io.cloudmac.impl.handover.BindingStore;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** A binding store that keeps operators' bindings in the configuration and automatic ones in the learned state. */
@Component
public final class StoredBindings implements BindingStore {
    private final DataBroker broker;
    private final LearnedStore learned;

    /** Creates the store. */
    @Activate
    public StoredBindings(@Reference final DataBroker broker, @Reference final LearnedStore learned) {
        this.broker = broker;
        this.learned = learned;
    }

    @Override
    public CompletionStage<Void> store(final Client client, final Mac wtp, final Origin origin) {
        if (origin == Origin.AUTOMATIC) {
            return client instanceof StationKey station ? learned.putStation(station, wtp)
                : CompletableFuture.completedFuture(null);
        }
        final UnicastMac address = new UnicastMac(client.station().toString());
        final WtpId bound = new WtpId(wtp.toString());
        return write(tx -> {
            if (client instanceof StationKey station) {
                BindingRpcs.putBinding(tx, new Bssid(station.bssid().toString()), address, bound);
            } else {
                BindingRpcs.putBinding(tx, address, bound);
            }
        });
    }

    private CompletionStage<Void> write(final Consumer<WriteTransaction> change) {
        final CompletableFuture<Void> stored = new CompletableFuture<>();
        final var tx = broker.newWriteOnlyTransaction();
        change.accept(tx);
        tx.commit().addCallback(Completion.of(stored), Runnable::run);
        return stored;
    }
}
