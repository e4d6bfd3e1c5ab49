// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlowInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlowOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.AddFlowOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlow;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlowInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlowOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.service.rev130819.RemoveFlowOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapList;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.transaction.rev150304.SendBarrier;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.transaction.rev150304.SendBarrierOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.transaction.rev150304.SendBarrierOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.FlowCookie;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeContextRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeterInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeterOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.AddMeterOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeter;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeterInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeterOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.service.rev130918.RemoveMeterOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.reply.MeterStatsBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/**
 * A fake switch behind the RPCs of the OpenFlow plugin, with a table of rules and one meter. As the plugin does, it
 * answers commands only after a barrier.
 */
final class FakeOpenFlowSwitch {
    /** Frames that passed its meter of first frames. */
    static final long PASSED = 12;

    private final Map<Long, FlowAndStatisticsMapList> table = new TreeMap<>();
    private final List<String> sent = new ArrayList<>();
    /** The answers that wait for a barrier. */
    private final List<Runnable> answers = new ArrayList<>();
    private final String node;
    private SettableFuture<RpcResult<GetFlowStatisticsOutput>> held;
    private SettableFuture<RpcResult<GetFlowStatisticsOutput>> heldTable;
    private RpcResult<GetFlowStatisticsOutput> shown;
    private boolean connected = true;
    private boolean refusing;
    private boolean hasMeter = true;
    private String meterError;
    private int requests;

    FakeOpenFlowSwitch(final String node) {
        this.node = node;
    }

    /** Returns RPCs of the plugin that reach some switches, by node id. */
    static RpcConsumerRegistry rpcs(final Map<String, FakeOpenFlowSwitch> switches) {
        final Map<NodeRef, FakeOpenFlowSwitch> byNode = new HashMap<>();
        switches.forEach((node, each) -> byNode.put(InventoryPaths.nodeRef(node), each));
        final Function<NodeContextRef, FakeOpenFlowSwitch> of = input -> byNode.get(input.getNode());
        final RpcConsumerRegistry rpcs = mock(RpcConsumerRegistry.class);
        when(rpcs.getRpc(GetFlowStatistics.class)).thenReturn(input -> of.apply(input).flows());
        when(rpcs.getRpc(AddFlow.class)).thenReturn(input -> of.apply(input).add(input));
        when(rpcs.getRpc(RemoveFlow.class)).thenReturn(input -> of.apply(input).remove(input));
        when(rpcs.getRpc(AddMeter.class)).thenReturn(input -> of.apply(input).addMeter(input));
        when(rpcs.getRpc(RemoveMeter.class)).thenReturn(input -> of.apply(input).removeMeter(input));
        when(rpcs.getRpc(SendBarrier.class)).thenReturn(
            input -> byNode.get((NodeRef) input.getNode()).barrier());
        when(rpcs.getRpc(GetMeterStatistics.class)).thenReturn(input -> of.apply(input).meters());
        return rpcs;
    }

    private ListenableFuture<RpcResult<GetMeterStatisticsOutput>> meters() {
        return Futures.immediateFuture(RpcResultBuilder.success(new GetMeterStatisticsOutputBuilder()
            .setMeterStats(hasMeter ? BindingMap.of(new MeterStatsBuilder()
                .setMeterId(new MeterId(Uint32.valueOf(Meter.FIRST_CONTACT.number())))
                .setPacketInCount(new Counter64(Uint64.valueOf(PASSED)))
                .build()) : Map.of())
            .build()).build());
    }

    /** Shows its meter of first frames from now on, or hides it. */
    void showMeter(final boolean visible) {
        hasMeter = visible;
    }

    private ListenableFuture<RpcResult<AddFlowOutput>> add(final AddFlowInput input) {
        final FlowCookie cookie = input.getCookie();
        sent.add("add " + cookie.getValue().longValue());
        if (refusing) {
            return later(refused());
        }
        table.put(cookie.getValue().longValue(), new FlowAndStatisticsMapListBuilder().setCookie(cookie)
            .setTableId(input.getTableId()).setPriority(input.getPriority()).setMatch(input.getMatch())
            .setInstructions(input.getInstructions()).build());
        return later(RpcResultBuilder.success(new AddFlowOutputBuilder().build()).build());
    }

    private ListenableFuture<RpcResult<RemoveFlowOutput>> remove(final RemoveFlowInput input) {
        sent.add("remove " + input.getCookie().getValue().longValue());
        table.remove(input.getCookie().getValue().longValue());
        return later(RpcResultBuilder.success(new RemoveFlowOutputBuilder().build()).build());
    }

