// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Optional;

/**
 * A planned flow rule and its last known state.
 *
 * @param node node id of the switch
 * @param rule the planned rule
 * @param state whether the switch has the rule
 * @param packets number of frames that matched; 0 if the switch does not have the rule
 */
public record FlowStatus(String node, Rule rule, RuleState state, long packets) {
    /** The state of a flow rule. */
    public enum RuleState {
        /** Not yet read back since it was planned, or since its switch disconnected. */
        PENDING,
        /** Read back as planned. */
        INSTALLED,
        /** Missing, or with other actions. */
        MISSING
    }

    /** Returns true for the rule that drops all CloudMAC frames that no other rule matches. */
    public boolean isDefaultDrop() {
        return rule.priority() == Priorities.DEFAULT_DROP;
    }

    /** Returns true if this rule lets a station's frames through to its VAP, and has done so at least once. */
    public boolean hasForwardedUplink(final StationKey station) {
        return packets > 0 && isUplink(station);
    }

    /** Returns the station whose frames this rule has forwarded to a VAP; empty if it is another rule or has not. */
    public Optional<Mac> forwardedSender() {
        final MaskedMac source = rule.match().source();
        return packets > 0 && rule.priority() == Priorities.FORWARD && source.isExact()
            ? Optional.of(source.value()) : Optional.empty();
    }

    /** Returns true if the switch has this rule, and it lets a station's frames from a port through to its VAP. */
    public boolean isInstalledUplink(final StationKey station, final PortId port) {
        return state == RuleState.INSTALLED && isUplink(station) && port.equals(rule.match().inPort());
    }

    private boolean isUplink(final StationKey station) {
        final Match match = rule.match();
        return rule.priority() == Priorities.FORWARD
            && match.source().equals(MaskedMac.exactly(station.station()))
            && match.destination().value().lastTwoOctets() == station.bssid().lastTwoOctets();
    }
}
