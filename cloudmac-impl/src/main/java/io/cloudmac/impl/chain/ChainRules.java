// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.chain.PlacedDirection.Leg;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules of a chain.
 *
 * <p>A frame of a plain source continues in the table of chains, where the most specific chain that matches sends it to
 * the first LVNF: at another switch, with the VLAN tag of a segment. When the last LVNF has sent it back to the switch
 * of its source, its ingress port becomes the source again, and it is looked up again in table 0. The metadata tells
 * that it has been through, so that it does not enter a chain again. So the action NORMAL learns the address of its
 * sender at the source.
 *
 * <p>What an LVNF sends from its reply port leaves the network at the source. Only answers of the chain's frames do.
 *
 * <p>The rules of plain chains have lower priorities than those of CloudMAC's own frames. The rules of raw chains have
 * higher ones, and a rule of the chain itself in the ingress table, as other frames of the source go on at once.
 */
final class ChainRules {
    /** The metadata of a frame that has not been in a chain. */
    private static final int FRESH = 0;
    private static final int THROUGH = 1;

    /** The priorities of the rules behind the source. */
    record PathPriorities(int segment, int guard, int exit, int others) {
        static final PathPriorities PLAIN = new PathPriorities(Priorities.CHAIN_SEGMENT, Priorities.CHAIN_GUARD,
            Priorities.CHAIN_EXIT, Priorities.CHAIN_LVNF);
        static final PathPriorities RAW = new PathPriorities(Priorities.RAW_SEGMENT, Priorities.RAW_GUARD,
            Priorities.RAW_EXIT, Priorities.RAW_LVNF);

        static PathPriorities of(final ChainMatch match) {
            return match.isRaw() ? RAW : PLAIN;
        }
    }

    private ChainRules() {
    }

    /** Returns the rules of a chain with known ports and paths. */
    static ChainWay way(final List<PlacedDirection> directions) {
        final Set<ChainRule> entry = new HashSet<>();
        final Set<ChainRule> path = new HashSet<>();
        final Set<Integer> vlans = new HashSet<>();
        for (final PlacedDirection direction : directions) {
            final PathPriorities priorities = PathPriorities.of(direction.match());
            final VlanTag vlan = direction.match().vlan();
            for (final Leg leg : direction.entries()) {
                addSource(entry, leg.from(), direction.match());
                entry.add(entry(leg.from(), direction.match(), leg.hasSegment() ? tag(vlan, leg.vlan()) : List.of(),
                    leg.hops().get(0).out()));
                dropOthers(path, leg.to(), priorities);
                addSegment(path, leg, untag(vlan), priorities);
            }
            for (int i = 0; i < direction.legs().size(); i++) {
                addLeg(path, direction, direction.legs().get(i), i == direction.legs().size() - 1);
            }
            direction.replies().forEach(leg -> addReply(path, direction.match(), leg));
            Stream.of(direction.entries(), direction.legs(), direction.replies()).flatMap(List::stream)
                .filter(Leg::hasSegment)
                .forEach(leg -> vlans.add(leg.vlan()));
        }
        return new ChainWay(entry, path, vlans);
    }

    /** Returns the rules that drop the frames of a chain at sources. */
    static Set<ChainRule> dropping(final SourcePorts source, final ChainMatch match) {
        final Set<ChainRule> rules = new HashSet<>();
        for (final PortId port : source.entries()) {
            addSource(rules, port, match);
            rules.add(entry(port, match, List.of(), null));
        }
        return rules;
    }

    /** Sends the frames of a port to the table of chains. What no chain matches there goes on as without chains. */
    private static void addSource(final Collection<ChainRule> rules, final PortId source, final ChainMatch match) {
        if (match.isRaw()) {
            return;
        }
        rules.add(new ChainRule(source.node(), FlowTables.INGRESS, Priorities.CHAIN_SOURCE,
            new Match(source, null, null, PacketFields.ANY, PacketFields.NONE, FRESH),
            List.of(new Action.GoToTable(FlowTables.CHAINS)), null));
        final List<Action> others = List.of(new Action.SetMetadata(THROUGH), new Action.Resubmit());
        rules.add(new ChainRule(source.node(), FlowTables.CHAINS, Priorities.CHAIN_NONE,
            new Match(source, null, null, PacketFields.ANY), others, null));
    }

    /** Returns the actions that let a frame go on as if it had just come from a port. */
    private static List<Action> back(final PortId source) {
        return List.of(new Action.SetInPort(source), new Action.SetMetadata(THROUGH), new Action.Resubmit());
    }

