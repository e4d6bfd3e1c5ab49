// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

/**
 * A link between two switches, without a direction.
 *
 * @param low the end with the lower port id
 * @param high the other end
 */
public record Link(PortId low, PortId high) implements Comparable<Link> {
    /** Returns the link between two ports, given in any order. */
    public static Link between(final PortId one, final PortId other) {
        return one.compareTo(other) <= 0 ? new Link(one, other) : new Link(other, one);
    }

    /** Returns true if one end of the link is this port. */
    public boolean touches(final PortId port) {
        return low.equals(port) || high.equals(port);
    }

    @Override
    public int compareTo(final Link other) {
        final int byLow = low.compareTo(other.low);
        return byLow != 0 ? byLow : high.compareTo(other.high);
    }
}
