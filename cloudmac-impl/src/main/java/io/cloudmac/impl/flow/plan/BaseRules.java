// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.AnnouncementParser;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;

/** The rules that a switch and its ports need, whoever is served. Pure. */
final class BaseRules {
    private static final int ETHERTYPE_LLDP = 0x88cc;
    /** Size of a sample: Ethernet, radiotap and 802.11 headers. */
    private static final int SAMPLE_OCTETS = 128;
    private static final MaskedMac ANY_BEACON = MaskedMac.anyTag().frames().priority(RadioTag.PRIORITY_MANAGEMENT);
    private static final MaskedMac ANY_MESSAGE = MaskedMac.anyTag().messages();

    private BaseRules() {
    }

    /** Adds the rules of a switch. */
    static void addSwitch(final RuleParts parts, final String node) {
        final List<Action> up = List.of(new Action.ToController());
        parts.add(node, new Rule(Priorities.CONTROL, new Match(null, null, null, ETHERTYPE_LLDP), 0, up));
        parts.add(node, new Rule(Priorities.CONTROL, new Match(null, null, null, AnnouncementParser.ETHERTYPE),
            Meter.ANNOUNCEMENTS.number(), up));
        parts.add(node, new Rule(Priorities.BEACON, new Match(null, ANY_BEACON, MaskedMac.exactly(Mac.BROADCAST),
            CloudmacFrame.ETHERTYPE), Meter.BEACONS.number(), up));
        parts.add(node, new Rule(Priorities.BEACON, new Match(null, ANY_MESSAGE, MaskedMac.exactly(Mac.BROADCAST),
            CloudmacFrame.ETHERTYPE), Meter.HELLOS.number(), up));
        parts.add(node, new Rule(Priorities.DEFAULT_DROP, new Match(null, null, null, CloudmacFrame.ETHERTYPE), 0,
            List.of()));
    }

    /**
     * Adds the rules of a port of a WTP.
     *
     * <p>Beacons and hellos are dropped: they are downlink frames, and a WTP sends uplink frames only. No other rule
     * matches a downlink frame there. A port that a VAP or a virtual station uses too, behind another switch, has no
     * such rule.
     *
     * <p>The meter passes samples all the time. A window in each period would write flow rules to every switch twice a
     * period, also those that a handover waits for.
     *
     * @param port the port
     * @param isHost whether a VAP or a virtual station uses it too
     * @param sampling whether the port sends samples to the controller
     */
    static void addWtpPort(final RuleParts parts, final PortId port, final boolean isHost, final boolean sampling) {
        if (!isHost) {
            List.of(ANY_BEACON, ANY_MESSAGE).forEach(tag ->
                parts.add(port.node(), new Rule(Priorities.BEACON_OF_WTP, new Match(port, tag,
                    MaskedMac.exactly(Mac.BROADCAST), CloudmacFrame.ETHERTYPE), 0, List.of())));
        }
        if (sampling) {
            parts.add(port.node(), new Rule(FlowTables.SAMPLES, Priorities.SAMPLE,
                new Match(port, null, MaskedMac.anyTag().frames(), CloudmacFrame.ETHERTYPE),
                Meter.SAMPLES.number(), List.of(new Action.ToController(SAMPLE_OCTETS))));
        }
    }
}
