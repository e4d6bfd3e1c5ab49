// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A network of Open vSwitch switches whose lowest rule is the action NORMAL, with flow rules of their own. It knows
 * actions and tables, and nothing of chains.
 */
final class LearningSwitches {
    /** A frame that left the network. */
    record Delivered(PortId port, PlainFrame frame) {
    }

    /** A frame at a port. */
    private record Arrival(PortId port, PlainFrame frame) {
    }

    /** A learned address. */
    private record Address(String node, Mac mac, int vlan) {
    }

    private static final int STEPS = 1000;

    private final Map<PortId, PortId> links = new HashMap<>();
    private final Set<PortId> ports = new TreeSet<>();
    /** The ports of LVNFs: the action NORMAL ignores them. */
    private final Map<PortId, Function<PlainFrame, Arrival>> functions = new HashMap<>();
    private final Map<Address, PortId> learned = new HashMap<>();
    private final Map<String, List<Rule>> rules = new HashMap<>();
    private final List<PortId> processed = new ArrayList<>();
    private final Deque<Arrival> queue = new ArrayDeque<>();
    private final List<Delivered> delivered = new ArrayList<>();

    LearningSwitches(final Set<InterSwitchLink> trunks, final Set<PortId> edges) {
        trunks.forEach(link -> {
            links.put(link.low(), link.high());
            links.put(link.high(), link.low());
        });
        ports.addAll(edges);
        ports.addAll(links.keySet());
    }

    /** Adds a function: what comes in at one of the ports leaves at the other one. */
    void addFunction(final PortId one, final PortId other) {
        functions.put(one, frame -> new Arrival(other, frame));
        functions.put(other, frame -> new Arrival(one, frame));
    }

    void setRules(final String node, final List<Rule> now) {
        rules.put(node, List.copyOf(now));
    }

    /** Sends a frame into a port, and returns where copies of it leave the network. */
    List<Delivered> send(final PortId port, final PlainFrame frame) {
        processed.clear();
        delivered.clear();
        queue.add(new Arrival(port, frame));
        for (int step = 0; !queue.isEmpty(); step++) {
            if (step > STEPS) {
                throw new AssertionError("a loop: " + frame + " at " + port);
            }
            final Arrival arrival = queue.remove();
            new Lookup(arrival.port(), arrival.frame()).run(0);
        }
        return List.copyOf(delivered);
    }

    /** Returns the ports of functions where the last frame came in, in order. */
    List<PortId> processed() {
        return List.copyOf(processed);
    }

    /** Returns all learned places. */
    Map<?, PortId> learned() {
        return Map.copyOf(learned);
    }

    private void emit(final PortId port, final PlainFrame frame) {
        if (functions.containsKey(port)) {
            processed.add(port);
            queue.add(functions.get(port).apply(frame));
        } else if (links.containsKey(port)) {
            queue.add(new Arrival(links.get(port), frame));
        } else {
            delivered.add(new Delivered(port, frame));
        }
    }

    /** The processing of a frame at one switch. */
    private final class Lookup {
        private final String node;
        private PortId inPort;
        private PlainFrame frame;
        private int metadata;

        Lookup(final PortId port, final PlainFrame frame) {
            node = port.node();
            inPort = port;
            this.frame = frame;
        }

        void run(final int table) {
            final List<Rule> matching = rules.getOrDefault(node, List.of()).stream()
                .filter(rule -> rule.table() == table && matches(rule.match())).toList();
            final int best = matching.stream().mapToInt(Rule::priority).max().orElse(-1);
            final List<Rule> first = matching.stream().filter(rule -> rule.priority() == best).toList();
            if (first.size() > 1) {
                throw new AssertionError("ambiguous: " + first);
            }
            if (first.isEmpty()) {
                if (table == 0) {
                    normal();
                }
                return;
            }
            first.get(0).actions().forEach(this::apply);
        }

        private boolean matches(final Match match) {
            return (match.inPort() == null || match.inPort().equals(inPort))
                && (match.metadata() == PacketFields.ANY || match.metadata() == metadata) && frame.matches(match);
        }

        private void apply(final Action action) {
            if (action instanceof Action.PushVlan) {
                frame = frame.pushed();
            } else if (action instanceof Action.PopVlan) {
                frame = frame.popped();
            } else if (action instanceof Action.SetVlan vlan) {
                frame = frame.tagged(vlan.id());
            } else if (action instanceof Action.SetInPort from) {
                inPort = from.port();
            } else if (action instanceof Action.SetMetadata set) {
                metadata = set.value();
            } else if (action instanceof Action.Resubmit) {
                run(0);
            } else if (action instanceof Action.GoToTable next) {
                run(next.table());
            } else if (action instanceof Action.OutputBack) {
                emit(inPort, frame);
            } else if (action instanceof Action.Output output) {
                if (output.port().equals(inPort) || !output.port().node().equals(node)) {
                    throw new AssertionError("cannot send from " + inPort + " to " + output.port());
                }
                emit(output.port(), frame);
            } else {
                throw new AssertionError(action);
            }
        }

        private void normal() {
            if (functions.containsKey(inPort)) {
                return;
            }
            learned.put(new Address(node, frame.source(), frame.vlan()), inPort);
            final PortId known = learned.get(new Address(node, frame.destination(), frame.vlan()));
            final Set<PortId> out = new HashSet<>();
            if (known == null) {
                ports.stream().filter(port -> port.node().equals(node)).forEach(out::add);
            } else {
                out.add(known);
            }
            out.remove(inPort);
            out.removeAll(functions.keySet());
            new TreeSet<>(out).forEach(port -> emit(port, frame));
        }
    }
}
