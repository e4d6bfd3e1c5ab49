// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.reply.MeterStats;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the counters of our meters from the switches. */
final class MeterReader {
    private static final Logger LOG = LoggerFactory.getLogger(MeterReader.class);

    private record Key(String node, Meter meter) {
    }

    private final Map<Key, MeterCount> counts = new ConcurrentHashMap<>();
    private final RpcConsumerRegistry rpcs;

    MeterReader(final RpcConsumerRegistry rpcs) {
        this.rpcs = rpcs;
    }

    Collection<MeterCount> counts() {
        return List.copyOf(counts.values());
    }

    /** Asks the switches; the answers come later. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    void read(final Set<String> connected) {
        counts.keySet().removeIf(key -> !connected.contains(key.node));
        for (final String node : connected) {
            for (final Meter meter : Meter.values()) {
                try {
                    Futures.addCallback(rpcs.getRpc(GetMeterStatistics.class).invoke(
                        new GetMeterStatisticsInputBuilder()
                            .setNode(InventoryPaths.nodeRef(node))
                            .setStoreStats(false)
                            .setMeterId(new MeterId(Uint32.valueOf(meter.number())))
                            .build()), new Answer(node, meter), MoreExecutors.directExecutor());
                } catch (final RuntimeException e) {
                    LOG.debug("Cannot ask {} for its meters", node, e);
                }
            }
        }
    }

    private final class Answer implements FutureCallback<RpcResult<GetMeterStatisticsOutput>> {
        private final String node;
        private final Meter meter;

        Answer(final String node, final Meter meter) {
            this.node = node;
            this.meter = meter;
        }

        @Override
        public void onSuccess(final RpcResult<GetMeterStatisticsOutput> result) {
            if (result.isSuccessful()) {
                result.getResult().nonnullMeterStats().values().stream()
                    .filter(stats -> stats.getMeterId().getValue().intValue() == meter.number())
                    .forEach(stats -> counts.put(new Key(node, meter), count(stats)));
            }
        }

        private MeterCount count(final MeterStats stats) {
            final long in = stats.getPacketInCount() == null ? 0 : stats.getPacketInCount().getValue().longValue();
            final long dropped = stats.getMeterBandStats() == null ? 0
                : stats.getMeterBandStats().nonnullBandStat().values().stream()
                    .mapToLong(band -> band.getPacketBandCount() == null ? 0
                        : band.getPacketBandCount().getValue().longValue())
                    .sum();
            return new MeterCount(node, meter, Math.max(0, in - dropped), dropped);
        }

        @Override
        public void onFailure(final Throwable cause) {
            LOG.debug("{} did not tell its meters", node, cause);
        }
    }
}
