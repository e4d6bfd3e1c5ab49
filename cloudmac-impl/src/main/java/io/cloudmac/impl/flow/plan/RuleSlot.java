// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Match;

/**
 * The place of flow rules at a switch. Contributors with the same slot share its rules.
 *
 * @param node node id of the switch
 * @param table the table
 * @param priority the priority
 * @param match the frames, before queues divide them by user priority
 */
record RuleSlot(String node, int table, int priority, Match match) {
}
