// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.plan.FreshPlan;
import io.cloudmac.impl.flow.plan.HelloMeters;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.radio.RadioRules;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetFlowStatisticsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Which beacon counters are read, by the answers of two switches. */
class BeaconReaderTest {
    private static final String S1 = "openflow:1";
    private static final String S2 = "openflow:2";
    private static final Mac A = Mac.parse("02:00:00:00:12:01");
    private static final Mac B = Mac.parse("02:00:00:00:12:02");
    private static final Mac C = Mac.parse("02:00:00:00:12:03");
    private static final Assignment ASSIGNMENT = new Assignment(Map.of(), Map.of(
        A, new Assignment.Vap(new PortId(S1, 1), 2412, Set.of()),
        B, new Assignment.Vap(new PortId(S1, 2), 2412, Set.of()),
        C, new Assignment.Vap(new PortId(S2, 1), 2412, Set.of())), Map.of());

    private final Map<String, ListenableFuture<RpcResult<GetFlowStatisticsOutput>>> answers = new HashMap<>();
    private final List<GetFlowStatisticsInput> requests = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private Network network = new Network(Set.of(S1, S2), Map.of(), Set.of());
    private BeaconReader reader;

    @BeforeEach
    void start() {
        final RpcConsumerRegistry rpcs = mock(RpcConsumerRegistry.class);
        when(rpcs.getRpc(GetFlowStatistics.class)).thenReturn(input -> {
            requests.add(input);
            final String node = input.getNode().getValue().firstKeyOf(Node.class).getId().getValue();
            if (!answers.containsKey(node)) {
                throw new IllegalStateException("no session with " + node);
            }
            return answers.get(node);
        });
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenReturn(ASSIGNMENT);
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> network);
        reader = new BeaconReader(rpcs, assignments, topology, loop);
        answers.put(S1, Futures.immediateFuture(reports(S1, 7)));
        answers.put(S2, Futures.immediateFuture(reports(S2, 9)));
    }

    /** Returns the answer of a switch whose planned rules for beacons all have the same count. */
    private static RpcResult<GetFlowStatisticsOutput> reports(final String node, final long packets) {
        final var rules = FreshPlan.of(ASSIGNMENT, Network.EMPTY, RadioRules.NONE,
            (port, priority) -> OptionalLong.empty(), Set.of(), false, new HelloMeters()).get(node).values();
        return RpcResultBuilder.success(new GetFlowStatisticsOutputBuilder().setFlowAndStatisticsMapList(
            rules.stream().filter(rule -> rule.table() == FlowTables.KNOWN_BEACONS)
                .map(rule -> new FlowAndStatisticsMapListBuilder().setCookie(FlowCodec.cookie(rule))
                    .setInstructions(FlowCodec.instructions(rule))
                    .setPacketCount(new Counter64(Uint64.valueOf(packets))).build()).toList()).build()).build();
    }

    private Map<Mac, Long> read(final Mac... bssids) {
        return reader.read(Set.of(bssids)).toCompletableFuture().join();
    }

    @Test
    void onlyTheTableOfBeaconsIsReadAtTheSwitchesOfTheVaps() {
        assertEquals(Map.of(A, 7L), read(A));
        assertEquals(1, requests.size());
        assertEquals(Uint8.valueOf(FlowTables.KNOWN_BEACONS), requests.get(0).getTableId());
        assertEquals(Map.of(A, 7L, B, 7L, C, 9L), read(A, B, C));
        assertEquals(3, requests.size());
    }

    @Test
    void vapsOfSwitchesThatDoNotAnswerAreLeftOut() {
        answers.put(S1, Futures.immediateFailedFuture(new IllegalStateException("the session was closed")));
        assertEquals(Map.of(C, 9L), read(A, C));
        answers.remove(S1);
        assertEquals(Map.of(C, 9L), read(A, C));
        network = new Network(Set.of(S1), Map.of(), Set.of());
        requests.clear();
        assertEquals(Map.of(), read(C));
        assertEquals(List.of(), requests, "a disconnected switch is not asked");
    }

    @Test
    void aSilentSwitchDelaysTheOthersForHalfASecond() {
        final SettableFuture<RpcResult<GetFlowStatisticsOutput>> late = SettableFuture.create();
        answers.put(S1, late);
        final CompletableFuture<Map<Mac, Long>> reading = reader.read(Set.of(A, C)).toCompletableFuture();
        assertFalse(reading.isDone());
        loop.advance(Duration.ofMillis(500));
        assertEquals(Map.of(C, 9L), reading.join());
        requests.clear();
        assertEquals(Map.of(), read(A));
        assertEquals(List.of(), requests, "it is not asked again before it has answered");
        late.set(reports(S1, 7));
        answers.put(S1, Futures.immediateFuture(reports(S1, 8)));
        assertEquals(Map.of(A, 8L), read(A));
    }

    @Test
    void anUnknownVapIsLeftOut() {
        assertEquals(Map.of(), read(Mac.parse("02:00:00:00:12:99")));
    }
}
