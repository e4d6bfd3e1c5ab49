// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.chain.MoveWays.WayIn;
import io.cloudmac.impl.chain.MoveWays.WayOut;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PathTree.Hop;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules that a move adds to the rules of its chains. Their priorities are above those of raw chains.
 *
 * <p>A marker enters at the port whose rule changes, and its own rule there does what the old one did. So it has the
 * way and the queue of the last frame. The marker behind the LVNF's last output follows the exit's rules. If the next
 * stop is another LVNF, its gate takes the marker. Otherwise the switch of the source sends it back to the gate of the
 * LVNF that moves, as the frames from the new place join the others there.
 */
final class MoveRules {
    /** Ethertype of markers, which IEEE 802 has for local experiments. */
    private static final int MARKER = 0x88b6;
    /** The first two octets of the address of markers: a local address. */
    private static final long ADDRESS = 0x0243_0000_0000L;
    private static final int WAY_BITS = 8;
    private static final long MIGRATION_MASK = 0xff_ffffL;
    /** Greatest number of ways: as many as an address of a marker tells apart. */
    static final int MAX_WAYS = 256;

    private final Set<ChainRule> rules = new HashSet<>();
    private final List<WayIn> in = new ArrayList<>();
    private final List<WayOut> out = new ArrayList<>();
    private final long migration;

    MoveRules(final long migration) {
        this.migration = migration;
    }

    private Mac nextAddress() {
        return new Mac(ADDRESS | (migration & MIGRATION_MASK) << WAY_BITS | size());
    }

    private static Match marker(final PortId port, final VlanTag vlan, final Mac address) {
        return new Match(port, null, MaskedMac.exactly(address), MARKER, PacketFields.of(vlan), PacketFields.ANY);
    }

    private void addMarker(final PortId port, final VlanTag vlan, final Mac address, final List<Action> actions,
            final PortId output) {
        rules.add(new ChainRule(port.node(), FlowTables.INGRESS, Priorities.CHAIN_MARKER, marker(port, vlan, address),
            actions, output));
    }

    /** Adds the marker of a leg that ends at the LVNF. */
    void addIn(final VlanTag vlan, final PlacedDirection.Leg leg) {
        final Mac address = nextAddress();
        addMarker(leg.from(), vlan, address, leg.hasSegment()
            ? ChainRules.tag(vlan, leg.vlan()) : List.of(), leg.hops().get(0).out());
        final Hop last = leg.hops().get(leg.hops().size() - 1);
        in.add(new WayIn(leg.from(), last.in(), vlan.id(),
            leg.hasSegment() ? leg.vlan() : vlan.id(), address.toString()));
    }

    /** Adds the marker of a leg from a port of the LVNF to one of another LVNF, whose gate takes it. */
    void addOut(final int port, final VlanTag vlan, final String next) {
        out.add(new WayOut(port, vlan.id(), next, nextAddress().toString()));
    }

    /**
     * Adds the marker of a leg from a port of the LVNF to the source.
     *
     * @param back the way back from the source's switch to the port
     */
    Mac addOut(final int port, final VlanTag vlan, final PlacedDirection.Leg leg, final PlacedDirection.Leg back) {
        final Mac address = nextAddress();
        if (leg.hasSegment()) {
            final PortId joins = leg.hops().get(leg.hops().size() - 1).in();
            final PortId first = back.hops().get(0).out();
            final Action rename = new Action.SetVlan(back.vlan());
            final VlanTag segment = VlanTag.of(leg.vlan());
            if (first.equals(joins)) {
                addMarker(joins, segment, address, List.of(rename, new Action.OutputBack()), null);
            } else {
                addMarker(joins, segment, address, List.of(rename), first);
            }
            addSegment(back);
        } else {
            addMarker(leg.from(), vlan, address, List.of(new Action.OutputBack()), null);
        }
        out.add(new WayOut(port, vlan.id(), "", address.toString()));
        return address;
    }

    /**
     * Returns the rule that leads a marker from the new place, which has come to the switch of the source, to the gate
     * at the old place.
     *
     * @param address of the marker of the same way from the old place
     * @param leg the way from the port of the LVNF at the new place to the source
     * @param back the way back from the source's switch to the port at the old place
     */
    static ChainRule join(final Mac address, final VlanTag vlan, final PlacedDirection.Leg leg,
            final PlacedDirection.Leg back) {
        final PortId first = back.hops().get(0).out();
        final boolean isAtSource = leg.vlan() == PlacedDirection.Leg.NO_VLAN;
        final PortId port = isAtSource ? leg.from() : leg.hops().get(leg.hops().size() - 1).in();
        final VlanTag present = isAtSource ? vlan : VlanTag.of(leg.vlan());
        final List<Action> actions = new ArrayList<>();
        if (back.vlan() != PlacedDirection.Leg.NO_VLAN) {
            actions.addAll(ChainRules.tag(present, back.vlan()));
        } else if (!isAtSource) {
            actions.addAll(ChainRules.untag(vlan));
        }
        if (first.equals(port)) {
            actions.add(new Action.OutputBack());
        }
        return new ChainRule(port.node(), FlowTables.INGRESS, Priorities.CHAIN_MARKER,
            marker(port, present, address), actions, first.equals(port) ? null : first);
    }

    private void addSegment(final PlacedDirection.Leg leg) {
        ChainRules.addSegment(rules, leg, ChainRules.untag(VlanTag.ABSENT), ChainRules.PathPriorities.RAW);
    }

    /** Adds the way of frames that an LVNF relays from one of its ports to the same port at the other place. */
    void addRelay(final int relayVlan, final PlacedDirection.Leg leg) {
        rules.add(new ChainRule(leg.from().node(), FlowTables.INGRESS, Priorities.RAW_SEGMENT,
            new Match(leg.from(), null, null, PacketFields.ANY, PacketFields.of(VlanTag.of(relayVlan)),
                PacketFields.ANY),
            List.of(leg.hasSegment() ? new Action.SetVlan(leg.vlan()) : new Action.PopVlan()),
            leg.hops().get(0).out()));
        addSegment(leg);
    }

    /** Returns the number of ways so far. */
    int size() {
        return in.size() + out.size();
    }

    MoveWays ways(final int relayVlan) {
        return new MoveWays(in, out, relayVlan, rules);
    }
}
