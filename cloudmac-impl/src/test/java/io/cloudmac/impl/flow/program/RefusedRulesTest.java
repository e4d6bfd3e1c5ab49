// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a rule that a switch does not install counts as refused. */
class RefusedRulesTest {
    private static final String NODE = "openflow:1";
    private static final long SECOND = 1_000_000_000;

    private final RefusedRules refused = new RefusedRules();

    private static FlowStatus rule(final int port, final RuleState state) {
        return new FlowStatus(NODE, new Rule(2000, new Match(new PortId(NODE, 1), null, null, 0x1337), 0,
            List.of(new Action.Output(new PortId(NODE, port)))), state, 0);
    }

    /** Observes a rule at a time in seconds, and returns true if it is given up. */
    private boolean after(final int second, final FlowStatus now) {
        refused.observe(NODE, now.state() == RuleState.MISSING ? List.of(now) : List.of(), second * SECOND);
        return refused.contains(now, second * SECOND);
    }

    @Test
    void aRuleMissingForLongIsRefused() {
        final FlowStatus rule = rule(2, RuleState.MISSING);
        assertEquals(List.of(false, false, false, true, true),
            List.of(0, 3, 10, 11, 60).stream().map(second -> after(second, rule)).toList());
    }

    @Test
    void anInstalledOrPendingRuleRestartsTheTime() {
        for (final RuleState other : List.of(RuleState.INSTALLED, RuleState.PENDING)) {
            assertEquals(false, after(0, rule(2, RuleState.MISSING)));
            after(9, rule(2, other));
            assertEquals(false, after(15, rule(2, RuleState.MISSING)));
            assertTrue(after(30, rule(2, RuleState.MISSING)));
            after(40, rule(2, RuleState.INSTALLED));
        }
    }

    @Test
    void aRuleWithOtherActionsIsAnotherRule() {
        assertEquals(false, after(0, rule(2, RuleState.MISSING)));
        assertTrue(after(11, rule(2, RuleState.MISSING)));
        assertEquals(false, after(11, rule(3, RuleState.MISSING)));
    }

    @Test
    void confirmationsEndBeforeARuleIsRefused() {
        assertTrue(RefusedRules.REFUSED_AFTER.compareTo(Confirmations.WAIT_LIMIT) > 0);
    }
}
