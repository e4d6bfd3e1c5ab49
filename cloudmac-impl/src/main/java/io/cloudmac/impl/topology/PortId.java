// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Comparator;
import java.util.Optional;

/**
 * The identifier of a switch port.
 *
 * @param node node id of the switch, {@code openflow:1}
 * @param number OpenFlow port number
 */
public record PortId(String node, long number) implements Comparable<PortId> {
    private static final Comparator<PortId> ORDER = Comparator.comparing(PortId::node)
        .thenComparingLong(PortId::number);

    /**
     * Parses a node-connector id, {@code openflow:1:2}.
     *
     * @return empty if it does not end in a number, as {@code openflow:1:LOCAL}
     */
    public static Optional<PortId> parse(final String id) {
        final int colon = id.lastIndexOf(':');
        final String number = id.substring(colon + 1);
        if (colon <= 0 || number.isEmpty() || number.length() > 10
                || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(new PortId(id.substring(0, colon), Long.parseLong(number)));
    }

    @Override
    public int compareTo(final PortId other) {
        return ORDER.compare(this, other);
    }

    /** Returns the node-connector id. */
    @Override
    public String toString() {
        return node + ":" + number;
    }
}
