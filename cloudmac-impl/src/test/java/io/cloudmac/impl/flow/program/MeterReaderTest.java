// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.model.Meter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter64;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetMeterStatisticsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.nodes.Node;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.meter.statistics.reply.MeterStatsBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Which counts of meters are known, by the answers of the switches. */
class MeterReaderTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";

    /** The next answer of each switch; a switch without one has no session with the controller. */
    private final Map<String, ListenableFuture<RpcResult<GetMeterStatisticsOutput>>> answers = new HashMap<>();
    private final List<GetMeterStatisticsInput> requests = new ArrayList<>();
    private final Set<Integer> foreign = new HashSet<>();
    private MeterReader reader;

    @BeforeEach
    void start() {
        final RpcConsumerRegistry rpcs = mock(RpcConsumerRegistry.class);
        when(rpcs.getRpc(GetMeterStatistics.class)).thenReturn(input -> {
            requests.add(input);
            final String node = input.getNode().getValue().firstKeyOf(Node.class).getId().getValue();
            if (!answers.containsKey(node)) {
                throw new IllegalStateException("no session with " + node);
            }
            return answers.get(node);
        });
        reader = new MeterReader(rpcs, (node, number) -> foreign.contains(number));
    }

    /** Returns the answer of a switch with a meter that has passed this number of first frames. */
    private static RpcResult<GetMeterStatisticsOutput> passed(final long frames) {
        return RpcResultBuilder.success(new GetMeterStatisticsOutputBuilder()
            .setMeterStats(BindingMap.of(new MeterStatsBuilder()
                .setMeterId(new MeterId(Uint32.valueOf(Meter.FIRST_CONTACT.number())))
                .setPacketInCount(new Counter64(Uint64.valueOf(frames)))
                .build()))
            .build()).build();
    }

    private static MeterCount count(final String node, final long passed) {
        return new MeterCount(node, Meter.FIRST_CONTACT, passed, 0);
    }

    private Set<MeterCount> counts() {
        return Set.copyOf(reader.counts());
    }

    @Test
    void allMetersOfEachConnectedSwitchAreRead() {
        answers.put(A, Futures.immediateFuture(passed(7)));
        answers.put(B, Futures.immediateFuture(passed(9)));
        reader.read(Set.of(A, B));
        assertEquals(Set.of(count(A, 7), count(B, 9)), counts());
        assertEquals(Set.of(0xffff_ffffL), Set.copyOf(requests.stream()
            .map(input -> input.getMeterId().getValue().toJava()).toList()), "OFPM_ALL");
    }

    @Test
    void aMeterOfAnotherDoesNotCount() {
        foreign.add(Meter.FIRST_CONTACT.number());
        answers.put(A, Futures.immediateFuture(passed(7)));
        reader.read(Set.of(A));
        assertEquals(Set.of(), counts());
    }

    @Test
    void anAnswerReplacesTheEarlierOne() {
        answers.put(A, Futures.immediateFuture(passed(7)));
        reader.read(Set.of(A));
        answers.put(A, Futures.immediateFuture(passed(8)));
        reader.read(Set.of(A));
        assertEquals(Set.of(count(A, 8)), counts());
    }

    @Test
    void aDisconnectedSwitchHasNoCounts() {
        answers.put(A, Futures.immediateFuture(passed(7)));
        answers.put(B, Futures.immediateFuture(passed(9)));
        reader.read(Set.of(A, B));
        reader.read(Set.of(B));
        assertEquals(Set.of(count(B, 9)), counts());
    }

    @Test
    void aSwitchThatDoesNotAnswerKeepsItsCounts() {
        answers.put(A, Futures.immediateFuture(passed(7)));
        reader.read(Set.of(A));
        final SettableFuture<RpcResult<GetMeterStatisticsOutput>> late = SettableFuture.create();
        answers.put(A, late);
        reader.read(Set.of(A));
        assertEquals(Set.of(count(A, 7)), counts());
        late.set(passed(8));
        assertEquals(Set.of(count(A, 8)), counts());
    }

    @Test
    void aSwitchThatRefusesOrFailsKeepsItsCounts() {
        answers.put(A, Futures.immediateFuture(passed(7)));
        reader.read(Set.of(A));
        answers.put(A, Futures.immediateFuture(RpcResultBuilder.<GetMeterStatisticsOutput>failed()
            .withError(ErrorType.APPLICATION, "no meters").build()));
        reader.read(Set.of(A));
        answers.put(A, Futures.immediateFailedFuture(new IllegalStateException("the session was closed")));
        reader.read(Set.of(A));
        assertEquals(Set.of(count(A, 7)), counts());
    }

    @Test
    void aSwitchWithoutASessionDoesNotBlockTheOthers() {
        answers.put(B, Futures.immediateFuture(passed(9)));
        reader.read(Set.of(A, B, "openflow:3"));
        assertEquals(3, requests.size());
        assertEquals(Set.of(count(B, 9)), counts());
    }
}
