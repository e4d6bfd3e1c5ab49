// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;

/** The rules of one VAP: its group frames, its first contacts, and what its host sends to unbound stations. Pure. */
public final class VapRules {
    private VapRules() {
    }

    /**
     * Adds the rules that a VAP has without a WTP.
     *
     * @param bssid the VAP
     * @param inputs an assignment with the VAP
     */
    static void add(final RuleParts parts, final Mac bssid, final PlanInputs inputs) {
        final Assignment.Vap vap = inputs.assignment().vaps().get(bssid);
        final int id = bssid.lastTwoOctets();
        final MaskedMac tag = MaskedMac.tagOf(id).frames();
        addUnboundDownlink(parts, vap.port(), id);
        // Also without a WTP: the controller needs only a few beacons of a known VAP.
        if (sends(bssid, inputs)) {
            parts.forward(vap.port(), tag, MaskedMac.GROUP, true, RuleParts.TAG_STAYS, null);
            parts.continueInTable(vap.port(), tag, MaskedMac.GROUP, FlowTables.KNOWN_BEACONS);
            // Copies of its beacons show that a VAP has restarted on another channel.
            parts.add(vap.port().node(), knownBeacons(vap.port(), id));
        }
    }

    private static boolean sends(final Mac bssid, final PlanInputs inputs) {
        return !inputs.silent().contains(bssid);
    }

    /**
     * Adds the rules that a VAP has because of one of its WTPs.
     *
     * @param bssid the VAP
     * @param wtp the WTP
     * @param inputs an assignment with the VAP
     * @param graph the switches of the inputs' network, and the paths between them
     */
    static void addAtWtp(final RuleParts parts, final Mac bssid, final Mac wtp, final PlanInputs inputs,
            final SwitchGraph graph) {
        final Assignment assignment = inputs.assignment();
        final int id = bssid.lastTwoOctets();
        graph.path(assignment.vaps().get(bssid).port(), wtp, assignment).ifPresent(hops -> {
            if (sends(bssid, inputs)) {
                final MaskedMac tag = MaskedMac.tagOf(id).frames();
                hops.forEach(hop -> parts.forward(hop.in(), tag, MaskedMac.GROUP, true, RuleParts.TAG_STAYS,
                    hop.out()));
            }
            hops.forEach(hop -> parts.forwardNeighbours(hop.out(), id, hop.in()));
            final PortId port = assignment.wtps().get(wtp);
            addFirstContact(parts, port, id);
            addFirstContact(parts, port, RadioTag.VAP_ANY);
            dropOwnFrames(parts, port.node(), bssid);
        });
    }

    /** Returns the rule that counts the beacons of a VAP, and copies one a second to the controller. */
    public static Rule knownBeacons(final PortId port, final int vap) {
        return new Rule(FlowTables.KNOWN_BEACONS, Priorities.BEACON,
            new Match(port, MaskedMac.tagOf(vap).frames().priority(RadioTag.PRIORITY_MANAGEMENT),
                MaskedMac.exactly(Mac.BROADCAST), CloudmacFrame.ETHERTYPE),
            Meter.KNOWN_BEACONS.number(vap), List.of(new Action.ToController()));
    }

    /**
     * Sends a VAP's frames for stations that are not bound to the controller, which may know where a station was.
     */
    private static void addUnboundDownlink(final RuleParts parts, final PortId port, final int id) {
        final Match match =
            new Match(port, MaskedMac.tagOf(id).frames(), MaskedMac.UNICAST, CloudmacFrame.ETHERTYPE);
        parts.add(port.node(), new Rule(Priorities.UNBOUND_DOWNLINK, match, 0,
            List.of(new Action.GoToTable(FlowTables.DOWNLINKS))));
        parts.add(port.node(), new Rule(FlowTables.DOWNLINKS, Priorities.UNBOUND_DOWNLINK, match,
            Meter.DOWNLINKS.number(id), List.of(new Action.ToController())));
    }

    private static void addFirstContact(final RuleParts parts, final PortId port, final int vap) {
        parts.add(port.node(), new Rule(Priorities.FIRST_CONTACT,
            new Match(port, null, MaskedMac.tagOf(vap).frames(), CloudmacFrame.ETHERTYPE),
            Meter.FIRST_CONTACT.number(), List.of(new Action.ToController())));
    }

    /** Drops the frames of a VAP that neighbouring WTPs receive: the VAP is no station. */
    private static void dropOwnFrames(final RuleParts parts, final String node, final Mac bssid) {
        parts.add(node, new Rule(Priorities.COPY, new Match(null, MaskedMac.exactly(bssid), null,
            CloudmacFrame.ETHERTYPE), 0, List.of()));
    }
}
