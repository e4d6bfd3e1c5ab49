// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.config.Bssids;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.config.KnownVaps;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.virtual.stations.VirtualStationKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;

/** Refuses the input of an RPC if nothing has the BSSID that it names, which is then a typing error. */
final class VapCheck {
    private static final InstanceIdentifier<Cloudmac> ROOT = InstanceIdentifier.create(Cloudmac.class);

    private final DataBroker broker;
    private final ConfigurationSource configuration;
    private final KnownVaps vaps;
    private final List<KnownVirtualStations> virtualStations = new CopyOnWriteArrayList<>();

    VapCheck(final DataBroker broker, final ConfigurationSource configuration, final KnownVaps vaps) {
        this.broker = broker;
        this.configuration = configuration;
        this.vaps = vaps;
    }

    /** Adds a source of virtual stations, whose addresses count as BSSIDs. */
    void add(final KnownVirtualStations source) {
        virtualStations.add(source);
    }

    void remove(final KnownVirtualStations source) {
        virtualStations.remove(source);
    }

    /**
     * Goes on if something has a BSSID, and else answers what is allowed.
     *
     * @param bssid the BSSID; null, which {@code next} refuses, if the input lacks it
     */
    <T> ListenableFuture<RpcResult<T>> ifKnown(final Bssid bssid, final Supplier<ListenableFuture<RpcResult<T>>> next) {
        if (bssid == null || isKnown(Mac.parse(bssid.getValue()))
                || isIn(configuration.configuration(), configuration.get(Bssids.NAMED), bssid)) {
            return next.get();
        }
        // A configuration that was written a moment ago may not have come here.
        final ReadTransaction tx = broker.newReadOnlyTransaction();
        final FluentFuture<Optional<Cloudmac>> read = tx.read(LogicalDatastoreType.CONFIGURATION, ROOT);
        read.addListener(tx::close, MoreExecutors.directExecutor());
        return read.transformAsync(stored -> stored.filter(one -> isIn(one, Bssids.namedBy(one), bssid)).isPresent()
            ? next.get() : refusal(bssid), MoreExecutors.directExecutor());
    }

    private static <T> ListenableFuture<RpcResult<T>> refusal(final Bssid bssid) {
        return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, new IllegalArgumentException("unknown VAP "
            + bssid.getValue() + ": it was never discovered, and the configuration does not name it"));
    }

    private boolean isKnown(final Mac bssid) {
        return vaps.knownVaps().contains(bssid)
            || virtualStations.stream().anyMatch(source -> source.knownVirtualStations().contains(bssid));
    }

    private static boolean isIn(final Cloudmac configured, final Set<Mac> named, final Bssid bssid) {
        final UnicastMac address = new UnicastMac(bssid.getValue());
        return named.contains(Mac.parse(bssid.getValue()))
            || configured.nonnullVirtualStations().nonnullVirtualStation().containsKey(new VirtualStationKey(address))
            || configured.nonnullBindings().nonnullVirtualStation().containsKey(
                new org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationKey(address));
    }
}
