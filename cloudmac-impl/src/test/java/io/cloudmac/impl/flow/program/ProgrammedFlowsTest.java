// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.FlowProgram.Confirmation;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The rules of one switch, from events to the datastore and back from the switch.
 *
 * <pre>
 *   wtp --1 [A] 2-- vap
 * </pre>
 */
class ProgrammedFlowsTest extends ProgrammedFlowsFixture {
    private static final String A = "openflow:1";
    private static final PortId WTP_PORT = new PortId(A, 1);
    private static final PortId VAP_PORT = new PortId(A, 2);
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac UNKNOWN = Mac.parse("02:00:00:00:56:78");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final Assignment UNBOUND = new Assignment(Map.of(WTP, WTP_PORT),
        Map.of(BSSID, new Vap(VAP_PORT, 2412, Set.of(WTP))), Map.of());
    private static final Assignment BOUND =
        new Assignment(UNBOUND.wtps(), UNBOUND.vaps(), Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC)));
    private static final Duration AUDIT = Duration.ofSeconds(3);

    private final FakeOpenFlowSwitch fake = fake(A);

    ProgrammedFlowsTest() {
        super(UNBOUND, new Network(Set.of(A), Map.of(), Set.of()));
    }

    private Rule firstContact() {
        return wanted().stream().filter(rule -> rule.priority() == Priorities.FIRST_CONTACT).findFirst().orElseThrow();
    }

    private Rule downlink() {
        return wanted().stream().filter(rule -> rule.priority() == Priorities.FORWARD
            && MaskedMac.exactly(KEY.station()).equals(rule.match().destination())).findFirst().orElseThrow();
    }

    /** Gives the switch exactly the rules of the plan. */
    private void install() {
        fake.install(wanted());
    }

    private CompletableFuture<Void> confirmed() {
        final List<Confirmation<StationKey>> confirmations = flows.confirm(Set.of(KEY));
        assertEquals(List.of(Set.of(KEY)), confirmations.stream().map(Confirmation::clients).toList());
        return confirmations.get(0).done().toCompletableFuture();
    }

    private static void assertConfirmed(final CompletableFuture<Void> done) {
        assertTrue(done.isDone(), "still waiting");
        done.join();
    }

    @Test
    void rulesAreSentAndInstalledWhenTheSwitchAnswers() {
        assertFalse(wanted().isEmpty());
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
        fake.hold();
        assign(BOUND);
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED, FlowStatus.RuleState.PENDING), states());
        fake.release();
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
    }

    @Test
    void aBindingSendsItsRulesAndItsEndRemovesThem() {
        fake.sent();
        assign(BOUND);
        final List<String> added = fake.sent();
        assertTrue(added.contains("add " + downlink().cookie()), added::toString);
        assertTrue(added.stream().allMatch(each -> each.startsWith("add ")), added::toString);
        assign(UNBOUND);
        assertEquals(added.stream().map(each -> each.replace("add", "remove")).collect(Collectors.toSet()),
            Set.copyOf(fake.sent()));
    }

    @Test
    void newRulesGoBeforeDeletionsAndAMeterAfterItsLastRule() {
        fake.sent();
        assign(new Assignment(Map.of(WTP, WTP_PORT), Map.of(BSSID, new Vap(new PortId(A, 3), 2412, Set.of(WTP))),
            Map.of()));
        final List<String> sent = fake.sent();
        final int lastAdd = sent.lastIndexOf(sent.stream().filter(each -> each.startsWith("add "))
            .reduce((first, second) -> second).orElseThrow());
        final int firstRemove = sent.indexOf(sent.stream().filter(each -> each.startsWith("remove "))
            .findFirst().orElseThrow());
        assertTrue(lastAdd < firstRemove, sent::toString);
        assertTrue(sent.stream().noneMatch(each -> each.startsWith("remove-meter")), "the VAP still needs its meters");
        assign(new Assignment(Map.of(WTP, WTP_PORT), Map.of(), Map.of()));
        final List<String> last = fake.sent();
        final String meter = "remove-meter " + Meter.KNOWN_BEACONS.number(BSSID.lastTwoOctets());
        assertTrue(last.indexOf(meter) > last.indexOf(last.stream().filter(each -> each.startsWith("remove "))
            .findFirst().orElseThrow()), last::toString);
    }

    @Test
    void severalChangesCauseOneComputation() {
        computed = 0;
        assign(BOUND);
        assertEquals(1, computed);
    }

    @Test
    void queuesAndSamplingChangeTheRules() {
        when(queues.queue("openflow:1:1", 7)).thenReturn(OptionalInt.of(3));
        change();
        assertTrue(wanted().stream().anyMatch(rule -> rule.actionsText().contains("set_queue:3")));
        assertTrue(wanted().stream().noneMatch(rule -> rule.table() == FlowTables.SAMPLES));
        sampling = true;
        change();
        assertTrue(wanted().stream().anyMatch(rule -> rule.table() == FlowTables.SAMPLES));
    }

    @Test
    void aConfirmationCompletesWhenTheSwitchShowsEveryRule() {
        fake.refuse();
        assign(BOUND);
        final CompletableFuture<Void> done = confirmed();
        loop.advance(Duration.ofMillis(100));
        assertFalse(done.isDone());
        install();
        loop.advance(AUDIT);
        assertConfirmed(done);
    }

    @Test
    void newRulesOfAWaitingStationAreSentAndConfirmedWithoutAReadBack() {
        loop.advance(AUDIT);
        final int requests = fake.requests();
        fake.sent();
        assignment = BOUND;
        fake.hold();
        final CompletableFuture<Void> done = confirmed();
        loop.run();
        assertTrue(fake.sent().contains("add " + downlink().cookie()));
        assertFalse(done.isDone(), "the switch has not answered");
        fake.release();
        loop.run();
        assertConfirmed(done);
        assertEquals(requests, fake.requests());
        confirmed();
        assertEquals(List.of(), fake.sent());
    }

    @Test
    void aTableThatWasRequestedBeforeARuleWasSentDoesNotShowItsAbsence() {
        loop.advance(AUDIT);
        fake.holdTables();
        loop.advance(AUDIT);
        fake.sent();
        assign(BOUND);
        final List<String> sent = fake.sent();
        assertTrue(sent.contains("add " + downlink().cookie()), sent::toString);
        fake.releaseTables();
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
        assertEquals(List.of(), fake.sent(), "nothing is repaired");
    }

    @Test
    void aConfirmationDoesNotWaitForLaterRules() {
        assign(BOUND);
        fake.hold();
        assign(new Assignment(UNBOUND.wtps(), UNBOUND.vaps(), Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC),
            new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02")), ServingWtps.by(WTP, Origin.AUTOMATIC))));
        assertFalse(states().stream().allMatch(FlowStatus.RuleState.INSTALLED::equals), "the later rules are pending");
        assertConfirmed(confirmed());
    }

    @Test
    void aConfirmationComputesTheCurrentRules() {
        install();
        fake.refuse();
        assignment = BOUND;
        final CompletableFuture<Void> done = confirmed();
        loop.advance(Duration.ofMillis(100));
        assertFalse(done.isDone(), "the switch has the rules of before");
    }

    @Test
    void aConfirmationFailsIfARuleIsMissing() {
        assign(BOUND);
        fake.lose(downlink());
        fake.refuse();
        loop.advance(AUDIT);
        final CompletableFuture<Void> done = confirmed();
        loop.advance(Confirmations.WAIT_LIMIT);
        assertTrue(done.isDone(), "nothing ended the wait");
        final Throwable cause = assertThrows(CompletionException.class, done::join).getCause();
        assertEquals(TimeoutException.class, cause.getClass());
        assertTrue(cause.getMessage().startsWith("1 flow rules "), cause.getMessage());
        assertTrue(cause.getMessage().contains(A + " " + downlink().match()), cause.getMessage());
    }

    @Test
    void aConfirmationDoesNotWaitForARefusedRule() {
        assign(BOUND);
        install();
        fake.lose(downlink());
        fake.refuse();
        loop.advance(RefusedRules.REFUSED_AFTER.multipliedBy(2));
        final CompletableFuture<Void> done = confirmed();
        loop.advance(Duration.ofSeconds(1));
        assertConfirmed(done);
        assertTrue(states().contains(FlowStatus.RuleState.MISSING));
    }

    @Test
    void aConfirmationDoesNotWaitForADisconnectedSwitch() {
        assign(BOUND);
        network = Network.EMPTY;
        final CompletableFuture<Void> done = confirmed();
        loop.advance(Duration.ofSeconds(1));
        assertConfirmed(done);
    }

    @Test
    void aMissingRuleIsSentAgainWithItsMeter() {
        loop.advance(AUDIT);
        fake.sent();
        fake.lose(firstContact());
        loop.advance(AUDIT);
        assertEquals(List.of("meter " + Meter.FIRST_CONTACT.number(), "add " + firstContact().cookie()), fake.sent());
        loop.advance(AUDIT);
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
        assertEquals(List.of(), fake.sent());
    }

    @Test
    void aStaleRuleIsRemovedWhenItIsSeenTwice() {
        assign(BOUND);
        final List<Rule> bound = wanted();
        assign(UNBOUND);
        final int unbound = wanted().size();
        fake.install(bound);
        fake.sent();
        loop.advance(AUDIT);
        assertEquals(List.of(), fake.sent());
        loop.advance(AUDIT);
        final List<String> sent = fake.sent();
        assertEquals(bound.size() - unbound, sent.size());
        assertTrue(sent.stream().allMatch(each -> each.startsWith("remove ")), sent::toString);
        loop.advance(AUDIT);
        assertEquals(List.of(), fake.sent());
    }

    @Test
    void anUnknownVapIsActiveAndSeenAtItsFirstBeacon() {
        assertTrue(flows.isVapActive(UNKNOWN));
        assertEquals(Optional.empty(), flows.vapLastSeen(UNKNOWN));
        flows.beaconSeen(UNKNOWN);
        assertTrue(flows.vapLastSeen(UNKNOWN).isPresent());
    }

    @Test
    void aDeregisteredListenerIsNotNotified() {
        final List<String> notified = new ArrayList<>();
        final Registration registration = flows.listenToStatus(() -> notified.add("read"));
        loop.advance(AUDIT);
        assertFalse(notified.isEmpty());
        registration.close();
        notified.clear();
        loop.advance(AUDIT);
        assertEquals(List.of(), notified);
    }

    @Test
    void metersAreReadWithTheAudits() {
        loop.advance(AUDIT);
        assertEquals(List.of(new MeterCount(A, Meter.FIRST_CONTACT, FakeOpenFlowSwitch.PASSED, 0)),
            List.copyOf(flows.meters()));
    }

    @Test
    void closeEndsAllRegistrations() {
        assertEquals(4, sources.size());
        flows.close();
        assertEquals(List.of(), sources);
    }
}
