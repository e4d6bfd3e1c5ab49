// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A network of simulated OpenFlow tables that shows where a frame goes. It only implements matches, priorities and
 * actions, independently of the computation of the rules.
 */
final class FakeTable {
    /** An Ethernet header at an ingress port. */
    record SentFrame(PortId in, Mac source, Mac destination, int ethertype) {
    }

    /** The destination of one copy of a frame: an edge port, or the controller if {@code port} is null. */
    record Delivery(String node, PortId port, Mac source, Long queue, int table) {
        @Override
        public String toString() {
            return (port == null ? "controller by " + node : port.toString())
                + (table == 0 ? "" : " table " + table)
                + (queue == null ? "" : " queue " + queue);
        }
    }

    private final Map<String, Map<String, Rule>> rules;
    private final Network network;

    FakeTable(final Map<String, Map<String, Rule>> rules, final Network network) {
        this.rules = rules;
        this.network = network;
    }

    /** Returns the rule of table 0 that applies to a frame at its ingress switch. */
    Optional<Rule> decides(final SentFrame frame) {
        return decides(0, frame);
    }

    /** Returns the rule that applies to a frame; fails if two rules of one priority match. */
    private Optional<Rule> decides(final int table, final SentFrame frame) {
        final List<Rule> matching = rules.getOrDefault(frame.in().node(), Map.of()).values().stream()
            .filter(rule -> rule.table() == table && matches(rule.match(), frame)).toList();
        final Optional<Rule> decides = matching.stream().max(Comparator.comparingInt(Rule::priority));
        decides.ifPresent(rule -> {
            if (matching.stream().filter(other -> other.priority() == rule.priority()).count() > 1) {
                throw new AssertionError("ambiguous: " + rule.match());
            }
        });
        return decides;
    }

    private static boolean matches(final Match match, final SentFrame frame) {
        return match.ethertype() == frame.ethertype()
            && (match.inPort() == null || match.inPort().equals(frame.in()))
            && (match.source() == null || match.source().matches(frame.source()))
            && (match.destination() == null || match.destination().matches(frame.destination()));
    }

    /** Follows a frame through all switches and returns its deliveries. */
    List<Delivery> send(final SentFrame first) {
        final List<Delivery> deliveries = new ArrayList<>();
        final Deque<SentFrame> queue = new ArrayDeque<>(List.of(first));
        int hops = 0;
        while (!queue.isEmpty()) {
            if (++hops > 100) {
                throw new AssertionError("a loop: " + first);
            }
            final SentFrame frame = queue.remove();
            decides(frame).ifPresent(rule -> apply(rule, frame, deliveries, queue));
        }
        deliveries.sort(Comparator.comparing(Delivery::toString));
        return deliveries;
    }

    private void apply(final Rule rule, final SentFrame frame, final List<Delivery> deliveries,
            final Deque<SentFrame> queue) {
        Mac source = frame.source();
        Long chosen = null;
        for (final Action action : rule.actions()) {
            if (action instanceof Action.SetSource set) {
                source = set.address();
            } else if (action instanceof Action.SetQueue set) {
                chosen = set.queue();
            } else if (action instanceof Action.ToController) {
                deliveries.add(new Delivery(frame.in().node(), null, source, null, rule.table()));
            } else if (action instanceof Action.GoToTable next) {
                final SentFrame now = new SentFrame(frame.in(), source, frame.destination(), frame.ethertype());
                if (next.table() <= rule.table()) {
                    throw new AssertionError("a switch goes to later tables only: " + rule.match());
                }
                decides(next.table(), now).ifPresent(then -> apply(then, now, deliveries, queue));
            } else {
                final PortId out = action instanceof Action.Output output ? output.port() : frame.in();
                if (action instanceof Action.Output && out.equals(frame.in())) {
                    continue;
                }
                final PortId peer = peer(out);
                if (peer == null) {
                    deliveries.add(new Delivery(out.node(), out, source, chosen, rule.table()));
                } else {
                    queue.add(new SentFrame(peer, source, frame.destination(), frame.ethertype()));
                }
            }
        }
    }

    private PortId peer(final PortId port) {
        for (final InterSwitchLink link : new TreeSet<>(network.links())) {
            if (link.touches(port)) {
                return link.low().equals(port) ? link.high() : link.low();
            }
        }
        return null;
    }
}
