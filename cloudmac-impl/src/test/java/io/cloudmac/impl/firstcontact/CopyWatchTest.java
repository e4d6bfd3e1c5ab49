// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.openflow.HeaderSource.HeaderListener;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.OuterHeader;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which frames without a rule are copies of a bound station's frames, and where. */
class CopyWatchTest {
    private static final PortId SERVING = new PortId("openflow:1", 1);
    private static final PortId NEIGHBOUR = new PortId("openflow:2", 1);
    /** The port of a WTP that radiates only the VAP to which the station is not bound. */
    private static final PortId STRANGER = new PortId("openflow:3", 1);
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac WTP3 = Mac.parse("02:c1:0d:aa:00:03");
    private static final Mac BSSID = Mac.parse("02:c1:0d:00:12:34");
    private static final Mac OTHER_BSSID = Mac.parse("02:c1:0d:00:56:78");
    /** A VAP with the same last two octets. */
    private static final Mac NAMESAKE = Mac.parse("02:c1:0d:01:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(BSSID, STATION);
    private static final PortId HOST = new PortId("openflow:9", 1);

    private final FlowProgram flows = mock(FlowProgram.class);
    private HeaderListener radio;

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenReturn(new Assignment(
            Map.of(WTP1, SERVING, WTP2, NEIGHBOUR, WTP3, STRANGER),
            Map.of(BSSID, new Vap(HOST, 2412, Set.of(WTP1, WTP2)),
                OTHER_BSSID, new Vap(HOST, 2412, Set.of(WTP1, WTP2, WTP3)),
                NAMESAKE, new Vap(HOST, 2412, Set.of(WTP1, WTP2))),
            Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC))));
        new CopyWatch(listener -> {
            radio = listener;
            return () -> { };
        }, assignments, flows);
    }

    private void receive(final PortId port, final Mac station, final int kind, final int vap) {
        radio.received(port, new OuterHeader(-1, station, new RadioTag(-50, 2, 0, kind, vap), 14));
    }

    @Test
    void aFrameFromAnotherWtpOfTheVapIsACopy() {
        receive(NEIGHBOUR, STATION, RadioTag.KIND_FRAME, 0x1234);
        verify(flows).onCopy(KEY, NEIGHBOUR);
        verifyNoMoreInteractions(flows);
    }

    @Test
    void aFrameThatNamesNoVapIsACopyForTheStationsVap() {
        receive(NEIGHBOUR, STATION, RadioTag.KIND_FRAME, RadioTag.VAP_ANY);
        verify(flows).onCopy(KEY, NEIGHBOUR);
        verifyNoMoreInteractions(flows);
    }

    @Test
    void otherFramesAreNoCopies() {
        receive(SERVING, STATION, RadioTag.KIND_FRAME, 0x1234);
        receive(SERVING, STATION, RadioTag.KIND_FRAME, RadioTag.VAP_ANY);
        receive(NEIGHBOUR, STATION, RadioTag.KIND_FRAME, 0x5678);
        receive(NEIGHBOUR, STATION, RadioTag.KIND_TX_STATUS, 0x1234);
        receive(NEIGHBOUR, Mac.parse("02:5a:00:00:00:02"), RadioTag.KIND_FRAME, 0x1234);
        receive(STRANGER, STATION, RadioTag.KIND_FRAME, RadioTag.VAP_ANY);
        receive(new PortId("openflow:8", 8), STATION, RadioTag.KIND_FRAME, 0x1234);
        verifyNoInteractions(flows);
    }
}
