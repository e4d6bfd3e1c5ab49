// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.RadioTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Makes the rules of a slot, with the queues of their outputs. Pure. */
final class SlotRules {
    private SlotRules() {
    }

    /** Returns the rules of a slot: one, or one for each user priority if their actions differ. */
    static List<Rule> of(final RuleSlot slot, final RulePart part, final QueueLookup queues) {
        if (part instanceof RulePart.Fixed fixed) {
            return List.of(new Rule(slot.table(), slot.priority(), slot.match(), fixed.meter(), fixed.actions()));
        }
        if (part instanceof RulePart.Neighbours neighbours) {
            return List.of(rule(slot, slot.match(), actions(slot, new RulePart.Forward(false, Map.of(),
                Set.of(neighbours.out()), OptionalInt.empty()), queues, RadioTag.PRIORITY_NEIGHBOUR)));
        }
        if (part instanceof RulePart.Carry carry) {
            return List.of(rule(slot, slot.match(), Stream.concat(carry.before().stream(), actions(slot,
                new RulePart.Forward(false, Map.of(), Set.of(carry.out()), OptionalInt.empty()), queues, 0).stream())
                .toList()));
        }
        final RulePart.Forward forward = (RulePart.Forward) part;
        final List<List<Action>> byPriority = new ArrayList<>();
        for (int priority = 0; priority < QueueTable.PRIORITIES; priority++) {
            byPriority.add(actions(slot, forward, queues, priority));
        }
        if (Collections.frequency(byPriority, byPriority.get(0)) == QueueTable.PRIORITIES) {
            return List.of(rule(slot, slot.match(), byPriority.get(0)));
        }
        final List<Rule> rules = new ArrayList<>();
        for (int priority = 0; priority < QueueTable.PRIORITIES; priority++) {
            rules.add(rule(slot, atPriority(slot.match(), forward.tagIsSource(), priority), byPriority.get(priority)));
        }
        return rules;
    }

    /** Returns the egress ports of a part. */
    static Collection<PortId> outputs(final RulePart part) {
        if (part instanceof RulePart.Forward forward) {
            return forward.outputs();
        }
        if (part instanceof RulePart.Carry carry) {
            return Set.of(carry.out());
        }
        return part instanceof RulePart.Neighbours neighbours ? Set.of(neighbours.out()) : Set.of();
    }

    private static Rule rule(final RuleSlot slot, final Match match, final List<Action> actions) {
        return new Rule(slot.table(), slot.priority(), match, 0, actions);
    }

    private static Match atPriority(final Match match, final boolean tagIsSource, final int priority) {
        return tagIsSource
            ? new Match(match.inPort(), match.source().priority(priority), match.destination(), match.ethertype())
            : new Match(match.inPort(), match.source(), match.destination().priority(priority), match.ethertype());
    }

    /** Returns the actions. Outputs without a queue come first, as set_queue applies to all outputs after it. */
    private static List<Action> actions(final RuleSlot slot, final RulePart.Forward forward, final QueueLookup queues,
            final int priority) {
        final List<Action> actions = new ArrayList<>();
        final Action rewriteTag = forward.rewriteTag().get(priority);
        if (rewriteTag != null) {
            actions.add(rewriteTag);
        }
        final PortId in = slot.match().inPort();
        final Map<PortId, Long> queued = new TreeMap<>();
        for (final PortId out : new TreeSet<>(forward.outputs())) {
            final OptionalLong queue = queues.queue(out, priority);
            if (queue.isPresent()) {
                queued.put(out, queue.getAsLong());
            } else {
                actions.add(output(in, out));
            }
        }
        queued.forEach((out, queue) ->
            actions.addAll(Arrays.asList(new Action.SetQueue(queue), output(in, out))));
        forward.nextTable().ifPresent(table -> actions.add(new Action.GoToTable(table)));
        return actions;
    }

    private static Action output(final PortId in, final PortId out) {
        return out.equals(in) ? new Action.OutputBack() : new Action.Output(out);
    }
}