    private static ChainRule entry(final PortId source, final ChainMatch match, final List<Action> actions,
            final PortId output) {
        return match.isRaw()
            ? new ChainRule(source.node(), FlowTables.INGRESS, Priorities.RAW_ENTRY + match.bits(),
                match.at(source, FRESH), actions, output)
            : new ChainRule(source.node(), FlowTables.CHAINS, Priorities.CHAIN_ENTRY + match.bits(),
                match.at(source), actions, output);
    }

    /** Adds the rules of a leg that begins at an LVNF. */
    private static void addLeg(final Set<ChainRule> path, final PlacedDirection direction, final Leg leg,
            final boolean isLast) {
        final PathPriorities priorities = PathPriorities.of(direction.match());
        final VlanTag vlan = direction.match().vlan();
        final boolean isBack = isLast && !leg.hasSegment();
        path.add(new ChainRule(leg.from().node(), FlowTables.INGRESS, priorities.exit(), at(leg.from(), vlan),
            leg.hasSegment() ? tag(vlan, leg.vlan()) : isLast ? back(leg.to()) : List.of(),
            isBack ? null : leg.hops().get(0).out()));
        dropOthers(path, leg.from(), priorities);
        if (!isLast) {
            dropOthers(path, leg.to(), priorities);
        }
        addSegment(path, leg, isLast ? untagAndBack(vlan, leg.to()) : untag(vlan), priorities);
    }

    /** Adds the rules that lead what an LVNF answers in the place of the peer to the source. */
    private static void addReply(final Set<ChainRule> path, final ChainMatch match, final Leg leg) {
        final PathPriorities priorities = PathPriorities.of(match);
        final VlanTag vlan = match.vlan();
        path.add(new ChainRule(leg.from().node(), FlowTables.INGRESS, priorities.exit(),
            match.replies().at(leg.from()), leg.hasSegment() ? tag(vlan, leg.vlan()) : List.of(),
            leg.hops().get(0).out()));
        dropOthers(path, leg.from(), priorities);
        addSegment(path, leg, untag(vlan), priorities);
    }

    /**
     * Adds the rules of a segment behind the first switch; none if the leg has no segment.
     *
     * @param end the actions at its last switch. If the frame is looked up again there, it has no output
     */
    static void addSegment(final Set<ChainRule> path, final Leg leg, final List<Action> end,
            final PathPriorities priorities) {
        if (!leg.hasSegment()) {
            return;
        }
        final VlanTag segment = VlanTag.of(leg.vlan());
        final boolean isBack = end.contains(new Action.Resubmit());
        for (int i = 0; i < leg.hops().size(); i++) {
            final Hop hop = leg.hops().get(i);
            path.add(new ChainRule(hop.in().node(), FlowTables.INGRESS, priorities.guard(), at(null, segment),
                List.of(), null));
            final boolean ends = i == leg.hops().size() - 1;
            if (i > 0) {
                path.add(new ChainRule(hop.in().node(), FlowTables.INGRESS, priorities.segment(),
                    at(hop.in(), segment), ends ? end : List.of(), ends && isBack ? null : hop.out()));
            }
        }
    }

    /** Drops what an LVNF sends from a port and no exit matches. */
    private static void dropOthers(final Collection<ChainRule> rules, final PortId port,
            final PathPriorities priorities) {
        rules.add(new ChainRule(port.node(), FlowTables.INGRESS, priorities.others(),
            new Match(port, null, null, PacketFields.ANY), List.of(), null));
    }

    private static Match at(final PortId port, final VlanTag vlan) {
        return new Match(port, null, null, PacketFields.ANY, PacketFields.of(vlan), PacketFields.ANY);
    }

    /** Returns the actions that give a frame the tag of a segment. A tag that it has already is renamed. */
    static List<Action> tag(final VlanTag vlan, final int segment) {
        return vlan.present() ? List.of(new Action.SetVlan(segment))
            : List.of(new Action.PushVlan(), new Action.SetVlan(segment));
    }

    /** Returns the actions that give a frame the tag again that it had before a segment. */
    static List<Action> untag(final VlanTag vlan) {
        return List.of(vlan.present() ? new Action.SetVlan(vlan.id()) : new Action.PopVlan());
    }

    private static List<Action> untagAndBack(final VlanTag vlan, final PortId source) {
        return Stream.concat(untag(vlan).stream(), back(source).stream()).toList();
    }
}
