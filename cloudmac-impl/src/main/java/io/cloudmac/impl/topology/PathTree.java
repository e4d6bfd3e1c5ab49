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
import java.util.TreeSet;

/**
 * The shortest paths, by number of switches, from one switch to all others. Among paths of equal length, the one with
 * the lowest port ids is chosen, so that the same network always yields the same paths.
 */
public final class PathTree {
    /** How a path enters a switch: from port {@code out} of the previous switch to its own port {@code in}. */
    private record Entrance(PortId out, PortId in) {
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
    private final Map<String, Entrance> entered = new HashMap<>();

    private PathTree(final String root) {
        this.root = root;
    }

    /** Computes the paths from the switch with node id {@code root}. */
    public static PathTree of(final Network network, final String root) {
        final Map<String, TreeSet<Entrance>> steps = new HashMap<>();
        for (final Link link : network.links()) {
            add(steps, link.low(), link.high());
            add(steps, link.high(), link.low());
        }
        final PathTree tree = new PathTree(root);
        final Deque<String> queue = new ArrayDeque<>(List.of(root));
        while (!queue.isEmpty()) {
            for (final Entrance step : steps.getOrDefault(queue.remove(), new TreeSet<>())) {
                final String next = step.in().node();
                if (!next.equals(root) && tree.entered.putIfAbsent(next, step) == null) {
                    queue.add(next);
                }
            }
        }
        return tree;
    }

    private static void add(final Map<String, TreeSet<Entrance>> steps, final PortId out, final PortId in) {
        steps.computeIfAbsent(out.node(), node -> new TreeSet<>(
            (a, b) -> a.out().equals(b.out()) ? a.in().compareTo(b.in()) : a.out().compareTo(b.out())))
            .add(new Entrance(out, in));
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
            final Entrance step = entered.get(out.node());
            if (step == null) {
                return Optional.empty();
            }
            hops.add(new Hop(step.in(), out));
            out = step.out();
        }
        hops.add(new Hop(from, out));
        Collections.reverse(hops);
        return Optional.of(hops);
    }
}
