// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlowInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlowInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapList;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.transaction.rev150304.SendBarrier;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.transaction.rev150304.SendBarrierInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.FlowCookie;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeterInputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeterInputBuilder;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Reads and writes the flow rules of a connected switch by the RPCs of the OpenFlow plugin. */
final class SwitchFlows {
    private static final FlowCookie COOKIE = new FlowCookie(Uint64.fromLongBits(Rule.COOKIE));
    private static final FlowCookie MASK = new FlowCookie(Uint64.fromLongBits(Rule.COOKIE_MASK));

    private static final int ALL_TABLES = 255;

    private final RpcConsumerRegistry rpcs;
    private final Function<String, ListenableFuture<OptionalLong>> meterLimits;

    SwitchFlows(final RpcConsumerRegistry rpcs) {
        this(rpcs, node -> Futures.immediateFuture(OptionalLong.empty()));
    }

    /**
     * Uses the RPCs of the OpenFlow plugin.
     *
     * @param meterLimits returns the highest number of a meter at a switch, as {@link MeterLimits#highest}
     */
    SwitchFlows(final RpcConsumerRegistry rpcs, final Function<String, ListenableFuture<OptionalLong>> meterLimits) {
        this.rpcs = rpcs;
        this.meterLimits = meterLimits;
    }

    /** Requests all CloudMAC rules of a switch. */
    ListenableFuture<List<ReportedRule>> read(final String node) {
        return read(node, ALL_TABLES);
    }

    /** Requests the CloudMAC rules of a switch in one table. */
    ListenableFuture<List<ReportedRule>> read(final String node, final int table) {
        final var reply = rpcs.getRpc(GetFlowStatistics.class).invoke(new GetFlowStatisticsInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setStoreStats(false)
            .setTableId(Uint8.valueOf(table))
            .setCookie(COOKIE)
            .setCookieMask(MASK)
            .build());
        return FluentFuture.from(reply).transform(result -> {
            if (!result.isSuccessful()) {
                throw new IllegalStateException(node + " did not report its flow rules: " + result.getErrors());
            }
            final List<ReportedRule> found = new ArrayList<>();
            if (result.getResult().getFlowAndStatisticsMapList() != null) {
                result.getResult().getFlowAndStatisticsMapList().forEach(flow -> {
                    final long cookie = flow.getCookie().getValue().longValue();
                    if ((cookie & Rule.COOKIE_MASK) == Rule.COOKIE) {
                        found.add(new ReportedRule(cookie, actionsText(node, flow),
                            flow.getPacketCount() == null ? 0 : flow.getPacketCount().getValue().longValue(), flow));
                    }
                });
            }
            return found;
        }, MoreExecutors.directExecutor());
    }

    /** Returns the actions as text. If a foreign rule has the cookie, the text differs from all planned rules. */
    private static String actionsText(final String node, final FlowAndStatisticsMapList flow) {
        try {
            return FlowCodec.actionsText(node, flow.getInstructions());
        } catch (final IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /**
     * Sends a rule after its meter. It replaces a rule with the same match and priority. The switch handles both in
     * order; their answers come after the next {@link #barrier}.
     *
     * @return the reason of a refusal; empty if the switch has accepted the rule. If it refuses both, why it refuses
     *     the meter
     */
    ListenableFuture<String> add(final String node, final Rule rule) {
        if (rule.meter() == 0) {
            return addRule(node, rule);
        }
        final ListenableFuture<String> meter = addMeter(node, rule.meter());
        return Futures.transformAsync(addRule(node, rule), error -> error.isEmpty() ? Futures.immediateFuture("")
            : Futures.transformAsync(meter, meterError -> explain(node, rule, error, meterError),
                MoreExecutors.directExecutor()), MoreExecutors.directExecutor());
    }

    private ListenableFuture<String> explain(final String node, final Rule rule, final String error,
            final String meterError) {
        return meterError.isEmpty() ? Futures.immediateFuture(error)
            : Futures.transform(meterLimits.apply(node),
                highest -> MeterRefusal.of(rule.meter(), meterError, highest).orElse(error),
                MoreExecutors.directExecutor());
    }

    /** Lets a switch answer all that was sent before. The OpenFlow plugin does it by itself only every 0.5 s. */
    ListenableFuture<String> barrier(final String node) {
        return errorText(rpcs.getRpc(SendBarrier.class).invoke(new SendBarrierInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .build()));
    }

    /** Deletes a meter. The switch deletes the rules that use it as well. */
    ListenableFuture<String> removeMeter(final String node, final int number) {
        return errorText(rpcs.getRpc(RemoveMeter.class).invoke(new RemoveMeterInputBuilder(MeterCodec.meter(number))
            .setNode(InventoryPaths.nodeRef(node))
            .build()));
    }

    private ListenableFuture<String> addMeter(final String node, final int number) {
        return errorText(rpcs.getRpc(AddMeter.class).invoke(new AddMeterInputBuilder(MeterCodec.meter(number))
            .setNode(InventoryPaths.nodeRef(node))
            .build()));
    }

    private ListenableFuture<String> addRule(final String node, final Rule rule) {
        return errorText(rpcs.getRpc(AddFlow.class).invoke(new AddFlowInputBuilder()
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

    /** Deletes a rule that the switch has reported. */
    ListenableFuture<String> remove(final String node, final FlowAndStatisticsMapList flow) {
        return remove(new RemoveFlowInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setTableId(flow.getTableId())
            .setPriority(flow.getPriority())
            .setCookie(flow.getCookie())
            .setMatch(flow.getMatch()));
    }

    /** Deletes a rule that was sent. */
    ListenableFuture<String> remove(final String node, final Rule rule) {
        return remove(new RemoveFlowInputBuilder()
            .setNode(InventoryPaths.nodeRef(node))
            .setTableId(Uint8.valueOf(rule.table()))
            .setPriority(Uint16.valueOf(rule.priority()))
            .setCookie(FlowCodec.cookie(rule))
            .setMatch(FlowCodec.match(rule.match())));
    }

    private ListenableFuture<String> remove(final RemoveFlowInputBuilder input) {
        return errorText(rpcs.getRpc(RemoveFlow.class).invoke(input.setStrict(true).build()));
    }

    /** Returns the error of an RPC; empty if it succeeded. */
    private static ListenableFuture<String> errorText(final ListenableFuture<? extends RpcResult<?>> result) {
        return FluentFuture.from(Futures.transform(result,
            done -> done.isSuccessful() ? "" : done.getErrors().toString(), MoreExecutors.directExecutor()));
    }
}
