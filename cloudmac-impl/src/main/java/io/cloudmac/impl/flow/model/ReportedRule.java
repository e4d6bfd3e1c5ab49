// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.model;

import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapList;

/**
 * A CloudMAC rule as the switch reports it.
 *
 * @param cookie its cookie
 * @param actions its actions, in the format of {@link Rule#actionsText}
 * @param packets number of frames that matched
 * @param report the whole report, which names the rule in the order that removes it
 */
public record ReportedRule(long cookie, String actions, long packets, FlowAndStatisticsMapList report) {
}
