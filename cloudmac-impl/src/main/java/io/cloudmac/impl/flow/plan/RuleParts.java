// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.chain.ChainRule;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Collects the parts of rules that one contributor needs. */
final class RuleParts {
    /** Changes no tag. */
    static final Map<Integer, Action> TAG_STAYS = Map.of();

    private final Map<RuleSlot, RulePart> parts = new HashMap<>();

    /** Adds one rule. */
    void add(final String node, final Rule rule) {
        parts.put(new RuleSlot(node, rule.table(), rule.priority(), rule.match()),
            new RulePart.Fixed(rule.meter(), rule.actions()));
    }

    /** Adds a rule of a chain. */
    void add(final ChainRule rule) {
        parts.put(new RuleSlot(rule.node(), rule.table(), rule.priority(), rule.match()), rule.output() == null
            ? new RulePart.Fixed(0, rule.actions()) : new RulePart.Carry(rule.actions(), rule.output()));
    }

    /**
     * Adds an output for frames.
     *
     * @param in the ingress port
     * @param source the source address; null: any
     * @param destination the destination address; null: any
     * @param tagIsSource whether the radio tag is the source address, as on the downlink
     * @param rewriteTag the action that replaces the tag, by user priority
     * @param out the egress port; null: none
     */
    void forward(final PortId in, final MaskedMac source, final MaskedMac destination, final boolean tagIsSource,
            final Map<Integer, Action> rewriteTag, final PortId out) {
        final Set<PortId> outputs = out == null ? Set.of() : Set.of(out);
        merge(forwards(in, source, destination),
            new RulePart.Forward(tagIsSource, rewriteTag, outputs, OptionalInt.empty()));
    }

    /** Passes forwarded frames to a later table too. {@link #forward} must have named the same frames. */
    void continueInTable(final PortId in, final MaskedMac source, final MaskedMac destination, final int table) {
        final RuleSlot slot = forwards(in, source, destination);
        final RulePart.Forward forward = (RulePart.Forward) parts.get(slot);
        parts.put(slot, new RulePart.Forward(forward.tagIsSource(), forward.rewriteTag(), forward.outputs(),
            OptionalInt.of(table)));
    }

    private void merge(final RuleSlot slot, final RulePart.Forward part) {
        parts.merge(slot, part, (before, more) -> RulePart.merged(List.of(before, more)));
    }

    /**
     * Forwards beacons of neighbours and survey reports.
     *
     * @param in the ingress port
     * @param vap the id of the VAP that they are for
     * @param out the egress port
     */
    void forwardNeighbours(final PortId in, final int vap, final PortId out) {
        parts.put(new RuleSlot(in.node(), 0, Priorities.NEIGHBOUR,
            new Match(in, null, MaskedMac.tagOf(vap).neighbours(), CloudmacFrame.ETHERTYPE)),
            new RulePart.Neighbours(out));
    }

    private static RuleSlot forwards(final PortId in, final MaskedMac source, final MaskedMac destination) {
        return new RuleSlot(in.node(), 0, Priorities.FORWARD,
            new Match(in, source, destination, CloudmacFrame.ETHERTYPE));
    }

    /** Returns the parts by slot, immutable. */
    Map<RuleSlot, RulePart> parts() {
        return Map.copyOf(parts);
    }
}
