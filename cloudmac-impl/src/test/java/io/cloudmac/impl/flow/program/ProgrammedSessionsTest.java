// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The rules of a switch that is lost, comes back, or does not answer.
 *
 * <pre>
 *   wtp --1 [A] 2-- vap
 * </pre>
 */
class ProgrammedSessionsTest extends ProgrammedFlowsFixture {
    private static final String A = "openflow:1";
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Assignment UNBOUND = new Assignment(Map.of(WTP, new PortId(A, 1)),
        Map.of(BSSID, new Vap(new PortId(A, 2), 2412, Set.of(WTP))), Map.of());
    private static final Assignment BOUND = new Assignment(UNBOUND.wtps(), UNBOUND.vaps(),
        Map.of(new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01")), ServingWtps.by(WTP, Origin.AUTOMATIC)));
    private static final Duration AUDIT = Duration.ofSeconds(3);

    private final FakeOpenFlowSwitch fake = fake(A);

    ProgrammedSessionsTest() {
        super(UNBOUND, new Network(Set.of(A), Map.of(), Set.of()));
    }

    /** Gives the switch exactly the rules of the plan. */
    private void install() {
        fake.install(wanted());
    }

    /** The answer to a reading may be lost. The next one is asked for after 30 s. */
    @Test
    void aReadingWithoutAnswerIsRepeated() {
        loop.advance(AUDIT);
        fake.holdTables();
        loop.advance(AUDIT);
        final int requests = fake.requests();
        loop.advance(AUDIT.multipliedBy(9));
        assertEquals(requests, fake.requests());
        loop.advance(AUDIT);
        assertEquals(requests + 1, fake.requests());
    }

    @Test
    void aSwitchWithAPendingRequestIsNotReadAgain() {
        loop.advance(AUDIT);
        fake.hold();
        loop.advance(AUDIT);
        final int requests = fake.requests();
        loop.advance(AUDIT.multipliedBy(5));
        assertEquals(requests, fake.requests());
        fake.release();
        loop.advance(AUDIT);
        assertTrue(fake.requests() > requests);
    }

    @Test
    void aSwitchThatConnectsIsReadAndRepairedAtOnce() {
        network = Network.EMPTY;
        change();
        fake.install(List.of());
        fake.disconnect();
        network = new Network(Set.of(A), Map.of(), Set.of());
        change();
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
        fake.reconnect();
        loop.advance(Duration.ofMillis(200));
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
    }

    @Test
    void whileASwitchIsDisconnectedNothingIsSentToIt() {
        network = Network.EMPTY;
        change();
        fake.sent();
        assign(BOUND);
        loop.advance(AUDIT.multipliedBy(2));
        assertEquals(List.of(), fake.sent());
    }

    @Test
    void theRulesOfTheOnlySwitchArePendingWhenItDisconnects() {
        assign(BOUND);
        install();
        loop.advance(AUDIT);
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
        final List<Rule> before = wanted();
        network = Network.EMPTY;
        change();
        assertEquals(before, wanted(), "the switch is on a path, so the plan stays the same");
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
    }

    @Test
    void listenersAreNotifiedWhenASwitchDisconnects() {
        install();
        loop.advance(AUDIT);
        final List<Set<FlowStatus.RuleState>> notified = new ArrayList<>();
        flows.listenToStatus(() -> notified.add(states()));
        network = Network.EMPTY;
        change();
        change();
        loop.advance(AUDIT.multipliedBy(2));
        assertEquals(List.of(Set.of(FlowStatus.RuleState.PENDING)), notified);
    }

    @Test
    void aLateAnswerOfADisconnectedSwitchIsDiscarded() {
        install();
        loop.advance(AUDIT);
        fake.hold();
        loop.advance(AUDIT);
        network = Network.EMPTY;
        change();
        fake.release();
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
    }

    @Test
    void aLateAnswerOfAnEarlierSessionIsDiscarded() {
        fake.holdTables();
        loop.advance(AUDIT);
        network = Network.EMPTY;
        change();
        fake.install(List.of());
        fake.disconnect();
        network = new Network(Set.of(A), Map.of(), Set.of());
        change();
        fake.releaseTables();
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
        fake.reconnect();
        loop.advance(Duration.ofMillis(200));
        assertEquals(Set.of(FlowStatus.RuleState.INSTALLED), states());
    }

    @Test
    void aLateAnswerToACommandOfAnEarlierSessionIsDiscarded() {
        fake.hold();
        assign(BOUND);
        network = Network.EMPTY;
        change();
        fake.disconnect();
        network = new Network(Set.of(A), Map.of(), Set.of());
        change();
        fake.release();
        loop.run();
        assertEquals(Set.of(FlowStatus.RuleState.PENDING), states());
    }
}
