// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.FlowStatus.Uplink;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The search for a station's uplink rule among the planned rules. */
class FlowStatusTest {
    private static final PortId WTP = new PortId("openflow:1", 1);
    private static final PortId OTHER = new PortId("openflow:2", 1);
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(Mac.parse("02:c1:0d:00:12:34"), STATION);
    private static final StationKey OTHER_VAP = new StationKey(Mac.parse("02:c1:0d:00:12:35"), STATION);
    private static final StationKey OTHER_STATION =
        new StationKey(KEY.bssid(), Mac.parse("02:5a:00:00:00:02"));

    private static FlowStatus status(final int priority, final RuleState state, final long packets) {
        return new FlowStatus(WTP.node(), new Rule(priority, new Match(WTP, MaskedMac.exactly(STATION),
            MaskedMac.tagOf(0x1234), CloudmacFrame.ETHERTYPE), 0, List.of(new Action.OutputBack())), state, packets);
    }

    @Test
    void anUplinkMatchesStationVapAndPort() {
        final FlowStatus uplink = status(Priorities.FORWARD, RuleState.INSTALLED, 0);
        assertTrue(uplink.isUplink(KEY, WTP));
        assertFalse(uplink.isUplink(KEY, OTHER));
        assertFalse(uplink.isUplink(OTHER_VAP, WTP));
        assertFalse(uplink.isUplink(OTHER_STATION, WTP));
        assertFalse(status(Priorities.COPY, RuleState.INSTALLED, 0).isUplink(KEY, WTP));
    }

    @Test
    void anUplinkWithPacketsHasForwarded() {
        assertEquals(Optional.of(Uplink.of(KEY)), status(Priorities.FORWARD, RuleState.INSTALLED, 1).forwardedUplink());
        assertEquals(Optional.empty(), status(Priorities.FORWARD, RuleState.INSTALLED, 0).forwardedUplink());
        assertNotEquals(Uplink.of(OTHER_VAP), Uplink.of(KEY));
        assertEquals(Optional.empty(), status(Priorities.COPY, RuleState.INSTALLED, 1).forwardedUplink());
    }
}
