// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import static io.cloudmac.impl.chain.program.ChainSamples.HOST;
import static io.cloudmac.impl.chain.program.ChainSamples.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.chain.ChainBoard;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainRule;
import io.cloudmac.impl.chain.ChainStage;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.LvnfPlaces;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.MoveWays.WayIn;
import io.cloudmac.impl.chain.MoveWays.WayOut;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSide.Direction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.state.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ChainBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/** The steps of chains while switches answer early, late or not at all. */
class ChainKeeperTest {
    private static final ChainId DNS = new ChainId("guests", "dns");
    private static final String BSSID = "02:00:00:00:12:34";
    private static final Mac FIRST = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac SECOND = Mac.parse("02:c1:0d:aa:00:02");
    private static final StationKey STATION = new StationKey(Mac.parse(BSSID), Mac.parse("02:5a:00:00:00:01"));
    private static final Registration REGISTRATION = () -> { };

    private final ManualLoop loop = new ManualLoop();
    private final ChainBoard board = new ChainBoard(loop);
    private final WatchedContainer<Tenants> tenants = mock(WatchedContainer.class);
    private final Map<String, PortId> places = new HashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private final List<Runnable> assigned = new ArrayList<>();
    private final List<CompletableFuture<Void>> waits = new ArrayList<>();
    private final Map<String, Chain> published = new HashMap<>();
    private final List<Runnable> configured = new ArrayList<>();
    private Assignment assignment = new Assignment(Map.of(), Map.of(), Map.of());
    private boolean isInstalled;
    private int plans;
    private ChainKeeper keeper;
    private StatePart part;

