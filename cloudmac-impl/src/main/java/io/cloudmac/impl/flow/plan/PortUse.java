// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.topology.PortId;
import java.util.stream.Stream;

/** Counts the WTPs, and the VAPs and virtual stations, at each port. */
final class PortUse {
    private final Multiset<PortId> wtps = HashMultiset.create();
    private final Multiset<PortId> hosted = HashMultiset.create();

    /** Starts again with the ports of an assignment. */
    void reset(final Assignment assignment) {
        wtps.clear();
        wtps.addAll(assignment.wtps().values());
        hosted.clear();
        Stream.concat(assignment.vaps().values().stream().map(Assignment.Vap::port),
            assignment.virtualStations().values().stream().map(Assignment.VirtualStation::port)).forEach(hosted::add);
    }

    /** Records that a WTP has moved from a port to another; null: none. */
    void moveWtp(final PortId from, final PortId to) {
        move(wtps, from, to);
    }

    /** Records that a VAP or virtual station has moved from a port to another; null: none. */
    void moveHosted(final PortId from, final PortId to) {
        move(hosted, from, to);
    }

    private static void move(final Multiset<PortId> ports, final PortId from, final PortId to) {
        if (from != null) {
            ports.remove(from);
        }
        if (to != null) {
            ports.add(to);
        }
    }

    /** Returns true if a WTP is at a port. */
    boolean hasWtp(final PortId port) {
        return wtps.contains(port);
    }

    /** Returns true if the host of a VAP or virtual station is at a port. */
    boolean hasHost(final PortId port) {
        return hosted.contains(port);
    }
}
