// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.topology.PortId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The comparison of desired rules with those read back from a switch. */
class RuleAuditTest {
    private static final String NODE = "openflow:1";
    private static final Rule RULE = rule(new Action.Output(new PortId(NODE, 2)));

    private final RuleAudit ruleAudit = new RuleAudit();

    private static Rule rule(final Action action) {
        return new Rule(2000, new Match(new PortId(NODE, 1), null, null, 0x1337), 0, List.of(action));
    }

    private static ReportedRule found(final Rule rule, final long packets) {
        return new ReportedRule(rule.cookie(), rule.actionsText(), packets, null);
    }

    private void change(final Map<String, Rule> put, final Map<String, Rule> removed) {
        ruleAudit.onPlan(new RuleDelta(Map.of(NODE, new RuleDelta.Change(put, Map.of(), removed))));
    }

    private RuleAudit.Difference compare(final List<ReportedRule> table) {
        return ruleAudit.compare(NODE, table, cookie -> false);
    }

    @BeforeEach
    void plan() {
        change(Map.of(RULE.id(), RULE), Map.of());
    }

    @Test
    void aPendingRuleIsInstalledWhenItIsReadBack() {
        assertEquals(FlowStatus.RuleState.PENDING, ruleAudit.status().get(0).state());
        assertTrue(compare(List.of(found(RULE, 7))).isClean());
        assertEquals(new FlowStatus(NODE, RULE, FlowStatus.RuleState.INSTALLED, 7), ruleAudit.status().get(0));
    }

    private List<FlowProgram.RuleChange> taken() {
        return ruleAudit.takeChanges(10);
    }

    @Test
    void onlyWhatChangesIsTakenAndOnce() {
        final FlowProgram.RuleChange planned = new FlowProgram.RuleChange(NODE, RULE.id(),
            Optional.of(new FlowStatus(NODE, RULE, FlowStatus.RuleState.PENDING, 0)));
        assertEquals(List.of(planned), taken());
        assertEquals(List.of(), taken());
        compare(List.of(found(RULE, 7)));
        assertEquals(1, taken().size());
        compare(List.of(found(RULE, 7)));
        assertEquals(List.of(), taken(), "nothing has changed");
        compare(List.of(found(RULE, 8)));
        assertEquals(8, taken().get(0).status().orElseThrow().packets());
        ruleAudit.markPending(NODE);
        assertEquals(1, taken().size());
        ruleAudit.onAnswer(NODE, RULE, "");
        assertEquals(1, taken().size());
        change(Map.of(), Map.of(RULE.id(), RULE));
        assertEquals(List.of(new FlowProgram.RuleChange(NODE, RULE.id(), Optional.empty())), taken());
    }

    @Test
    void theOldestChangesAreTakenFirst() {
        final Rule other = new Rule(2001, RULE.match(), 0, RULE.actions());
        change(Map.of(other.id(), other), Map.of());
        assertEquals(RULE.id(), ruleAudit.takeChanges(1).get(0).id());
        assertEquals(other.id(), ruleAudit.takeChanges(1).get(0).id());
    }

    @Test
    void aDeletedRuleIsMissing() {
        compare(List.of(found(RULE, 7)));
        assertEquals(List.of(RULE), compare(List.of()).missing());
        assertEquals(FlowStatus.RuleState.MISSING, ruleAudit.status().get(0).state());
    }

    @Test
    void aRuleWithOtherActionsIsMissing() {
        final Rule other = rule(new Action.Output(new PortId(NODE, 3)));
        assertEquals(RULE.cookie(), other.cookie(), "one match, one rule");
        assertEquals(List.of(RULE), compare(List.of(found(other, 7))).missing());
    }

    @Test
    void anUnplannedRuleIsStaleWhenItIsSeenTwice() {
        final Rule stale = new Rule(2000, new Match(null, null, null, 0x1337), 0, List.of());
        assertNotEquals(RULE.cookie(), stale.cookie());
        assertTrue(compare(List.of(found(RULE, 0), found(stale, 0))).stale().isEmpty());
        assertEquals(1, compare(List.of(found(RULE, 0), found(stale, 0))).stale().size());
    }

    @Test
    void anAnswerIsKeptUntilTheRuleIsReadBack() {
        ruleAudit.onAnswer(NODE, RULE, "table full");
        assertEquals("table full", ruleAudit.status().get(0).problem());
        compare(List.of(found(RULE, 0)));
        assertEquals("", ruleAudit.status().get(0).problem());
    }

    @Test
    void anAnswerOfASwitchThatIsNoLongerPlannedIsIgnored() {
        change(Map.of(), Map.of(RULE.id(), RULE));
        ruleAudit.onAnswer(NODE, RULE, "table full");
        assertEquals(List.of(), ruleAudit.status());
    }

    @Test
    void aChangedRuleIsPendingAndAnAnswerToTheOldOneIsIgnored() {
        compare(List.of(found(RULE, 7)));
        final Rule other = rule(new Action.Output(new PortId(NODE, 3)));
        change(Map.of(other.id(), other), Map.of());
        assertEquals(new FlowStatus(NODE, other, FlowStatus.RuleState.PENDING, 0), ruleAudit.status().get(0));
        ruleAudit.onAnswer(NODE, RULE, "");
        assertEquals(FlowStatus.RuleState.PENDING, ruleAudit.status().get(0).state());
        ruleAudit.onAnswer(NODE, other, "");
        assertEquals(FlowStatus.RuleState.INSTALLED, ruleAudit.status().get(0).state());
    }

    @Test
    void aRuleThatWasSentSinceTheRequestKeepsItsState() {
        ruleAudit.onAnswer(NODE, RULE, "");
        final Rule removed = new Rule(2000, new Match(null, null, null, 0x1337), 0, List.of());
        for (int request = 0; request < 2; request++) {
            assertTrue(ruleAudit.compare(NODE, List.of(found(removed, 0)), cookie -> true).isClean());
        }
        assertEquals(FlowStatus.RuleState.INSTALLED, ruleAudit.status().get(0).state());
    }

    @Test
    void theRulesOfADisconnectedSwitchArePending() {
        compare(List.of(found(RULE, 7)));
        assertTrue(ruleAudit.markPending(NODE));
        assertEquals(FlowStatus.RuleState.PENDING, ruleAudit.status().get(0).state());
        assertFalse(ruleAudit.markPending(NODE), "nothing has changed since");
    }
}
