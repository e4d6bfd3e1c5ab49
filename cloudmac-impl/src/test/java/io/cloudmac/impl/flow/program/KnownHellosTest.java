// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.flow.model.Meter;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules that copy the hellos of known virtual stations, at one switch. */
class KnownHellosTest extends ProgrammedFlowsFixture {
    private static final String NODE = "openflow:1";
    private static final Mac ONE = Mac.parse("02:5a:00:00:00:01");
    private static final Mac SAME_LAST_OCTET = Mac.parse("02:5a:00:00:04:01");
    private static final VirtualStation UNSERVED = new VirtualStation(new PortId(NODE, 2), Optional.empty());

    KnownHellosTest() {
        super(Assignment.NOTHING, new Network(Set.of(NODE), Map.of(), Set.of()));
    }

    private void find(final Mac... stations) {
        assign(Assignment.NOTHING.withVirtualStations(
            Set.of(stations).stream().collect(Collectors.toMap(station -> station, station -> UNSERVED))));
    }

    private Set<Integer> meters() {
        return flows.status().stream().map(flow -> flow.rule().meter())
            .filter(number -> Meter.of(number).equals(Optional.of(Meter.KNOWN_HELLOS))).collect(Collectors.toSet());
    }

    @Test
    void eachVirtualStationHasAMeterUntilItIsGone() {
        find(SAME_LAST_OCTET);
        final Set<Integer> first = meters();
        find(ONE, SAME_LAST_OCTET);
        assertEquals(2, meters().size());
        find(SAME_LAST_OCTET);
        assertEquals(first, meters());
    }
}
