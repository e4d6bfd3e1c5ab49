// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.graph.HeardSignal.RadioPlace;
import io.cloudmac.impl.graph.LinkLoad.LinkKind;
import io.cloudmac.impl.graph.LinkLoad.SwitchPortCounters;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.InterSwitchPorts;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.NeighbourProbe;
import io.cloudmac.impl.wtp.AgentRadio;
import io.cloudmac.impl.wtp.SignalReport;
import io.cloudmac.impl.wtp.WtpControl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.RpcConsumerRegistry;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.Counter32;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatistics;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatisticsInput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatisticsOutput;
import org.opendaylight.yang.gen.v1.urn.opendaylight.direct.statistics.rev160511.GetNodeConnectorStatisticsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.statistics.types.rev130925.duration.DurationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.statistics.types.rev130925.node.connector.statistics.BytesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.statistics.types.rev130925.node.connector.statistics.PacketsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.port.statistics.rev131214.node.connector.statistics.and.port.number.map.NodeConnectorStatisticsAndPortNumberMapBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;

/** What is measured while somebody asks. */
class GraphComponentTest {
    private static final Mac ONE = Mac.parse("02:00:00:00:01:01");
    private static final Mac TWO = Mac.parse("02:00:00:00:01:02");
    private static final Mac VAP = Mac.parse("02:43:4d:a0:00:01");
    private static final Mac STATION = Mac.parse("02:00:00:00:00:07");
    private static final PortId PORT1 = new PortId("openflow:1", 1);
    private static final PortId PORT2 = new PortId("openflow:1", 2);
    private static final PortId UP = new PortId("openflow:1", 3);
    private static final PortId DOWN = new PortId("openflow:2", 1);
    private static final PortId VAP_PORT = new PortId("openflow:2", 2);
    private static final PortId SPARE = new PortId("openflow:2", 9);
    private static final Question ONCE = new Question(Optional.empty(), Duration.ofMillis(500));
    private static final Question EVERY = new Question(Optional.of(Duration.ofMillis(400)), Duration.ofMillis(500));

    private final ManualLoop loop = new ManualLoop();
    private final WtpControl control = mock(WtpControl.class);
    private final AssignmentSource assignments = mock(AssignmentSource.class);
    private final TopologyService topology = mock(TopologyService.class);
    private final FrameSender sender = mock(FrameSender.class);
    private final RpcConsumerRegistry rpcs = mock(RpcConsumerRegistry.class);
    private final List<GetNodeConnectorStatisticsInput> requests = new ArrayList<>();
    private final List<SettableFuture<RpcResult<GetNodeConnectorStatisticsOutput>>> answers = new ArrayList<>();
    private final GraphComponent subject =
        new GraphComponent(loop, control, assignments, topology, sender, rpcs);

    @BeforeEach
    void setUp() {
        when(assignments.assignment()).thenReturn(new Assignment(Map.of(ONE, PORT1, TWO, PORT2),
            Map.of(VAP, new Assignment.Vap(VAP_PORT, 2437, Set.of(ONE))), Map.of()));
        when(topology.network()).thenReturn(new Network(Set.of("openflow:1", "openflow:2"),
            Map.of(SPARE, mock(InterSwitchPorts.Port.class)), Set.of(InterSwitchLink.between(UP, DOWN))));
        when(control.sessions()).thenReturn(Set.of(ONE, TWO));
        when(control.radios(any())).thenAnswer(call -> CompletableFuture.completedFuture(List.of(
            radio(0, 2437, "pinned"), radio(1, 0, "off"), radio(2, 5180, "free"))));
        when(control.lend(any(), any(), anyInt(), any())).thenReturn(CompletableFuture.completedFuture(null));
        when(rpcs.getRpc(GetNodeConnectorStatistics.class)).thenReturn(input -> {
            requests.add(input);
            answers.add(SettableFuture.create());
            return answers.get(answers.size() - 1);
        });
    }

    private static AgentRadio radio(final int index, final int frequency, final String stations) {
        return new AgentRadio(index, "phy" + index, "02:00:00:00:09:0" + index, frequency, 20, 20, true, 8,
            List.of("2.4"), stations);
    }

    private void hear(final Mac wtp, final Mac transmitter, final int dbm, final long frames) {
        subject.onSignalReport(new SignalReport(wtp, 0, 0,
            List.of(new SignalReport.Station(transmitter.toString(), dbm, dbm, frames))));
    }

    private static <T> T result(final CompletionStage<T> stage) throws Exception {
        assertTrue(stage.toCompletableFuture().isDone());
        return stage.toCompletableFuture().get();
    }

