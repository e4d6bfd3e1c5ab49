// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

/**
 * A cable between two switches; the lower end stands first, whichever way it was discovered.
 *
 * @param low one end
 * @param high the other
 */
public record Link(PortId low, PortId high) implements Comparable<Link> {
    /** The link between two ports. */
    public static Link between(final PortId one, final PortId other) {
        return one.compareTo(other) <= 0 ? new Link(one, other) : new Link(other, one);
    }

    /** Whether it begins or ends there. */
    public boolean touches(final PortId port) {
        return low.equals(port) || high.equals(port);
    }

    @Override
    public int compareTo(final Link other) {
        final int byLow = low.compareTo(other.low);
        return byLow != 0 ? byLow : high.compareTo(other.high);
    }
}
