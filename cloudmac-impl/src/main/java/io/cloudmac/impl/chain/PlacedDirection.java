// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.topology.PathTree;
import io.cloudmac.impl.topology.PortId;
import java.util.List;

/**
 * One direction of a chain, with known ports and paths.
 *
 * @param source where frames enter
 * @param match the frames
 * @param entries the ways from each port of the source to the first LVNF
 * @param legs the ways between the LVNFs in order; the last one leads back to the source
 * @param replies the ways of frames that LVNFs send to the source
 */
record PlacedDirection(SourcePorts source, ChainMatch match, List<Leg> entries, List<Leg> legs, List<Leg> replies) {
    /** Creates a direction without ways yet. */
    PlacedDirection(final SourcePorts source, final ChainMatch match) {
        this(source, match, List.of(), List.of(), List.of());
    }

    /**
     * The way from one port to the next.
     *
     * @param from where frames come in: the source or a port of an LVNF
     * @param to where they leave: a port of an LVNF, or the source
     * @param hops the switches between, at least one
     * @param vlan VLAN id of the segment; {@link #NO_VLAN} if both ports are at the same switch
     */
    record Leg(PortId from, PortId to, List<PathTree.Hop> hops, int vlan) {
        static final int NO_VLAN = 0;

        boolean hasSegment() {
            return vlan != NO_VLAN;
        }
    }

    /** Returns the ways that lead to an LVNF. */
    List<Leg> before(final int hop) {
        return hop == 0 ? entries : List.of(legs.get(hop - 1));
    }
}