    @Test
    void nothingIsMeasuredWhileNobodyAsks() {
        loop.advance(Duration.ofSeconds(10));
        verify(control, never()).addSignalListener(any());
        verify(control, never()).reportSignals(any(), anyInt());
        verify(control, never()).lend(any(), any(), anyInt(), any());
    }

    @Test
    void aSingleQuestionMeasuresUntilItsAnswer() throws Exception {
        final var answer = subject.stations(ONCE, Optional.empty(), Optional.empty());
        loop.run();
        verify(control).addSignalListener(subject);
        verify(control).reportSignals("graph", 50);
        hear(ONE, STATION, -60, 1);
        hear(ONE, STATION, -61, 2);
        hear(TWO, STATION, -70, 1);
        assertFalse(answer.toCompletableFuture().isDone());
        loop.advance(Duration.ofMillis(500));
        final List<HeardSignal> found = result(answer);
        assertEquals(Set.of(new RadioPlace(ONE, 0), new RadioPlace(TWO, 0)),
            Set.copyOf(found.stream().map(HeardSignal::place).toList()));
        final HeardSignal first = found.stream().filter(each -> each.place().wtp().equals(ONE)).findAny()
            .orElseThrow();
        assertEquals(2, first.frames());
        assertEquals(-61, first.last());
        assertEquals(Duration.ofMillis(500), first.age());
        verify(control).reportSignals("graph", 0);
        verify(control).removeSignalListener(subject);
        verify(control, never()).lend(any(), any(), anyInt(), any());
    }

    @Test
    void aReaderGetsOnlyWhatItWants() throws Exception {
        final var ofStation = subject.stations(ONCE, Optional.of(STATION), Optional.of(TWO));
        loop.run();
        hear(ONE, STATION, -60, 1);
        hear(TWO, STATION, -70, 1);
        hear(TWO, Mac.parse("02:00:00:00:00:08"), -50, 1);
        hear(TWO, NeighbourProbe.address(5), -40, 1);
        final var all = subject.stations(ONCE, Optional.empty(), Optional.of(TWO));
        loop.advance(Duration.ofMillis(500));
        assertEquals(List.of(-70), result(ofStation).stream().map(HeardSignal::last).toList());
        assertEquals(List.of(-70, -50), result(all).stream().map(HeardSignal::last).toList());
    }

    @Test
    void aMeasurementEndsWithItsReader() throws Exception {
        subject.stations(EVERY, Optional.empty(), Optional.empty());
        loop.run();
        verify(control).reportSignals("graph", 200);
        loop.advance(Duration.ofMillis(900));
        assertTrue(subject.stations(EVERY, Optional.empty(), Optional.empty()).toCompletableFuture()
            .complete(null));
        loop.advance(Duration.ofMillis(2199));
        verify(control, never()).reportSignals("graph", 0);
        loop.advance(Duration.ofMillis(1));
        verify(control).reportSignals("graph", 0);
    }

    @Test
    void radiosProbeEachOtherWhileAsked() throws Exception {
        final var answer = subject.neighbours(ONCE, Optional.empty());
        loop.run();
        // Only the radio that is on a channel and serves VAPs gets an address.
        final Mac first = NeighbourProbe.address(0);
        final Mac second = NeighbourProbe.address(1);
        verify(control, atLeastOnce()).lend(any(), eq(first), eq(0), eq(NeighbourProbes.LOAN));
        verify(control, never()).lend(any(), any(), eq(1), any());
        verify(control, never()).lend(any(), any(), eq(2), any());
        final Set<Mac> wtps = Set.of(ONE, TWO);
        for (final Mac wtp : wtps) {
            hear(wtp, first, -50, 1);
            hear(wtp, second, -55, 1);
        }
        loop.advance(Duration.ofMillis(500));
        final NeighbourSignals found = result(answer);
        assertEquals(2, found.signals().size(), "a WTP does not count what it hears of itself");
        found.signals().forEach(each -> {
            assertEquals(2437, each.frequency());
            assertFalse(each.from().wtp().equals(each.signal().place().wtp()));
        });
        verify(sender, atLeastOnce()).send(PORT1, NeighbourProbe.frame(sentBy(ONE, first, second), 2437));
        verify(control).endLoan(ONE, sentBy(ONE, first, second), 0);
        verify(control).endLoan(TWO, sentBy(TWO, first, second), 0);
    }

    /** Returns the address that a WTP got. */
    private Mac sentBy(final Mac wtp, final Mac first, final Mac second) {
        final boolean isFirst = mockingDetails(control).getInvocations().stream().anyMatch(
            call -> "lend".equals(call.getMethod().getName()) && call.getArgument(0).equals(wtp)
                && call.getArgument(1).equals(first));
        return isFirst ? first : second;
    }

