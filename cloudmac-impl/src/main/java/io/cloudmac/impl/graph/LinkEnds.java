// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.graph;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.graph.LinkLoad.LinkEnd;
import io.cloudmac.impl.graph.LinkLoad.LinkKind;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the links that a question is about. Does no I/O. */
final class LinkEnds {
    private LinkEnds() {
    }

    /**
     * Returns the ends of links, in the order of ports.
     *
     * @throws IllegalArgumentException if there is no such WTP, VAP or port
     */
    static Collection<LinkEnd> of(final Network network, final Assignment assignment, final Optional<Mac> address,
            final Optional<PortId> port) {
        if (port.isPresent() && !network.ports().containsKey(port.orElseThrow())) {
            throw new IllegalArgumentException("no switch has reported the port " + port.orElseThrow());
        }
        final Optional<PortId> place = address.map(each -> placeOf(each, assignment));
        if (place.isPresent() && port.isPresent() && !place.equals(port)) {
            throw new IllegalArgumentException(address.orElseThrow() + " is behind " + place.orElseThrow() + ", not "
                + port.orElseThrow());
        }
        final Optional<PortId> only = place.or(() -> port);
        return only.isEmpty() ? all(network, assignment).values()
            : Set.of(all(network, assignment).getOrDefault(only.orElseThrow(),
                new LinkEnd(only.orElseThrow(), LinkKind.OTHER, Set.of(), Optional.empty())));
    }

    private static PortId placeOf(final Mac address, final Assignment assignment) {
        final PortId wtp = assignment.wtps().get(address);
        if (wtp != null) {
            return wtp;
        }
        final Assignment.Vap vap = assignment.vaps().get(address);
        if (vap == null) {
            throw new IllegalArgumentException("no WTP or VAP has the address " + address);
        }
        return vap.port();
    }

    private static SortedMap<PortId, LinkEnd> all(final Network network, final Assignment assignment) {
        final SortedMap<PortId, LinkEnd> ends = new TreeMap<>();
        for (final InterSwitchLink link : network.links()) {
            ends.put(link.low(), new LinkEnd(link.low(), LinkKind.SWITCH, Set.of(), Optional.of(link.high())));
            ends.put(link.high(), new LinkEnd(link.high(), LinkKind.SWITCH, Set.of(), Optional.of(link.low())));
        }
        final Map<PortId, Set<Mac>> vaps = new TreeMap<>();
        assignment.vaps().forEach((bssid, vap) ->
            vaps.computeIfAbsent(vap.port(), first -> new TreeSet<>()).add(bssid));
        vaps.forEach((port, bssids) -> ends.put(port, new LinkEnd(port, LinkKind.VAP, bssids, Optional.empty())));
        final Map<PortId, Set<Mac>> wtps = new TreeMap<>();
        assignment.wtps().forEach((wtp, port) -> wtps.computeIfAbsent(port, first -> new TreeSet<>()).add(wtp));
        wtps.forEach((port, ids) -> ends.put(port, new LinkEnd(port, LinkKind.WTP, ids, Optional.empty())));
        return ends;
    }
}
