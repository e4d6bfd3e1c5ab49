// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;

/**
 * A planned flow rule and its last known state.
 *
 * @param node node id of the switch
 * @param rule the planned rule
 * @param state whether the switch has the rule
 * @param packets number of frames that matched; 0 if the switch does not have the rule
 * @param problem why the switch refused the rule when it was last sent; empty if it has the rule or gave no reason
 */
public record FlowStatus(String node, Rule rule, RuleState state, long packets, String problem) {
    /** Creates the status of a rule without a problem. */
    public FlowStatus(final String node, final Rule rule, final RuleState state, final long packets) {
        this(node, rule, state, packets, "");
    }

    /** The state of a flow rule. */
    public enum RuleState {
        /** Not yet confirmed by the switch, or the switch is disconnected. */
        PENDING,
        /** Confirmed by a barrier, or read back as planned. */
        INSTALLED,
        /** Missing, or with other actions. */
        MISSING
    }

    /** Returns true for the rule that drops all CloudMAC frames that no other rule matches. */
    public boolean isDefaultDrop() {
        return rule.priority() == Priorities.DEFAULT_DROP;
    }
}
