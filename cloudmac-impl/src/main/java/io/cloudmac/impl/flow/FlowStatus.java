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
 * @param problem why the switch refused the rule when it was last sent; empty if it has the rule or gave no reason
 */
public record FlowStatus(String node, Rule rule, RuleState state, long packets, String problem) {
    /** Creates the status of a rule without a problem. */
    public FlowStatus(final String node, final Rule rule, final RuleState state, final long packets) {
        this(node, rule, state, packets, "");
    }

    /** The state of a flow rule. */
    public enum RuleState {
        /** Sent or planned, and not yet confirmed by the switch; or the switch is disconnected. */
        PENDING,
        /** Confirmed by a barrier, or read back as planned. */
        INSTALLED,
        /** Missing, or with other actions. */
        MISSING
    }

    /**
     * The frames of a station to a VAP.
     *
     * @param station the station
     * @param vap id of the VAP
     */
    public record Uplink(Mac station, int vap) {
        /** Returns the uplink of a station. */
        public static Uplink of(final StationKey key) {
            return new Uplink(key.station(), key.bssid().lastTwoOctets());
        }
    }

    /** Returns true for the rule that drops all CloudMAC frames that no other rule matches. */
    public boolean isDefaultDrop() {
        return rule.priority() == Priorities.DEFAULT_DROP;
    }

    /** Returns the uplink that this rule lets through, if it has done so at least once. */
    public Optional<Uplink> forwardedUplink() {
        return packets > 0 ? uplink() : Optional.empty();
    }

    /** Returns true if this rule lets a station's frames from a port through to its VAP. */
    public boolean isUplink(final StationKey station, final PortId port) {
        return port.equals(rule.match().inPort())
            && uplink().equals(Optional.of(Uplink.of(station)));
    }

    private Optional<Uplink> uplink() {
        final Match match = rule.match();
        return rule.priority() == Priorities.FORWARD && match.source() != null && match.source().isExact()
            ? Optional.of(new Uplink(match.source().value(), match.destination().value().lastTwoOctets()))
            : Optional.empty();
    }
}
