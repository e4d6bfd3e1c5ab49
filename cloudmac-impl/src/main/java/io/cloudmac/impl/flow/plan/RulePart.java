// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.topology.PortId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** What one contributor wants of a {@link RuleSlot}. */
sealed interface RulePart {
    /**
     * One rule, with the same actions at any user priority.
     *
     * @param meter number of the meter; 0: none
     * @param actions the actions in order
     */
    record Fixed(int meter, List<Action> actions) implements RulePart {
        public Fixed {
            actions = List.copyOf(actions);
        }
    }

    /**
     * Forwards frames to all outputs that any contributor of the slot names.
     *
     * @param tagIsSource whether the radio tag is the source address, as on the downlink
     * @param rewriteTag the action that replaces the tag, by user priority; none: the tag stays
     * @param outputs the egress ports
     * @param nextTable a later table that gets the frames too
     */
    record Forward(boolean tagIsSource, Map<Integer, Action> rewriteTag, Set<PortId> outputs, OptionalInt nextTable)
            implements RulePart {
        public Forward {
            rewriteTag = Map.copyOf(rewriteTag);
            outputs = Set.copyOf(outputs);
        }

        /** Returns this part with the outputs and the first later table of others; the change of the tag stays. */
        Forward with(final Iterator<RulePart> others) {
            if (!others.hasNext()) {
                return this;
            }
            final Set<PortId> all = new HashSet<>(outputs);
            OptionalInt table = nextTable;
            while (others.hasNext()) {
                if (others.next() instanceof Forward more) {
                    all.addAll(more.outputs);
                    table = table.isPresent() ? table : more.nextTable;
                }
            }
            return new Forward(tagIsSource, rewriteTag, all, table);
        }
    }

    /**
     * Forwards beacons of neighbours and survey reports, which have one user priority.
     *
     * @param out the egress port
     */
    record Neighbours(PortId out) implements RulePart {
    }

    /**
     * Frames of a chain, with the queue for user priority 0.
     *
     * @param before the actions before the output
     * @param out the egress port
     */
    record Carry(List<Action> before, PortId out) implements RulePart {
        public Carry {
            before = List.copyOf(before);
        }
    }

    /**
     * Merges the parts of a slot. Forwards are merged; of other parts, the first one counts.
     *
     * @param parts the parts, at least one, in the order of their contributors
     */
    static RulePart merged(final Collection<RulePart> parts) {
        final Iterator<RulePart> each = parts.iterator();
        final RulePart first = each.next();
        return first instanceof Forward forward ? forward.with(each) : first;
    }
}
