// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.RadioTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * Collects the flow rules of all switches. Frames with the same match share one rule with all their outputs.
 */
final class RuleSet {
    /** Looks up the queue of a port for CloudMAC frames. */
    @FunctionalInterface
    interface QueueLookup {
        /** No port has queues. */
        QueueLookup NONE = (port, priority) -> OptionalLong.empty();

        /**
         * Returns the queue of a frame at its egress port.
         *
         * @param port the egress port
         * @param priority the frame's user priority
         * @return empty if the port has no queues
         */
        OptionalLong queue(PortId port, int priority);
    }

    /** Changes no tag. */
    static final IntFunction<Optional<Action>> TAG_STAYS = priority -> Optional.empty();
    private static final int PRIORITIES = 8;

    /** The match of forwarded frames, before queues divide them by priority. */
    private record Flow(String node, PortId in, MaskedMac source, MaskedMac destination) {
    }

    /**
     * How frames with one match are forwarded: their outputs, a later table, and the change of their radio tag.
     * {@code atPriority} restricts a match to a user priority.
     */
    private static final class Forwarding {
        private final SortedSet<PortId> outputs = new TreeSet<>();
        private final BiFunction<Match, Integer, Match> atPriority;
        private final IntFunction<Optional<Action>> rewriteTag;
        private OptionalInt nextTable = OptionalInt.empty();

        Forwarding(final BiFunction<Match, Integer, Match> atPriority,
                final IntFunction<Optional<Action>> rewriteTag) {
            this.atPriority = atPriority;
            this.rewriteTag = rewriteTag;
        }
    }

    private final Map<String, Map<String, Rule>> rules = new TreeMap<>();
    private final Map<Flow, Forwarding> forwardings = new LinkedHashMap<>();
    private final Map<Flow, PortId> neighbours = new LinkedHashMap<>();

    void add(final String node, final Rule rule) {
        rules.computeIfAbsent(node, key -> new TreeMap<>()).put(rule.id(), rule);
    }

    /**
     * Adds an output for frames.
     *
     * @param in the ingress port
     * @param source the source address
     * @param destination the destination address
     * @param tagIsSource whether the radio tag is the source address, as on the downlink
     * @param rewriteTag returns the action that replaces the tag, by user priority; empty: the tag stays
     * @param out the egress port; null: none
     */
    void forward(final PortId in, final MaskedMac source, final MaskedMac destination, final boolean tagIsSource,
            final IntFunction<Optional<Action>> rewriteTag, final PortId out) {
        final BiFunction<Match, Integer, Match> atPriority = (match, priority) -> tagIsSource
            ? new Match(match.inPort(), match.source().priority(priority), match.destination(), match.ethertype())
            : new Match(match.inPort(), match.source(), match.destination().priority(priority), match.ethertype());
        final Forwarding forwarding = forwardings.computeIfAbsent(new Flow(in.node(), in, source, destination),
            key -> new Forwarding(atPriority, rewriteTag));
        if (out != null) {
            forwarding.outputs.add(out);
        }
    }

    /**
     * Forwards beacons of neighbours and survey reports. They have one user priority.
     *
     * @param in the ingress port
     * @param vap the id of the VAP that they are for
     * @param out the egress port
     */
    void forwardNeighbours(final PortId in, final int vap, final PortId out) {
        neighbours.put(new Flow(in.node(), in, null, MaskedMac.tagOf(vap).neighbours()), out);
    }

    /** Passes forwarded frames to a later table too. */
    void continueInTable(final PortId in, final MaskedMac source, final MaskedMac destination, final int table) {
        forwardings.get(new Flow(in.node(), in, source, destination)).nextTable = OptionalInt.of(table);
    }

    /** Returns all rules by node id and rule id, with the queues of their outputs. */
    Map<String, Map<String, Rule>> withQueues(final int ethertype, final QueueLookup queues) {
        forwardings.forEach((flow, forwarding) -> {
            final Match match = new Match(flow.in(), flow.source(), flow.destination(), ethertype);
            final List<List<Action>> byPriority = new ArrayList<>();
            for (int priority = 0; priority < PRIORITIES; priority++) {
                byPriority.add(actions(flow.in(), forwarding, queues, priority));
            }
            if (Collections.frequency(byPriority, byPriority.get(0)) == PRIORITIES) {
                add(flow.node(), new Rule(Priorities.FORWARD, match, 0, byPriority.get(0)));
            } else {
                for (int priority = 0; priority < PRIORITIES; priority++) {
                    add(flow.node(), new Rule(Priorities.FORWARD, forwarding.atPriority.apply(match, priority), 0,
                        byPriority.get(priority)));
                }
            }
        });
        neighbours.forEach((flow, out) -> {
            final Forwarding forwarding = new Forwarding((match, priority) -> match, TAG_STAYS);
            forwarding.outputs.add(out);
            add(flow.node(), new Rule(Priorities.NEIGHBOUR,
                new Match(flow.in(), null, flow.destination(), ethertype), 0,
                actions(flow.in(), forwarding, queues, RadioTag.PRIORITY_NEIGHBOUR)));
        });
        return rules;
    }

    /** Returns the actions. Outputs without a queue come first, as set_queue applies to all outputs after it. */
    private static List<Action> actions(final PortId in, final Forwarding forwarding, final QueueLookup queues,
            final int priority) {
        final List<Action> actions = new ArrayList<>();
        forwarding.rewriteTag.apply(priority).ifPresent(actions::add);
        final Map<PortId, Long> queued = new HashMap<>();
        for (final PortId out : forwarding.outputs) {
            final OptionalLong queue = queues.queue(out, priority);
            if (queue.isPresent()) {
                queued.put(out, queue.getAsLong());
            } else {
                actions.add(output(in, out));
            }
        }
        new TreeMap<>(queued).forEach((out, queue) ->
            actions.addAll(Arrays.asList(new Action.SetQueue(queue), output(in, out))));
        forwarding.nextTable.ifPresent(table -> actions.add(new Action.GoToTable(table)));
        return actions;
    }

    private static Action output(final PortId in, final PortId out) {
        return out.equals(in) ? new Action.OutputBack() : new Action.Output(out);
    }
}
