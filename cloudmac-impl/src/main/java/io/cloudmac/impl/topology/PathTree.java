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
 * Shortest paths, by number of switches, from one switch to all others. Among
 * equals the lowest port ids win, so that the same network always gives the
 * same paths.
 */
public final class PathTree {
    /** How a switch is entered: from {@code out} of the one before to its own {@code in}. */
    private record Entrance(PortId out, PortId in) {
    }

    /**
     * What a path does at one switch.
     *
     * @param in port where frames from the root's side come in
     * @param out port where they leave towards the end
     */
    public record Hop(PortId in, PortId out) {
    }

    private final String root;
    private final Map<String, Entrance> entered = new HashMap<>();

    private PathTree(final String root) {
        this.root = root;
    }

    /** Computes the paths from a switch. */
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
     * The hops from a port of the root to a port anywhere, both included. Read
     * backwards, with in and out exchanged, it is the way back.
     *
     * @return empty where there is no path
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
