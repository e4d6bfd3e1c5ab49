// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.HandoverOverrides;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.chain.NoStationChains;
import io.cloudmac.impl.channel.ChannelSwitches;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.handover.Handover;
import io.cloudmac.impl.handover.MakeBeforeBreak;
import io.cloudmac.impl.handover.VirtualStationHandover;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A switch that is connected and answers nothing delays only the stations behind it.
 *
 * <pre>
 *   wtp1 --1 [A] 3-- vap      other wtp1 --1 [B] 3-- other vap
 *   wtp2 --2                  other wtp2 --2
 * </pre>
 */
class SilentSwitchTest extends ProgrammedFlowsFixture {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac OTHER_WTP1 = Mac.parse("02:c1:0d:aa:00:03");
    private static final Mac OTHER_WTP2 = Mac.parse("02:c1:0d:aa:00:04");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER_BSSID = Mac.parse("02:00:00:00:56:78");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OTHER = new StationKey(OTHER_BSSID, Mac.parse("02:5a:00:00:00:02"));
    private static final Duration AUDIT = Duration.ofSeconds(3);
    /** Far less than the time limits. */
    private static final Duration SOON = Duration.ofMillis(50);

    private final FakeOpenFlowSwitch switchA = fake(A);
    private final FakeOpenFlowSwitch switchB = fake(B);
    private final Map<StationKey, Mac> bound = new HashMap<>(Map.of(KEY, WTP1, OTHER, OTHER_WTP1));
    private final Map<Client, ServingWtps> overridden = new HashMap<>();
    private final HandoverLeases leases = mock(HandoverLeases.class);
    private Handover handover;

    SilentSwitchTest() {
        super(assignment(Map.of()), new Network(Set.of(A, B), Map.of(), Set.of()));
    }

    private static Assignment assignment(final Map<StationKey, ServingWtps> stations) {
        return new Assignment(Map.of(WTP1, new PortId(A, 1), WTP2, new PortId(A, 2),
            OTHER_WTP1, new PortId(B, 1), OTHER_WTP2, new PortId(B, 2)),
            Map.of(BSSID, new Vap(new PortId(A, 3), 2412, Set.of(WTP1, WTP2)),
                OTHER_BSSID, new Vap(new PortId(B, 3), 2412, Set.of(OTHER_WTP1, OTHER_WTP2))), stations);
    }

    private void bind() {
        assign(assignment(bound.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
            entry -> overridden.getOrDefault(entry.getKey(), ServingWtps.by(entry.getValue(), Origin.AUTOMATIC))))));
    }

    /** Binds both stations, and lets both switches show their rules. */
    @BeforeEach
    void bindBoth() {
        when(leases.hold(any(), any())).thenReturn(CompletableFuture.completedFuture(null));
        handover = new MakeBeforeBreak(loop, assignments, topology, new HandoverOverrides() {
            @Override
            public void override(final Client client, final ServingWtps service) {
                overridden.put(client, service);
                bind();
            }

            @Override
            public void clear(final Client client) {
                overridden.remove(client);
                bind();
            }

            @Override
            public void clearWhenStored(final Client client, final Mac wtp) {
                clear(client);
            }
        }, flows, mock(LeaseService.class), leases, (client, wtp, origin) -> {
            bound.put((StationKey) client, wtp);
            bind();
            return CompletableFuture.completedFuture(null);
        }, mock(ChannelSwitches.class), new SteeringLog(), new FakeAdmission(),
            mock(VirtualStationHandover.class), new NoStationChains());
        bind();
        install(A);
        install(B);
        loop.advance(AUDIT);
    }

    private void install(final String node) {
        fake(node).install(flows.status().stream().filter(flow -> flow.node().equals(node))
            .map(FlowStatus::rule).toList());
    }

    private CompletableFuture<Mac> handOver(final StationKey station, final Mac to) {
        final CompletableFuture<Mac> result =
            handover.handOver(station, to, SteeringTrigger.of(Reason.SIGNAL)).toCompletableFuture();
        loop.run();
        return result;
    }

    /** Lets switch A install its rules for each of the three changes of a handover. */
    private void installAtA() {
        for (int change = 0; change < 3; change++) {
            install(A);
            loop.advance(SOON);
        }
    }

    private static String failureOf(final CompletableFuture<?> result) {
        return assertThrows(CompletionException.class, result::join).getCause().getMessage();
    }

    @Test
    void aHandoverElsewhereIsNotDelayed() {
        switchB.hold();
        final CompletableFuture<Mac> other = handOver(OTHER, OTHER_WTP2);
        loop.advance(Confirmations.WAIT_LIMIT.minus(Duration.ofSeconds(1)));
        final CompletableFuture<Mac> result = handOver(KEY, WTP2);
        installAtA();
        assertFalse(other.isDone());
        assertTrue(result.isDone(), "it waits for the silent switch");
        assertEquals(WTP1, result.join());
    }

    @Test
    void aHandoverAcrossTheSwitchFailsAtTheLimit() {
        switchB.hold();
        final CompletableFuture<Mac> result = handOver(OTHER, OTHER_WTP2);
        loop.advance(Confirmations.WAIT_LIMIT.minusMillis(1));
        assertFalse(result.isDone());
        loop.advance(Duration.ofMillis(1));
        assertTrue(result.isDone(), "nothing ended the wait");
        assertTrue(failureOf(result).matches("uplink by the new WTP: 2 flow rules are missing, for example " + B
            + " in_port=2,dl_src=" + OTHER.station() + ",dl_dst=.*"), failureOf(result));
        assertEquals(OTHER_WTP1, assignment.stations().get(OTHER).downlink());
        assertEquals(Set.of(OTHER_WTP1), assignment.stations().get(OTHER).uplinks());
    }

    @Test
    void aLaterAnswerOfTheSwitchLetsTheHandoverContinue() {
        switchB.hold();
        final CompletableFuture<Mac> result = handOver(OTHER, OTHER_WTP2);
        loop.advance(Duration.ofSeconds(1));
        assertFalse(result.isDone());
        switchB.release();
        for (int change = 0; change < 3; change++) {
            install(B);
            loop.advance(Duration.ofSeconds(2));
        }
        assertEquals(OTHER_WTP1, result.join());
    }

    @Test
    void newStationsWaitForTheirOwnSwitches() {
        bound.clear();
        bind();
        switchB.hold();
        bound.putAll(Map.of(KEY, WTP1, OTHER, OTHER_WTP1));
        bind();
        final Map<Set<StationKey>, CompletableFuture<Void>> waits = flows.confirm(Set.of(KEY, OTHER)).stream()
            .collect(Collectors.toMap(Confirmation::clients, each -> each.done().toCompletableFuture()));
        assertEquals(Set.of(Set.of(KEY), Set.of(OTHER)), waits.keySet());
        install(A);
        loop.advance(SOON);
        assertTrue(waits.get(Set.of(KEY)).isDone(), "it waits for the silent switch");
        waits.get(Set.of(KEY)).join();
        loop.advance(Confirmations.WAIT_LIMIT);
        assertTrue(failureOf(waits.get(Set.of(OTHER))).contains("flow rules are missing, for example " + B));
    }

    @Test
    void aHandoverReadsBackNoSwitch() {
        final int atA = switchA.requests();
        final int atB = switchB.requests();
        final CompletableFuture<Mac> result = handOver(KEY, WTP2);
        installAtA();
        assertTrue(result.isDone());
        assertEquals(atA, switchA.requests());
        assertEquals(atB, switchB.requests());
    }
}
