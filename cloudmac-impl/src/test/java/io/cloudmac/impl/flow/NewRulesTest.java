// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.flow.SwitchFlows.ReportedRule;
import io.cloudmac.impl.topology.PortId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which rules may go to a switch before the datastore has them. */
class NewRulesTest {
    private static final String NODE = "openflow:1";
    private static final PortId IN = new PortId(NODE, 1);
    private static final Rule FIRST = rule(1, 2);
    private static final Rule SECOND = rule(2, 2);
    private static final Rule FIRST_CHANGED = rule(1, 3);
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final NewRules rules = new NewRules(LIMIT);
    private Map<String, Map<String, Rule>> last = Map.of();
    private long now;
    private boolean installed = true;

    private static Rule rule(final int priority, final int out) {
        return new Rule(priority, new Match(IN, null, null, 0x1337), 0,
            List.of(new Action.Output(new PortId(NODE, out))));
    }

    private void plan(final Rule... planned) {
        final Map<String, Map<String, Rule>> plan =
            Map.of(NODE, Arrays.stream(planned).collect(Collectors.toMap(Rule::id, Function.identity())));
        rules.onPlan(last, plan, now, (node, id) -> installed);
        last = plan;
    }

    private Set<String> take(final Rule... among) {
        return rules.removeNew(NODE, Arrays.stream(among).map(Rule::id).collect(Collectors.toSet()));
    }

    @Test
    void aRuleIsNewOnceAndOnlyIfAskedFor() {
        plan(FIRST, SECOND);
        assertEquals(Set.of(FIRST.id()), take(FIRST));
        assertEquals(Set.of(SECOND.id()), take(FIRST, SECOND));
        assertEquals(Set.of(), take(FIRST, SECOND));
    }

    @Test
    void aRuleStaysNewWhileThePlanKeepsIt() {
        plan(FIRST);
        plan(FIRST, SECOND);
        assertEquals(Set.of(FIRST.id(), SECOND.id()), take(FIRST, SECOND));
    }

    @Test
    void aChangedRuleIsNotNew() {
        plan(FIRST);
        plan(FIRST_CHANGED);
        assertEquals(Set.of(), take(FIRST_CHANGED));
    }

    @Test
    void aRuleThatWasDroppedIsNotNewUntilItsDeletionHasEnded() {
        plan(FIRST, SECOND);
        plan(SECOND);
        now = LIMIT.toNanos();
        plan(FIRST, SECOND);
        assertEquals(Set.of(SECOND.id()), take(FIRST, SECOND));
        plan(SECOND);
        now += LIMIT.toNanos() + 1;
        plan(FIRST, SECOND);
        assertEquals(Set.of(FIRST.id()), take(FIRST, SECOND));
    }

    @Test
    void aRuleThatWasDroppedIsNewAgainWhenTheSwitchNoLongerShowsIt() {
        plan(FIRST, SECOND);
        plan();
        rules.onReadBack(NODE, List.of(new ReportedRule(SECOND.cookie(), "", 0, null)));
        plan(FIRST, SECOND);
        assertEquals(Set.of(FIRST.id()), take(FIRST, SECOND));
    }

    @Test
    void theAdditionOfADroppedRuleMayStillBeOnItsWay() {
        installed = false;
        plan(FIRST);
        plan();
        rules.onReadBack(NODE, List.of());
        plan(FIRST);
        assertEquals(Set.of(), take(FIRST));
    }

    @Test
    void aRuleThatReplacesDroppedOnesIsNotNew() {
        plan(FIRST);
        plan(SECOND);
        assertEquals(Set.of(), take(SECOND));
    }

    @Test
    void nothingIsNewAfterAReadBack() {
        plan(FIRST);
        rules.onReadBack(NODE, List.of());
        assertEquals(Set.of(), take(FIRST));
        plan(FIRST, SECOND);
        assertEquals(Set.of(SECOND.id()), take(FIRST, SECOND));
    }

    @Test
    void aSwitchThatLeftThePlanHasNothingNew() {
        plan(FIRST);
        rules.onPlan(last, Map.of(), now, (node, id) -> installed);
        assertEquals(Set.of(), take(FIRST));
    }
}
