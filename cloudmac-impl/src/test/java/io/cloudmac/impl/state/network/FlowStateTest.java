// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Switch;

/** The published state of switches and their rules. */
class FlowStateTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";

    private static FlowStatus rule(final String node, final int priority, final RuleState state,
            final String problem) {
        return new FlowStatus(node, new Rule(priority, new Match(new PortId(node, 1), null, null, 0x1337), 0,
            List.of()), state, 0, problem);
    }

    private static Switch of(final String node, final List<FlowStatus> status) {
        return FlowState.flowsOf(node, status.stream().filter(rule -> rule.node().equals(node)).toList());
    }

    @Test
    void aSwitchShowsItsMissingRulesAndEachReasonOnce() {
        final List<FlowStatus> status = List.of(rule(A, 1, RuleState.MISSING, "no meters"),
            rule(A, 2, RuleState.MISSING, "no meters"), rule(A, 3, RuleState.MISSING, ""),
            rule(A, 4, RuleState.PENDING, ""), rule(B, 1, RuleState.INSTALLED, ""));
        final Switch shown = of(A, status);
        assertEquals(4, shown.getRules().intValue());
        assertEquals(3, shown.getMissing().intValue());
        assertEquals(Set.of("no meters"), shown.getProblem());
        assertEquals(0, of(B, status).getMissing().intValue());
        assertEquals(Set.of(), of(B, status).requireProblem());
    }

    @Test
    void aSwitchShowsEightReasons() {
        final List<FlowStatus> status = new ArrayList<>();
        for (int priority = 1; priority < 100; priority++) {
            status.add(rule(A, priority, RuleState.MISSING, "reason " + priority));
        }
        assertEquals(8, of(A, status).getProblem().size());
    }
}
