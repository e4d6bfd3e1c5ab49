// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

/**
 * What is told of a port besides its rows.
 *
 * @param report what the southbound says of what is configured
 * @param capabilities what the switch can do, and what it says of what it has
 * @param applied whether the switch has acted upon the rows that its database has
 */
record SwitchFeedback(SouthboundReport report, SwitchCapabilities capabilities, boolean applied) {
}
