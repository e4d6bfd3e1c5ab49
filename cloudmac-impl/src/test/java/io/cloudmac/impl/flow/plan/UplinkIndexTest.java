// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.plan.UplinkIndex.PlannedRule;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The search for a station's uplink rules among the planned rules. */
class UplinkIndexTest {
    private static final PortId WTP = new PortId("openflow:1", 1);
    private static final PortId OTHER = new PortId("openflow:2", 1);
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(Mac.parse("02:c1:0d:00:12:34"), STATION);
    private static final StationKey OTHER_VAP = new StationKey(Mac.parse("02:c1:0d:00:12:35"), STATION);
    private static final StationKey OTHER_STATION = new StationKey(KEY.bssid(), Mac.parse("02:5a:00:00:00:02"));

    private final UplinkIndex index = new UplinkIndex();

    private static Rule rule(final PortId port, final int priority) {
        return new Rule(priority, new Match(port, MaskedMac.exactly(STATION), MaskedMac.tagOf(0x1234),
            CloudmacFrame.ETHERTYPE), 0, List.of(new Action.OutputBack()));
    }

    @Test
    void theRulesOfAStationAndVapAreFoundAtAllSwitches() {
        final Rule here = rule(WTP, Priorities.FORWARD);
        final Rule there = rule(OTHER, Priorities.FORWARD);
        index.add(WTP.node(), here);
        index.add(OTHER.node(), there);
        assertEquals(Set.of(new PlannedRule(WTP.node(), here.id()), new PlannedRule(OTHER.node(), there.id())),
            index.of(KEY));
        assertEquals(Set.of(), index.of(OTHER_VAP));
        assertEquals(Set.of(), index.of(OTHER_STATION));
        index.remove(WTP.node(), here);
        assertEquals(Set.of(new PlannedRule(OTHER.node(), there.id())), index.of(KEY));
    }

    @Test
    void otherRulesAreNoUplink() {
        index.add(WTP.node(), rule(WTP, Priorities.COPY));
        index.add(WTP.node(), new Rule(Priorities.FORWARD, new Match(WTP, MaskedMac.tagOf(0x1234),
            MaskedMac.exactly(STATION), CloudmacFrame.ETHERTYPE), 0, List.of()));
        assertEquals(Set.of(), index.of(KEY));
    }
}
