// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.RuleDelta;
import io.cloudmac.impl.topology.PortId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which meters the planned rules of a switch use. */
class MeterUseTest {
    private static final String NODE = "openflow:1";

    private final MeterUse use = new MeterUse();

    private static Rule rule(final int port, final int meter) {
        return new Rule(1000, new Match(new PortId(NODE, port), null, null, 0x1337), meter, List.of());
    }

    private Set<Integer> change(final List<Rule> put, final List<Rule> replaced, final List<Rule> removed) {
        return use.change(NODE, new RuleDelta.Change(byId(put), byId(replaced), byId(removed)));
    }

    private static Map<String, Rule> byId(final List<Rule> rules) {
        return rules.stream().collect(Collectors.toMap(Rule::id, rule -> rule));
    }

    @Test
    void aMeterEndsWithItsLastRule() {
        change(List.of(rule(1, 7), rule(2, 7), rule(3, 0)), List.of(), List.of());
        assertEquals(Set.of(7), use.numbers(NODE));
        assertEquals(Set.of(), change(List.of(), List.of(), List.of(rule(1, 7))));
        assertEquals(Set.of(7), change(List.of(), List.of(), List.of(rule(2, 7))));
        assertEquals(Set.of(), use.numbers(NODE));
    }

    @Test
    void aRuleThatChangesItsMeterEndsTheFirst() {
        change(List.of(rule(1, 7)), List.of(), List.of());
        assertEquals(Set.of(7), change(List.of(rule(1, 8)), List.of(rule(1, 7)), List.of()));
        assertEquals(Set.of(8), use.numbers(NODE));
    }

    @Test
    void aRuleThatKeepsItsMeterEndsNothing() {
        change(List.of(rule(1, 7)), List.of(), List.of());
        final Rule other = new Rule(1000, rule(1, 7).match(), 7, List.of(new Action.OutputBack()));
        assertEquals(Set.of(), change(List.of(other), List.of(rule(1, 7)), List.of()));
        assertEquals(Set.of(7), use.numbers(NODE));
    }
}
