// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PortId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ways of frames to and from the old place of an LVNF that moves, for markers that follow the last frames.
 *
 * @param in the ways of frames to the LVNF, from a switch whose rule changes
 * @param out the ways of frames from it, up to where those from the new place join them
 * @param relayVlan VLAN id of frames that an LVNF sends back to its switch in mode relay
 * @param rules the rules of markers, and of relayed frames between the two places
 */
public record MoveWays(List<WayIn> in, List<WayOut> out, int relayVlan, Set<ChainRule> rules) {
    /**
     * A way to the LVNF.
     *
     * @param steered the switch port where frames come in whose rule changes
     * @param last the last switch port where they come in before the LVNF
     * @param vlan VLAN id that they have at {@code steered}; 0: no tag
     * @param lastVlan the same at {@code last}
     * @param address destination of its marker, which the rules know it by
     */
    public record WayIn(PortId steered, PortId last, int vlan, int lastVlan, String address) {
    }

    /**
     * A way from the LVNF.
     *
     * @param port number of the port of the LVNF
     * @param vlan VLAN id of the frames; 0: no tag
     * @param next the LVNF of the tenant whose gate the marker reaches; empty: it comes back to the gate of the one
     *     that moves
     * @param address destination of its marker
     */
    public record WayOut(int port, int vlan, String next, String address) {
    }

    public MoveWays {
        in = List.copyOf(in);
        out = List.copyOf(out);
        rules = Set.copyOf(rules);
    }

    /** Returns these ways with further rules. */
    public MoveWays with(final Set<ChainRule> more) {
        final Set<ChainRule> all = new HashSet<>(rules);
        all.addAll(more);
        return new MoveWays(in, out, relayVlan, all);
    }
}