    @Test
    void aRadioThatCannotSendIsNamed() throws Exception {
        when(control.lend(eq(ONE), any(), anyInt(), any()))
            .thenReturn(CompletableFuture.failedFuture(new IOException("no free lease")));
        final var answer = subject.neighbours(ONCE, Optional.empty());
        loop.advance(Duration.ofMillis(500));
        assertEquals(Set.of(new RadioPlace(ONE, 0)), result(answer).silent().keySet());
        assertTrue(result(answer).silent().get(new RadioPlace(ONE, 0)).contains("no free lease"));
        verify(sender, never()).send(eq(PORT1), any());
    }

    @Test
    void aLoanThatComesAfterTheEndIsGivenBack() {
        final CompletableFuture<Void> late = new CompletableFuture<>();
        when(control.lend(any(), any(), anyInt(), any())).thenReturn(late);
        subject.neighbours(ONCE, Optional.empty());
        loop.advance(Duration.ofMillis(600));
        verify(control).endLoan(eq(ONE), any(), eq(0));
        late.complete(null);
        loop.run();
        verify(control, times(2)).endLoan(eq(ONE), any(), eq(0));
        verify(sender, never()).send(any(), any());
    }

    @Test
    void onlyTheSwitchesOfTheLinksAreRead() {
        subject.links(Optional.of(ONE), Optional.empty());
        loop.run();
        assertEquals(List.of("openflow:1:1"), requests.stream()
            .map(each -> each.getNodeConnectorId().getValue()).toList());
    }

    @Test
    void aSwitchIsReadOnceAndMayStaySilent() throws Exception {
        final var answer = subject.links(Optional.empty(), Optional.empty());
        loop.run();
        final int first = nodeOf(requests.get(0)).equals("openflow:1") ? 0 : 1;
        assertEquals(2, requests.size());
        assertEquals(null, requests.get(0).getNodeConnectorId());
        final var port = new NodeConnectorStatisticsAndPortNumberMapBuilder()
            .setNodeConnectorId(new NodeConnectorId("openflow:1:1"))
            .setDuration(new DurationBuilder().setSecond(new Counter32(Uint32.TWO))
                .setNanosecond(new Counter32(Uint32.valueOf(5_000))).build())
            .setPackets(new PacketsBuilder().setReceived(Uint64.valueOf(3)).setTransmitted(Uint64.valueOf(4)).build())
            .setBytes(new BytesBuilder().setReceived(Uint64.valueOf(300)).setTransmitted(Uint64.valueOf(400)).build())
            .setTransmitDrops(Uint64.ONE).build();
        answers.get(first).set(RpcResultBuilder.success(new GetNodeConnectorStatisticsOutputBuilder()
            .setNodeConnectorStatisticsAndPortNumberMap(BindingMap.of(port)).build()).build());
        assertFalse(answer.toCompletableFuture().isDone(), "the other switch is late");
        answers.get(1 - first).setException(new IOException("no session"));
        final List<LinkLoad> found = result(answer);
        assertEquals(5, found.size());
        assertEquals(Optional.of(new SwitchPortCounters(2_000_005, 3, 300, 4, 400, 0, 1)), found.get(0).counters());
        found.subList(1, 5).forEach(each -> assertEquals(Optional.empty(), each.counters()));
    }

    private static String nodeOf(final GetNodeConnectorStatisticsInput input) {
        return input.getNode().toString().contains("openflow:1") ? "openflow:1" : "openflow:2";
    }

    @Test
    void linksAreFound() {
        final Network network = topology.network();
        final Assignment assignment = assignments.assignment();
        final var all = List.copyOf(LinkEnds.of(network, assignment, Optional.empty(), Optional.empty()));
        assertEquals(List.of(PORT1, PORT2, UP, DOWN, VAP_PORT), all.stream().map(LinkLoad.LinkEnd::port).toList());
        assertEquals(List.of(LinkKind.WTP, LinkKind.WTP, LinkKind.SWITCH, LinkKind.SWITCH, LinkKind.VAP),
            all.stream().map(LinkLoad.LinkEnd::kind).toList());
        assertEquals(Optional.of(DOWN), all.get(2).peer());
        assertEquals(VAP_PORT, LinkEnds.of(network, assignment, Optional.of(VAP), Optional.empty()).iterator().next()
            .port());
        assertEquals(LinkKind.OTHER, LinkEnds.of(network, assignment, Optional.empty(), Optional.of(SPARE)).iterator()
            .next().kind());
    }

    @Test
    void anUnknownAddressIsRefused() {
        final var answer = subject.links(Optional.of(STATION), Optional.empty());
        loop.run();
        final var thrown = assertThrows(ExecutionException.class, () -> answer.toCompletableFuture().get());
        assertTrue(thrown.getMessage().contains("no WTP or VAP has the address " + STATION));
        assertEquals(List.of(), requests);
    }
}