    private ListenableFuture<RpcResult<AddMeterOutput>> addMeter(final AddMeterInput input) {
        sent.add("meter " + input.getMeterId().getValue());
        if (meterError != null) {
            return later(RpcResultBuilder.<AddMeterOutput>failed()
                .withError(ErrorType.APPLICATION, meterError).build());
        }
        return later(RpcResultBuilder.success(new AddMeterOutputBuilder().build()).build());
    }

    private ListenableFuture<RpcResult<RemoveMeterOutput>> removeMeter(final RemoveMeterInput input) {
        sent.add("remove-meter " + input.getMeterId().getValue());
        return later(RpcResultBuilder.success(new RemoveMeterOutputBuilder().build()).build());
    }

    private <T> ListenableFuture<RpcResult<T>> later(final RpcResult<T> result) {
        final SettableFuture<RpcResult<T>> answer = SettableFuture.create();
        answers.add(() -> answer.set(result));
        return answer;
    }

    private ListenableFuture<RpcResult<SendBarrierOutput>> barrier() {
        if (held == null) {
            run(answers);
        }
        return Futures.immediateFuture(RpcResultBuilder.success(new SendBarrierOutputBuilder().build()).build());
    }

    private static void run(final List<Runnable> answers) {
        final List<Runnable> due = List.copyOf(answers);
        answers.clear();
        due.forEach(Runnable::run);
    }

    private static <T> RpcResult<T> refused() {
        return RpcResultBuilder.<T>failed().withError(ErrorType.APPLICATION, "the table is full").build();
    }

    private ListenableFuture<RpcResult<GetFlowStatisticsOutput>> flows() {
        if (!connected) {
            throw new IllegalStateException("no session with " + node);
        }
        requests++;
        if (heldTable != null) {
            shown = answer();
            return heldTable;
        }
        return held == null ? Futures.immediateFuture(answer()) : held;
    }

    private RpcResult<GetFlowStatisticsOutput> answer() {
        return RpcResultBuilder.success(new GetFlowStatisticsOutputBuilder()
            .setFlowAndStatisticsMapList(List.copyOf(table.values())).build()).build();
    }

    /** Replaces the table by these rules, with counters at zero. */
    void install(final Collection<Rule> rules) {
        table.clear();
        rules.forEach(rule -> table.put(rule.cookie(), new FlowAndStatisticsMapListBuilder()
            .setCookie(FlowCodec.cookie(rule)).setTableId(Uint8.valueOf(rule.table()))
            .setPriority(Uint16.valueOf(rule.priority())).setMatch(FlowCodec.match(rule.match()))
            .setInstructions(FlowCodec.instructions(rule)).build()));
    }

    /** Sets the counter of a rule in the table. */
    void count(final Rule rule, final long packets) {
        table.computeIfPresent(rule.cookie(), (cookie, flow) -> new FlowAndStatisticsMapListBuilder(flow)
            .setPacketCount(new Counter64(Uint64.valueOf(packets))).build());
    }

    /** Removes a rule from the table. */
    void lose(final Rule rule) {
        table.remove(rule.cookie());
    }

    /** Refuses all further rules. */
    void refuse() {
        refusing = true;
    }

    /** Answers all further meters with an error of the plugin, or accepts them again if it is null. */
    void refuseMeters(final String error) {
        meterError = error;
    }

    /** Delays answers until {@link #release}. */
    void hold() {
        held = SettableFuture.create();
    }

    /** Answers all queries and commands since {@link #hold}. */
    void release() {
        final SettableFuture<RpcResult<GetFlowStatisticsOutput>> waiting = held;
        held = null;
        waiting.set(answer());
        run(answers);
    }

    /** Delays the answers to queries of the table alone until {@link #releaseTables}. They show it as it is now. */
    void holdTables() {
        heldTable = SettableFuture.create();
    }

    /** Answers all queries since {@link #holdTables}. */
    void releaseTables() {
        final SettableFuture<RpcResult<GetFlowStatisticsOutput>> waiting = heldTable;
        heldTable = null;
        waiting.set(shown);
    }

    void disconnect() {
        connected = false;
    }

    void reconnect() {
        connected = true;
    }

    /** Returns the number of queries of its rules. */
    int requests() {
        return requests;
    }

    /** Returns the commands received since the last call, in order. */
    List<String> sent() {
        final List<String> since = List.copyOf(sent);
        sent.clear();
        return since;
    }
}
