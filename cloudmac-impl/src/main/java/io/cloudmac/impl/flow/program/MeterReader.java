// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.model.Meter;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
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

/** Reads the counters of CloudMAC's meters from the switches. */
final class MeterReader {
    private static final Logger LOG = LoggerFactory.getLogger(MeterReader.class);

    /** The number that stands for all meters of a switch (OpenFlow 1.3, 7.3.4.4). */
    private static final MeterId ALL = new MeterId(Uint32.MAX_VALUE);

    /** The last counters, by node id. */
    private final Map<String, List<MeterCount>> counts = new ConcurrentHashMap<>();
    /** The numbers of the meters in the answers that were not taken yet, by node id. */
    private final Map<String, Set<Integer>> numbers = new ConcurrentHashMap<>();
    private final RpcConsumerRegistry rpcs;
    private final BiPredicate<String, Integer> foreign;

    /**
     * Starts without counters.
     *
     * @param foreign returns true if the meter with a number at a node belongs to another
     */
    MeterReader(final RpcConsumerRegistry rpcs, final BiPredicate<String, Integer> foreign) {
        this.rpcs = rpcs;
        this.foreign = foreign;
    }

    Collection<MeterCount> counts() {
        return counts.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the numbers of all meters in new answers, by node id, also of meters of others, and forgets them. */
    Map<String, Set<Integer>> takeNumbers() {
        final Map<String, Set<Integer>> taken = new HashMap<>();
        numbers.keySet().forEach(node -> taken.put(node, numbers.remove(node)));
        return taken;
    }

    /** Requests the counters from the connected switches. The answers update {@link #counts} later. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    void read(final Set<String> connected) {
        counts.keySet().retainAll(connected);
        numbers.keySet().retainAll(connected);
        for (final String node : connected) {
            try {
                Futures.addCallback(rpcs.getRpc(GetMeterStatistics.class).invoke(
                    new GetMeterStatisticsInputBuilder()
                        .setNode(InventoryPaths.nodeRef(node))
                        .setStoreStats(false)
                        .setMeterId(ALL)
                        .build()), new MeterReply(node), MoreExecutors.directExecutor());
            } catch (final RuntimeException e) {
                LOG.debug("Cannot read the meters of {}", node, e);
            }
        }
    }

    /** Returns the sums of the counters of each kind of meter. */
    static List<MeterCount> sums(final String node, final Collection<MeterStats> all) {
        final Map<Meter, MeterCount> sums = new EnumMap<>(Meter.class);
        for (final MeterStats stats : all) {
            Meter.of(number(stats))
                .ifPresent(meter -> sums.merge(meter, count(node, meter, stats), MeterCount::plus));
        }
        return List.copyOf(sums.values());
    }

    private static int number(final MeterStats stats) {
        return stats.getMeterId().getValue().intValue();
    }

    private static MeterCount count(final String node, final Meter meter, final MeterStats stats) {
        final long in = stats.getPacketInCount() == null ? 0 : stats.getPacketInCount().getValue().longValue();
        final long dropped = stats.getMeterBandStats() == null ? 0
            : stats.getMeterBandStats().nonnullBandStat().values().stream()
                .mapToLong(band -> band.getPacketBandCount() == null ? 0
                    : band.getPacketBandCount().getValue().longValue())
                .sum();
        return new MeterCount(node, meter, Math.max(0, in - dropped), dropped);
    }

    private final class MeterReply implements FutureCallback<RpcResult<GetMeterStatisticsOutput>> {
        private final String node;

        MeterReply(final String node) {
            this.node = node;
        }

        @Override
        public void onSuccess(final RpcResult<GetMeterStatisticsOutput> result) {
            if (result.isSuccessful()) {
                final Collection<MeterStats> all = result.getResult().nonnullMeterStats().values();
                numbers.put(node, all.stream().map(MeterReader::number).collect(Collectors.toSet()));
                counts.put(node,
                    sums(node, all.stream().filter(stats -> !foreign.test(node, number(stats))).toList()));
            }
        }

        @Override
        public void onFailure(final Throwable cause) {
            LOG.debug("Cannot read the meters of {}", node, cause);
        }
    }
}
