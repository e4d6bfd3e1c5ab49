// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.graph.LinkLoad.SwitchPortCounters;
import io.cloudmac.impl.topology.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatisticsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.Nodes;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.NodeKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.statistics.types.rev130925.NodeConnectorStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.statistics.types.rev130925.duration.Duration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the counters of switch ports by OpenFlow. */
final class PortReader {
    private static final Logger LOG = LoggerFactory.getLogger(PortReader.class);
    private static final long MICROS = 1_000_000;
    private static final long NANOS_A_MICRO = 1_000;

    private final RpcConsumerRegistry rpcs;

    PortReader(final RpcConsumerRegistry rpcs) {
        this.rpcs = rpcs;
    }

    /** Reads ports of one switch with one request. The result lacks those that the switch does not tell. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    CompletionStage<Map<PortId, SwitchPortCounters>> read(final String node, final Set<PortId> ports) {
        final GetNodeConnectorStatisticsInputBuilder input = new GetNodeConnectorStatisticsInputBuilder()
            .setNode(new NodeRef(InstanceIdentifier.create(Nodes.class)
                .child(Node.class, new NodeKey(new NodeId(node)))))
            .setStoreStats(false);
        if (ports.size() == 1) {
            input.setNodeConnectorId(new NodeConnectorId(ports.iterator().next().toString()));
        }
        final CompletableFuture<Map<PortId, SwitchPortCounters>> answer = new CompletableFuture<>();
        final ListenableFuture<RpcResult<GetNodeConnectorStatisticsOutput>> sent;
        try {
            sent = rpcs.getRpc(GetNodeConnectorStatistics.class).invoke(input.build());
        } catch (final RuntimeException e) {
            // The plugin throws if it has no session with the switch.
            LOG.debug("Cannot read the ports of {}", node, e);
            return CompletableFuture.completedFuture(Map.of());
        }
        Futures.addCallback(sent, new FutureCallback<RpcResult<GetNodeConnectorStatisticsOutput>>() {
            @Override
            public void onSuccess(final RpcResult<GetNodeConnectorStatisticsOutput> result) {
                answer.complete(result.isSuccessful() ? counters(node, result.getResult(), ports) : Map.of());
            }

            @Override
            public void onFailure(final Throwable cause) {
                LOG.debug("Cannot read the ports of {}", node, cause);
                answer.complete(Map.of());
            }
        }, MoreExecutors.directExecutor());
        return answer;
    }

    private static Map<PortId, SwitchPortCounters> counters(final String node,
            final GetNodeConnectorStatisticsOutput output, final Set<PortId> wanted) {
        final Map<PortId, SwitchPortCounters> found = new HashMap<>();
        output.nonnullNodeConnectorStatisticsAndPortNumberMap().values().forEach(each ->
            port(node, each.getNodeConnectorId().getValue()).filter(wanted::contains)
                .ifPresent(port -> found.put(port, portCounters(each))));
        return found;
    }

    /** Parses a port's id. The plugin names it with the switch or without it. */
    private static Optional<PortId> port(final String node, final String id) {
        return PortId.parse(id.contains(":") ? id : node + ":" + id);
    }

    private static SwitchPortCounters portCounters(final NodeConnectorStatistics statistics) {
        final Duration age = statistics.getDuration();
        return new SwitchPortCounters(age == null ? 0 : age.getSecond().getValue().longValue() * MICROS
                + age.getNanosecond().getValue().longValue() / NANOS_A_MICRO,
            value(statistics.getPackets() == null ? null : statistics.getPackets().getReceived()),
            value(statistics.getBytes() == null ? null : statistics.getBytes().getReceived()),
            value(statistics.getPackets() == null ? null : statistics.getPackets().getTransmitted()),
            value(statistics.getBytes() == null ? null : statistics.getBytes().getTransmitted()),
            value(statistics.getReceiveDrops()), value(statistics.getTransmitDrops()));
    }

    private static long value(final Uint64 counter) {
        return counter == null ? 0 : counter.longValue();
    }
}
