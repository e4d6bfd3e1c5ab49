// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The shortest paths, by number of switches, from one switch to all others. Among paths of equal length, the one with
 * the lowest port ids is chosen, so that the same network always yields the same paths.
 */
public final class PathTree {
    /** A link in one direction: from port {@code out} of a switch to port {@code in} of the next one. */
    private record DirectedLink(PortId out, PortId in) {
    }

    /**
     * One switch of a path.
     *
     * @param in ingress port of frames from the root
     * @param out egress port towards the end of the path
     */
    public record Hop(PortId in, PortId out) {
    }

    private final String root;
    /** The last link of the path to each switch, by node id. */
    private final Map<String, DirectedLink> lastLinks = new HashMap<>();

    private PathTree(final String root) {
        this.root = root;
    }

    /** Computes the paths from the switch with node id {@code root}. */
    public static PathTree of(final Network network, final String root) {
        final Map<String, TreeSet<DirectedLink>> linksByNode = new HashMap<>();
        for (final InterSwitchLink link : network.links()) {
            add(linksByNode, link.low(), link.high());
            add(linksByNode, link.high(), link.low());
        }
        final PathTree tree = new PathTree(root);
        final Deque<String> queue = new ArrayDeque<>(List.of(root));
        while (!queue.isEmpty()) {
            for (final DirectedLink link : linksByNode.getOrDefault(queue.remove(), new TreeSet<>())) {
                final String next = link.in().node();
                if (!next.equals(root) && tree.lastLinks.putIfAbsent(next, link) == null) {
                    queue.add(next);
                }
            }
        }
        return tree;
    }

    private static void add(final Map<String, TreeSet<DirectedLink>> linksByNode, final PortId out, final PortId in) {
        linksByNode.computeIfAbsent(out.node(), node -> new TreeSet<>(
            (a, b) -> a.out().equals(b.out()) ? a.in().compareTo(b.in()) : a.out().compareTo(b.out())))
            .add(new DirectedLink(out, in));
    }

    /**
     * Returns the hops from a port of the root to any port, both included. The reverse path has the hops in reverse
     * order, with ingress and egress exchanged.
     *
     * @return empty if there is no path
     */
    public Optional<List<Hop>> path(final PortId from, final PortId to) {
        final List<Hop> hops = new ArrayList<>();
        PortId out = to;
        while (!out.node().equals(root)) {
            final DirectedLink link = lastLinks.get(out.node());
            if (link == null) {
                return Optional.empty();
            }
            hops.add(new Hop(link.in(), out));
            out = link.out();
        }
        hops.add(new Hop(from, out));
        Collections.reverse(hops);
        return Optional.of(hops);
    }

    /** Returns the number of links from the root to a switch; empty if there is no path. */
    public OptionalInt distance(final String node) {
        int links = 0;
        for (String at = node; !at.equals(root); links++) {
            final DirectedLink link = lastLinks.get(at);
            if (link == null) {
                return OptionalInt.empty();
            }
            at = link.out().node();
        }
        return OptionalInt.of(links);
    }
}
