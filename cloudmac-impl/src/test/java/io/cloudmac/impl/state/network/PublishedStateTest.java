// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.FrameCounters;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.core.VersionedMap;
import io.cloudmac.impl.discovery.FakeVapHostDirectory;
import io.cloudmac.impl.discovery.PublishedWtps;
import io.cloudmac.impl.discovery.RefusedVaps;
import io.cloudmac.impl.discovery.WtpDiscovery;
import io.cloudmac.impl.discovery.WtpDiscovery.WtpStatus;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.RuleChange;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.DrainStatus;
import io.cloudmac.impl.mobility.MobilityPublisher;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.state.StateParts;
import io.cloudmac.impl.state.StatePublisher;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringPublisher;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacStateBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Flow.State;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The publication of the domains' parts of the state. */
class PublishedStateTest extends AbstractConcurrentDataBrokerTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final StationKey KEY =
        new StationKey(Mac.parse("02:00:00:00:12:34"), Mac.parse("02:5a:00:00:00:01"));

    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private final WtpDiscovery wtps = mock(WtpDiscovery.class);
    private final MobilityStatus mobility = mock(MobilityStatus.class);
    private final FlowProgram flows = mock(FlowProgram.class);
    private final AssignmentSource assignments = mock(AssignmentSource.class);
    private final LearnedStore learned = mock(LearnedStore.class);

    @BeforeEach
    void start() throws Exception {
        setup();
        when(assignments.assignment()).thenReturn(Assignment.NOTHING);
        final FakeConfiguration configuration = new FakeConfiguration();
        when(learned.learned()).thenReturn(Learned.NOTHING);
        when(wtps.all()).thenReturn(List.of());
        when(flows.takeChanges(anyInt())).thenReturn(List.of());
        when(flows.meters()).thenReturn(List.of());
        final DrainStatus drains = mock(DrainStatus.class);
        when(drains.draining()).thenReturn(Map.of());
        when(mobility.signals(any())).thenReturn(Map.of());
        final RefusedVaps refusedVaps = mock(RefusedVaps.class);
        when(refusedVaps.refusedVaps()).thenReturn(List.of());
        final Activity activity = mock(Activity.class);
        final FakeAdmission admission = new FakeAdmission();
        final FakeVapHostDirectory hosted = new FakeVapHostDirectory();
        final StateParts parts = new StatePublisher(getDataBroker(), loop);
        new PublishedFlows(parts, flows, new FrameCounters(), new RecordedAlarms().board(), new ManualLoop());
        new PublishedStations(parts, assignments, configuration, activity, admission, mobility);
        new PublishedVaps(parts, learned, assignments, activity, hosted, refusedVaps,
            new VapProblems(configuration, admission, hosted, bssid -> Map.of(), bssid -> 0, wtps));
        new PublishedWtps(parts, wtps, admission);
        new MobilityPublisher(parts, mobility, drains);
        new SteeringPublisher(parts, log);
    }

    @Test
    void aPartThatCannotBeEncodedDoesNotBlockTheOthers() throws Exception {
        final MobilityStatus.Overhead none =
            new MobilityStatus.Overhead(7, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);
        when(mobility.overhead()).thenReturn(none);
        await("the overhead", state -> state.getMobility() != null);
        when(mobility.overhead()).thenThrow(new IllegalArgumentException("out of range"));
        log.add(KEY, null, KEY.bssid(), SteeringTrigger.of(Reason.OPERATOR), SteeringResult.DONE);
        final CloudmacState state =
            await("the decision", now -> now.getSteering() != null && !now.getSteering().nonnullDecision().isEmpty());
        assertEquals(7, state.getMobility().getStations().toJava(), "a part that cannot be encoded keeps its value");
    }

    @Test
    void eachAuditIsPublished() throws Exception {
        for (final State shown : List.of(State.Pending, State.Installed, State.Missing)) {
            take(rule(RuleState.valueOf(shown.name().toUpperCase(Locale.ROOT))));
            await("a rule that is " + shown, state -> state.getFlows() != null
                && state.getFlows().nonnullFlow().values().stream().anyMatch(flow -> flow.getState() == shown));
        }
    }

    @Test
    void aRuleThatIsNotPlannedLeavesTheState() throws Exception {
        final FlowStatus rule = rule(RuleState.INSTALLED);
        take(rule);
        await("the rule and its switch", state -> state.getFlows() != null
            && state.getFlows().nonnullFlow().size() == 1 && state.getFlows().nonnullSwitch().size() == 1);
        when(flows.rulesAt(rule.node())).thenReturn(List.of());
        when(flows.takeChanges(anyInt())).thenReturn(
            List.of(new RuleChange(rule.node(), rule.rule().id(), Optional.empty()))).thenReturn(List.of());
        await("their end", state -> state.getFlows() == null || state.getFlows().nonnullFlow().isEmpty()
            && state.getFlows().nonnullSwitch().isEmpty());
    }

    @Test
    void aStationIsWrittenAloneAndLeavesTheState() throws Exception {
        final StationKey other = new StationKey(KEY.bssid(), Mac.parse("02:5a:00:00:00:02"));
        final Assignment both = new Assignment(Map.of(), Map.of(), Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC),
            other, ServingWtps.by(WTP, Origin.AUTOMATIC)));
        when(assignments.assignment()).thenReturn(both);
        await("both stations", state -> stations(state) == 2);
        when(assignments.assignment()).thenReturn(both.withStations(
            VersionedMap.copyOf(both.stations()).with(Map.of(KEY, Optional.empty())), Map.of()));
        final CloudmacState state = await("the end of one", now -> stations(now) == 1);
        assertEquals(other.station().toString(),
            state.getStations().nonnullStation().keySet().iterator().next().getStation().getValue());
        when(assignments.assignment()).thenReturn(Assignment.NOTHING);
        await("the end of the other", now -> stations(now) == 0);
    }

    @Test
    void aVapIsWrittenWithItsWtpsAndLeavesTheState() throws Exception {
        final PortId port = new PortId("openflow:1", 1);
        when(learned.learned()).thenReturn(new Learned(Map.of(),
            Map.of(KEY.bssid(), new Learned.KnownVap(port, RawSsid.parse("campus").orElseThrow(), 2412, 100)),
            Map.of(), Set.of()));
        await("a VAP without WTPs", state -> wtps(state).equals(Set.of(0)));
        when(assignments.assignment()).thenReturn(new Assignment(Map.of(WTP, port),
            Map.of(KEY.bssid(), new Assignment.Vap(port, 2412, Set.of(WTP))), Map.of()));
        await("its WTP", state -> wtps(state).equals(Set.of(1)));
        when(learned.learned()).thenReturn(Learned.NOTHING);
        await("its end", state -> wtps(state).isEmpty());
    }

    /** Returns how many WTPs the VAPs have. */
    private static Set<Integer> wtps(final CloudmacState state) {
        return state.getVaps() == null ? Set.of() : state.getVaps().nonnullVap().values().stream()
            .map(vap -> vap.getWtp() == null ? 0 : vap.getWtp().size()).collect(Collectors.toSet());
    }

    private static int stations(final CloudmacState state) {
        return state.getStations() == null ? 0 : state.getStations().nonnullStation().size();
    }

    /** Lets the state of a rule change once. */
    private void take(final FlowStatus rule) {
        when(flows.rulesAt(rule.node())).thenReturn(List.of(rule));
        when(flows.takeChanges(anyInt())).thenReturn(
            List.of(new RuleChange(rule.node(), rule.rule().id(), Optional.of(rule)))).thenReturn(List.of());
    }

    private static FlowStatus rule(final RuleState state) {
        return new FlowStatus("openflow:1",
            new Rule(2000, new Match(new PortId("openflow:1", 1), null, null, 0x1337), 0, List.of()), state, 0);
    }

    @Test
    void aForgottenWtpLeavesTheState() throws Exception {
        final Announcement announcement = new Announcement(KEY.station(), Duration.ofSeconds(1), "attic",
            List.of(new InetSocketAddress("192.0.2.1", 4919)), List.of());
        when(wtps.all()).thenReturn(
            List.of(new WtpStatus(announcement, new PortId("openflow:1", 1), Instant.now(), true)));
        await("the WTP", state -> state.getWtps() != null && state.getWtps().nonnullWtp().size() == 1);
        when(wtps.all()).thenReturn(List.of());
        await("its end", state -> state.getWtps() == null || state.getWtps().nonnullWtp().isEmpty());
    }

    private CloudmacState await(final String what, final Predicate<CloudmacState> condition) throws Exception {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < deadline) {
            loop.advance(Duration.ofSeconds(1));
            try (var tx = getDataBroker().newReadOnlyTransaction()) {
                final CloudmacState state = tx.read(LogicalDatastoreType.OPERATIONAL,
                    InstanceIdentifier.create(CloudmacState.class)).get().orElse(new CloudmacStateBuilder().build());
                if (condition.test(state)) {
                    return state;
                }
            }
        }
        throw new AssertionError("awaited " + what + " for 20 s");
    }
}
