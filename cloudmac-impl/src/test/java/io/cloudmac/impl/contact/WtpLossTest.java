// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.contact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Origin;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WtpLossTest {
    private static final Mac LOST = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac SHARED = Mac.parse("02:00:00:00:12:34");
    private static final Mac ALONE = Mac.parse("02:00:00:00:12:35");
    private static final StationKey OF_SHARED = new StationKey(SHARED, Mac.parse("02:5a:00:00:00:01"));
    private static final StationKey OF_ALONE = new StationKey(ALONE, Mac.parse("02:5a:00:00:00:01"));

    /** Two VAPs: one that both WTPs radiate, one that only the lost WTP does. */
    private static Assignment served(final Map<StationKey, Service> stations) {
        final PortId vap = new PortId("openflow:2", 2);
        return new Assignment(Map.of(LOST, new PortId("openflow:1", 1), OTHER, new PortId("openflow:1", 2)),
            Map.of(SHARED, new Assignment.Vap(vap, 2412, Set.of(LOST, OTHER)),
                ALONE, new Assignment.Vap(vap, 2412, Set.of(LOST))), stations);
    }

    private static Set<StationKey> free(final Map<StationKey, Service> stations, final Mac... up) {
        return WtpLoss.free(served(stations), LOST, Set.of(up));
    }

    @Test
    void stationsThatAnotherWtpCouldServeAreFree() {
        assertEquals(Set.of(OF_SHARED), free(Map.of(OF_SHARED, Service.by(LOST, Origin.AUTOMATIC),
            OF_ALONE, Service.by(LOST, Origin.AUTOMATIC)), OTHER));
    }

    @Test
    void theyStayWhereTheOtherWtpIsDownToo() {
        assertEquals(Set.of(), free(Map.of(OF_SHARED, Service.by(LOST, Origin.AUTOMATIC))));
        assertEquals(Set.of(), free(Map.of(OF_SHARED, Service.by(LOST, Origin.AUTOMATIC)), LOST));
    }

    @Test
    void theOperatorsBindingStays() {
        assertEquals(Set.of(), free(Map.of(OF_SHARED, Service.by(LOST, Origin.OPERATOR)), OTHER));
    }

    @Test
    void stationsOfOtherWtpsAreLeftAlone() {
        assertEquals(Set.of(), free(Map.of(OF_SHARED, Service.by(OTHER, Origin.AUTOMATIC)), OTHER));
    }
}
