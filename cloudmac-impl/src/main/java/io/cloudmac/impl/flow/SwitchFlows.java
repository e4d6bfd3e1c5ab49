// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.ArrayList;
import java.util.List;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlowInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlowInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapList;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.FlowCookie;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeterInputBuilder;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The table of a connected switch itself, past the datastore. */
final class SwitchFlows {
    private static final FlowCookie COOKIE = new FlowCookie(Uint64.fromLongBits(Rule.COOKIE));
    private static final FlowCookie MASK = new FlowCookie(Uint64.fromLongBits(Rule.COOKIE_MASK));

    private static final Uint8 ALL_TABLES = Uint8.MAX_VALUE;

    private final RpcConsumerRegistry rpcs;

    SwitchFlows(final RpcConsumerRegistry rpcs) {
        this.rpcs = rpcs;
    }

    /**
     * A rule of ours as a switch has it.
     *
     * @param cookie which one
     * @param actions what it does, in the words of {@link Rule#actionsText}
     * @param packets frames that matched
     * @param found the whole, for taking it away
     */
    record Found(long cookie, String actions, long packets, FlowAndStatisticsMapList found) {
    }

    /** Asks a switch for all rules of ours. */
    ListenableFuture<List<Found>> read(final String node) {
        final var asked = rpcs.getRpc(GetFlowStatistics.class).invoke(new GetFlowStatisticsInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setStoreStats(false)
            .setTableId(ALL_TABLES)
            .setCookie(COOKIE)
            .setCookieMask(MASK)
            .build());
        return FluentFuture.from(asked).transform(result -> {
            if (!result.isSuccessful()) {
                throw new IllegalStateException(node + " did not tell its rules: " + result.getErrors());
            }
            final List<Found> found = new ArrayList<>();
            if (result.getResult().getFlowAndStatisticsMapList() != null) {
                result.getResult().getFlowAndStatisticsMapList().forEach(flow -> {
                    final long cookie = flow.getCookie().getValue().longValue();
                    if ((cookie & Rule.COOKIE_MASK) == Rule.COOKIE) {
                        found.add(new Found(cookie, text(node, flow),
                            flow.getPacketCount() == null ? 0 : flow.getPacketCount().getValue().longValue(), flow));
                    }
                });
            }
            return found;
        }, MoreExecutors.directExecutor());
    }

    /** Somebody may have put other actions under our cookie: then they differ from all of ours. */
    private static String text(final String node, final FlowAndStatisticsMapList flow) {
        try {
            return FlowCodec.actionsText(node, flow.getInstructions());
        } catch (final IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /**
     * Sends a rule; one with its match and priority is replaced. Its meter first: a switch
     * that lost one has taken away what named it.
     */
    ListenableFuture<String> add(final String node, final Rule rule) {
        return rule.meter() == 0 ? addRule(node, rule)
            // That the meter is there already is an error too: whether it is, the rule's answer tells.
            : Futures.transformAsync(addMeter(node, rule.meter()), done -> addRule(node, rule),
                MoreExecutors.directExecutor());
    }

    private ListenableFuture<String> addMeter(final String node, final int number) {
        return told(rpcs.getRpc(AddMeter.class).invoke(new AddMeterInputBuilder(MeterCodec.meter(number))
            .setNode(InventoryPaths.nodeRef(node))
            .build()));
    }

    private ListenableFuture<String> addRule(final String node, final Rule rule) {
        return told(rpcs.getRpc(AddFlow.class).invoke(new AddFlowInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setTableId(Uint8.valueOf(rule.table()))
            .setPriority(Uint16.valueOf(rule.priority()))
            .setCookie(FlowCodec.cookie(rule))
            .setMatch(FlowCodec.match(rule.match()))
            .setInstructions(FlowCodec.instructions(rule))
            .setIdleTimeout(Uint16.ZERO)
            .setHardTimeout(Uint16.ZERO)
            .build()));
    }

    /** Takes a rule away. */
    ListenableFuture<String> remove(final String node, final FlowAndStatisticsMapList flow) {
        return told(rpcs.getRpc(RemoveFlow.class).invoke(new RemoveFlowInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setTableId(flow.getTableId())
            .setPriority(flow.getPriority())
            .setCookie(flow.getCookie())
            .setMatch(flow.getMatch())
            .setStrict(true)
            .build()));
    }

    /** Why it failed; empty where it did not. */
    private static ListenableFuture<String> told(final ListenableFuture<? extends RpcResult<?>> result) {
        return FluentFuture.from(Futures.transform(result,
            done -> done.isSuccessful() ? "" : done.getErrors().toString(), MoreExecutors.directExecutor()));
    }
}
