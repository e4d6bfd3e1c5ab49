// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

/**
 * The reports about a port, apart from its rows.
 *
 * @param report the southbound's report on the configured rows
 * @param capabilities the QoS types that the switch offers, and its error
 * @param applied true if the switch has applied the rows in its database
 */
record SwitchFeedback(SouthboundReport report, SwitchCapabilities capabilities, boolean applied) {
}
