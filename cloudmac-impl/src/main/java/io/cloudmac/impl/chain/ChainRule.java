// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import java.util.List;

/**
 * A flow rule of a chain, before it gets the queue of its output.
 *
 * @param node node id of the switch
 * @param table the table
 * @param priority the priority
 * @param match the frames
 * @param actions the actions before the output; without an output, all actions
 * @param output the egress port; null: none
 */
public record ChainRule(String node, int table, int priority, Match match, List<Action> actions, PortId output) {
    public ChainRule {
        actions = List.copyOf(actions);
    }

    /** Returns the id of the rule at its switch. */
    String id() {
        return new Rule(table, priority, match, 0, List.of()).id();
    }
}
