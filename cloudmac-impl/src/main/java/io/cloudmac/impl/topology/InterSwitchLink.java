// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

/**
 * A link between two switches, without a direction.
 *
 * @param low the end with the lower port id
 * @param high the other end
 */
public record InterSwitchLink(PortId low, PortId high) implements Comparable<InterSwitchLink> {
    /** Returns the link between two ports, given in any order. */
    public static InterSwitchLink between(final PortId one, final PortId other) {
        return one.compareTo(other) <= 0 ? new InterSwitchLink(one, other) : new InterSwitchLink(other, one);
    }

    /** Returns true if one end of the link is this port. */
    public boolean touches(final PortId port) {
        return low.equals(port) || high.equals(port);
    }

    @Override
    public int compareTo(final InterSwitchLink other) {
        final int byLow = low.compareTo(other.low);
        return byLow != 0 ? byLow : high.compareTo(other.high);
    }
}