    @BeforeEach
    void start() {
        final ReadContainers containers = mock(ReadContainers.class);
        final WatchedContainer<ChainSegments> segments = mock(WatchedContainer.class);
        when(containers.tenants()).thenReturn(tenants);
        when(containers.chainSegments()).thenReturn(segments);
        when(segments.current()).thenReturn(new ChainSegmentsBuilder().build());
        when(segments.listen(any())).thenReturn(REGISTRATION);
        when(tenants.current()).thenReturn(ChainSamples.tenants());
        when(tenants.listen(any())).thenAnswer(call -> {
            final Consumer<Object> listener = call.getArgument(0);
            configured.add(() -> listener.accept(null));
            return REGISTRATION;
        });
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> assigned.add(call.getArgument(0)) ? REGISTRATION : null);
        final TopologyService topology = mock(TopologyService.class);
        when(topology.network()).thenAnswer(call -> {
            plans++;
            return new Network(Set.of("openflow:1", "openflow:2"), Map.of(),
                Set.of(InterSwitchLink.between(new PortId("openflow:1", 100), new PortId("openflow:2", 100))));
        });
        when(topology.listenToNetwork(any())).thenReturn(REGISTRATION);
        final FlowProgram flows = mock(FlowProgram.class);
        when(flows.isInstalled(any())).thenAnswer(call -> isInstalled || ((Map<?, ?>) call.getArgument(0)).isEmpty());
        when(flows.confirmRules(any())).thenAnswer(call -> {
            final CompletableFuture<Void> wait = new CompletableFuture<>();
            waits.add(wait);
            return wait;
        });
        keeper = new ChainKeeper(containers, loop, assignments, topology, new Places(), flows, board, added -> {
            part = added;
            return REGISTRATION;
        });
        places.put("a0", new PortId("openflow:2", 50));
        places.put("a1", new PortId("openflow:2", 51));
        loop.run();
    }

    private final class Places implements LvnfPlaces {
        @Override
        public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
            return Optional.ofNullable(places.get(lvnf + port));
        }

        @Override
        public boolean isLvnf(final PortId port) {
            return places.containsValue(port);
        }

        @Override
        public Registration listen(final Runnable changed) {
            listeners.add(changed);
            return REGISTRATION;
        }
    }

    private void configure(final ChainBuilder... chains) {
        final var all = List.of(chains).stream().map(ChainBuilder::build)
            .toArray(org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain[]::new);
        when(tenants.current()).thenReturn(ChainSamples.tenants(all));
        configured.forEach(Runnable::run);
        loop.run();
    }

    private void changePlaces() {
        listeners.forEach(Runnable::run);
        loop.run();
    }

    private void assign(final Map<Mac, Assignment.Vap> vaps) {
        assignment = new Assignment(Map.of(), vaps, Map.of());
        assigned.forEach(Runnable::run);
        loop.run();
    }

    /** Lets the switches confirm what they have got. */
    private void confirm() {
        isInstalled = true;
        final List<CompletableFuture<Void>> now = List.copyOf(waits);
        waits.clear();
        now.forEach(wait -> wait.complete(null));
        loop.execute(() -> isInstalled = false);
        loop.run();
    }

    private ChainStage stage() {
        return board.stages().getOrDefault(DNS, ChainStage.NONE);
    }

    private Chain state() {
        part.update();
        final WriteTransaction tx = mock(WriteTransaction.class);
        doAnswer(call -> published.put("dns", call.getArgument(2))).when(tx)
            .put(any(), any(), any());
        doAnswer(call -> published.remove("dns")).when(tx).delete(any(), any());
        part.write(tx);
        part.committed();
        return published.get("dns");
    }

    private void serve(final Set<Mac> uplinks, final Mac downlink) {
        final Mac bssid = Mac.parse(BSSID);
        assignment = new Assignment(Map.of(FIRST, new PortId("openflow:1", 1), SECOND, new PortId("openflow:2", 1)),
            Map.of(bssid, new Assignment.Vap(new PortId("openflow:1", 2), 2412, Set.of(FIRST, SECOND))),
            Map.of(STATION, new Assignment.ServingWtps(downlink, uplinks, Assignment.Origin.AUTOMATIC)));
        assigned.forEach(Runnable::run);
        loop.run();
    }

    /** Returns the ports where frames enter the chain. */
    private Set<String> entries() {
        return stage().entry().stream().map(rule -> rule.match().inPort().toString())
            .collect(Collectors.toSet());
    }

    /** Returns where frames go on. */
    private String back() {
        return stage().path().stream().flatMap(rule -> rule.actions().stream())
            .filter(Action.SetInPort.class::isInstance).map(action -> ((Action.SetInPort) action).port().toString())
            .findFirst().orElseThrow();
    }

    /** A chain of a station follows a handover as told, and then its binding. */
    @Test
    void aChainFollowsAHandover() {
        serve(Set.of(FIRST), FIRST);
        configure(ChainSamples.ofStation(chain("dns", HOST, null, "a"), BSSID, STATION.station().toString(),
            Direction.Uplink));
        confirm();
        confirm();
        assertEquals(Set.of("openflow:1:1"), entries());
        final var both = keeper.lead(STATION, Set.of(FIRST, SECOND), FIRST).toCompletableFuture();
        serve(Set.of(FIRST, SECOND), SECOND);
        assertEquals(Set.of("openflow:1:1", "openflow:2:1"), entries());
        assertFalse(both.isDone());
        confirm();
        loop.advance(Duration.ofMillis(1));
        assertTrue(both.isDone());
        assertEquals("openflow:1:1", back(), "as told, whatever the assignment says");
        final var turned = keeper.lead(STATION, Set.of(FIRST, SECOND), SECOND).toCompletableFuture();
        loop.run();
        confirm();
        confirm();
        assertEquals("openflow:2:1", back());
        assertFalse(turned.isDone(), "frames are on their way back to the first WTP");
        loop.advance(ChainKeeper.TURN);
        assertTrue(turned.isDone());
        serve(Set.of(SECOND), SECOND);
        assertEquals(Set.of("openflow:1:1", "openflow:2:1"), entries());
        keeper.release(STATION);
        loop.run();
        confirm();
        confirm();
        assertEquals(Set.of("openflow:2:1"), entries());
        assertTrue(keeper.lead(new StationKey(STATION.bssid(), FIRST), Set.of(FIRST), FIRST).toCompletableFuture()
            .isDone(), "a station without chains");
    }

    @Test
    void entriesComeAfterThePathAndGoBeforeIt() {
        configure(chain("dns", HOST, null, "a"));
        assertFalse(stage().path().isEmpty());
        assertTrue(stage().entry().isEmpty());
        assertEquals(Chain.Status.Preparing, state().getStatus());
        confirm();
        assertFalse(stage().entry().isEmpty());
        assertEquals(Chain.Status.Changing, state().getStatus());
        confirm();
        final Chain state = state();
        assertEquals(Chain.Status.Active, state.getStatus());
        assertEquals(stage().size(), state.getRules().intValue());
        assertEquals(2, state.getSegment().size());
        configure();
        assertTrue(stage().entry().isEmpty());
        assertFalse(stage().path().isEmpty());
        assertEquals(Chain.Status.Leaving, state().getStatus());
        confirm();
        assertFalse(stage().path().isEmpty());
        loop.advance(Duration.ofSeconds(1));
        assertFalse(stage().path().isEmpty());
        loop.advance(Duration.ofSeconds(3));
        assertEquals(ChainStage.NONE, stage());
        confirm();
        assertEquals(null, state());
    }

    @Test
    void aSwitchThatDoesNotAnswerKeepsTheEntriesAway() {
        configure(chain("dns", HOST, null, "a"));
        waits.remove(0).completeExceptionally(new IllegalStateException("late"));
        loop.run();
        loop.advance(Duration.ofSeconds(30));
        assertTrue(stage().entry().isEmpty());
        isInstalled = true;
        loop.advance(Duration.ofSeconds(2));
        assertFalse(stage().entry().isEmpty());
    }

    @Test
    void anLvnfThatMovesGetsANewPathNextToTheOldOne() {
        configure(chain("dns", HOST, null, "a"));
        confirm();
        confirm();
        final ChainStage before = stage();
        places.put("a0", new PortId("openflow:2", 60));
        places.put("a1", new PortId("openflow:2", 61));
        changePlaces();
        assertEquals(before.entry(), stage().entry());
        assertEquals(before.path(), stage().path());
        assertFalse(stage().other().isEmpty());
        confirm();
        assertEquals(before.path(), stage().other());
        assertFalse(before.entry().equals(stage().entry()));
        confirm();
        loop.advance(Duration.ofSeconds(4));
        assertTrue(stage().other().isEmpty());
        confirm();
        assertEquals(Chain.Status.Active, state().getStatus());
    }

    @Test
    void aChainWaitsForItsLvnfAndBypassesOrDrops() {
        places.clear();
        configure(chain("dns", HOST, null, "a"));
        assertEquals(ChainStage.NONE, stage());
        assertEquals(Chain.Status.Waiting, state().getStatus());
        assertEquals("the place of port 0 of LVNF a is not known", state().getReason());
        configure(chain("dns", HOST, null, "a").setOnFailure(
            org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain.OnFailure.Drop));
        assertTrue(stage().entry().stream().anyMatch(rule -> rule.actions().isEmpty() && rule.output() == null));
        assertTrue(stage().path().isEmpty());
    }

    @Test
    void aChainFollowsItsVap() {
        configure(ChainSamples.ofVap(chain("dns", HOST, null, "a"), BSSID));
        assertEquals("the host of VAP " + BSSID + " is not known", state().getReason());
        assign(Map.of(Mac.parse(BSSID), new Assignment.Vap(new PortId("openflow:1", 9), 2412, Set.of())));
        confirm();
        final PortId host = new PortId("openflow:1", 9);
        assertTrue(stage().entry().stream().allMatch(rule -> rule.match().inPort().equals(host)));
        confirm();
        assertEquals(Chain.Status.Active, state().getStatus());
    }

    @Test
    void anAssignmentThatMovesNoVapOfAChainPlansNothing() {
        final Mac other = Mac.parse("02:00:00:00:43:21");
        configure(ChainSamples.ofVap(chain("dns", HOST, null, "a"), BSSID));
        final Assignment.Vap here = new Assignment.Vap(new PortId("openflow:1", 9), 2412, Set.of());
        assign(Map.of(Mac.parse(BSSID), here));
        final int before = plans;
        assign(Map.of(Mac.parse(BSSID), here, other, here));
        assign(Map.of(Mac.parse(BSSID), new Assignment.Vap(here.port(), 2437, Set.of(other))));
        assertEquals(before, plans);
        assign(Map.of());
        assertEquals(before + 1, plans);
    }

    private static LvnfMove move(final String node) {
        return new LvnfMove("guests", "a", Map.of(0, new PortId("openflow:2", 50), 1, new PortId("openflow:2", 51)),
            Map.of(0, new PortId(node, 60), 1, new PortId(node, 61)));
    }

    private ChainStage active() {
        configure(chain("dns", HOST, null, "a"));
        confirm();
        confirm();
        return stage();
    }

    private MoveWays laid(final LvnfMove move) {
        final CompletableFuture<MoveWays> laid = keeper.lay(move, 8).toCompletableFuture();
        loop.run();
        assertFalse(laid.isDone());
        confirm();
        return laid.join();
    }

    @Test
    void theEntriesOfAnLvnfThatMovesChangeWhenTold() {
        final ChainStage before = active();
        final LvnfMove move = move("openflow:1");
        final MoveWays ways = laid(move);
        loop.advance(Duration.ofSeconds(10));
        confirm();
        assertEquals(before.entry(), stage().entry());
        assertEquals(before.path(), stage().path());
        assertEquals(ways.rules(), board.stages().get(move.id()).path());
        final CompletableFuture<Void> steered = keeper.steer(move).toCompletableFuture();
        loop.run();
        final ChainStage after = stage();
        assertEquals(before.path(), after.other());
        // Each rule changes in its place.
        assertEquals(before.entry().stream().map(rule -> rule.match() + " " + rule.priority()).sorted().toList(),
            after.entry().stream().map(rule -> rule.match() + " " + rule.priority()).sorted().toList());
        assertFalse(before.entry().equals(after.entry()));
        assertFalse(steered.isDone());
        confirm();
        assertTrue(steered.isDone());
        // Nothing changes before the end.
        loop.advance(Duration.ofSeconds(10));
        assertEquals(after, stage());
        places.put("a0", new PortId("openflow:1", 60));
        places.put("a1", new PortId("openflow:1", 61));
        changePlaces();
        keeper.end(move);
        confirm();
        assertEquals(Set.of(), stage().other());
        assertEquals(after.path(), stage().path());
        assertFalse(board.stages().containsKey(move.id()));
        confirm();
        assertEquals(Chain.Status.Active, state().getStatus());
    }

    @Test
    void aMoveGoesBackAlthoughASwitchHasNotConfirmed() {
        final ChainStage before = active();
        final LvnfMove move = move("openflow:1");
        laid(move);
        keeper.steer(move);
        loop.run();
        final CompletableFuture<Void> back = keeper.restore(move).toCompletableFuture();
        loop.run();
        assertEquals(before.entry(), stage().entry());
        assertFalse(back.isDone());
        confirm();
        assertTrue(back.isDone());
        keeper.end(move);
        confirm();
        loop.advance(Duration.ofSeconds(4));
        confirm();
        assertEquals(before, stage());
        assertFalse(board.stages().containsKey(move.id()));
    }

    @Test
    void aMoveWithoutAPathChangesNothing() {
        final ChainStage before = active();
        final CompletableFuture<MoveWays> laid = keeper.lay(move("openflow:9"), 8).toCompletableFuture();
        loop.run();
        assertTrue(laid.isCompletedExceptionally());
        assertEquals(before, stage());
        assertEquals(Set.of(DNS), board.stages().keySet());
    }

    @Test
    void aMoveWaitsForEarlierChangesOfItsChains() {
        configure(chain("dns", HOST, null, "a"));
        final CompletableFuture<MoveWays> laid = keeper.lay(move("openflow:1"), 8).toCompletableFuture();
        loop.run();
        assertTrue(stage().entry().isEmpty());
        confirm();
        confirm();
        assertFalse(laid.isDone());
        confirm();
        assertTrue(laid.isDone());
    }

    /** The marker of a way in does what the rule does that changes; the one of the way out comes back. */
    @Test
    void markersFollowTheFrames() {
        active();
        final MoveWays ways = laid(move("openflow:1"));
        final WayIn in = ways.in().get(0);
        final ChainRule entry = stage().entry().stream().filter(rule -> rule.output() != null).findFirst()
            .orElseThrow();
        final ChainRule marker = rule(ways, in.address());
        assertEquals(entry.actions(), marker.actions());
        assertEquals(entry.output(), marker.output());
        assertEquals(in.steered(), marker.match().inPort());
        final WayOut out = ways.out().get(0);
        assertEquals("", out.next());
        // The marker from the new place comes to the same gate.
        final List<ChainRule> turns = ways.rules().stream().filter(rule -> isFor(rule, out.address())).toList();
        assertEquals(2, turns.size());
        assertEquals(1, turns.stream().filter(rule -> rule.actions().contains(new Action.OutputBack())).count());
        assertEquals(Set.of("openflow:1"), turns.stream().map(ChainRule::node).collect(Collectors.toSet()));
        assertEquals(2, turns.stream().map(ChainRule::match).distinct().count());
        // Relayed frames have a way from both places.
        for (final PortId port : List.of(new PortId("openflow:2", 50), new PortId("openflow:1", 60))) {
            assertTrue(ways.rules().stream().anyMatch(rule -> port.equals(rule.match().inPort())
                && rule.match().packet().vlan().id() == ways.relayVlan()));
        }
    }

    private static ChainRule rule(final MoveWays ways, final String address) {
        return ways.rules().stream().filter(rule -> isFor(rule, address)).findFirst().orElseThrow();
    }

    private static boolean isFor(final ChainRule rule, final String address) {
        return rule.match().destination() != null && rule.match().destination().value().toString().equals(address);
    }
}
