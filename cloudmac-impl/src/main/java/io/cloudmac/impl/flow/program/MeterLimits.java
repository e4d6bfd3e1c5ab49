// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.OptionalLong;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.statistics.rev131111.NodeMeterFeatures;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.statistics.rev131111.node.meter.features.MeterFeatures;

/** The numbers of meters that switches have reported. The OpenFlow plugin asks each switch when it connects. */
final class MeterLimits {
    private final DataBroker broker;

    MeterLimits(final DataBroker broker) {
        this.broker = broker;
    }

    /** Returns the highest number of a meter at a switch, 0 without meters; empty if it is unknown. */
    ListenableFuture<OptionalLong> highest(final String node) {
        final var tx = broker.newReadOnlyTransaction();
        final var features = tx.read(LogicalDatastoreType.OPERATIONAL, InventoryPaths.node(node)
            .augmentation(NodeMeterFeatures.class).child(MeterFeatures.class));
        features.addListener(tx::close, MoreExecutors.directExecutor());
        return FluentFuture.from(features)
            .transform(found -> found.filter(each -> each.getMaxMeter() != null)
                .map(each -> OptionalLong.of(each.getMaxMeter().getValue().longValue()))
                .orElse(OptionalLong.empty()), MoreExecutors.directExecutor())
            .catching(Exception.class, unread -> OptionalLong.empty(), MoreExecutors.directExecutor());
    }
}
