// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.learned.StationKey;

/**
 * A rule and what the switch said of it last.
 *
 * @param node the switch
 * @param rule the rule that is wanted
 * @param state whether the switch has it
 * @param packets frames that matched; 0 where it does not have it
 */
public record FlowStatus(String node, Rule rule, RuleState state, long packets) {
    /** Whether a switch has a rule. */
    public enum RuleState {
        /** Written, not yet read back. */
        PENDING,
        /** Read back as wanted. */
        INSTALLED,
        /** Not there, or doing something else. */
        MISSING
    }

    /** Whether it is the rule that drops CloudMAC frames that no other rule wants. */
    public boolean isRest() {
        return rule.priority() == Priorities.REST;
    }

    /** Returns true if this rule lets a station's frames through to its VAP, and has done so at least once. */
    public boolean hasForwardedUplink(final StationKey station) {
        final Match match = rule.match();
        return packets > 0 && rule.priority() == Priorities.FORWARD
            && match.source().equals(MaskedMac.exactly(station.station()))
            && match.destination().value().lastTwoOctets() == station.bssid().lastTwoOctets();
    }
}
