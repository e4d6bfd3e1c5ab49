// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.BindingSettings;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The operator's bindings that wait, and why. */
class WaitingBindingsTest {
    private static final Mac WTP1 = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac WTP2 = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final FakeAdmission admission = new FakeAdmission();

    private static Assignment assigned(final Map<StationKey, ServingWtps> stations, final Mac... transmitting) {
        return new Assignment(Map.of(WTP1, PORT, WTP2, PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, Set.of(transmitting))), stations);
    }

    /** Returns the problems of the binding of the station to WTP2. */
    private List<String> problems(final Assignment assignment, final Mac... disabled) {
        final DesiredBindings desired = new DesiredBindings(BindingSettings.DEFAULT, Map.of(), Set.of(),
            Set.of(disabled), Set.of(), Map.of(), Map.of(KEY, WTP2), Map.of());
        return WaitingBindings.stations(desired, assignment, admission::whyNotAdmitted).values().stream()
            .map(waiting -> waiting.getProblem()).toList();
    }

    @Test
    void aBindingInEffectDoesNotWait() {
        final Assignment assignment = assigned(Map.of(KEY, ServingWtps.by(WTP2, Origin.OPERATOR)), WTP2);
        assertEquals(List.of(), problems(assignment));
        admission.refuse(WTP2);
        assertEquals(List.of(), problems(assignment), "it stays in effect without a session");
    }

    @Test
    void aBindingToAWtpThatIsNotAdmittedWaits() {
        admission.refuse(WTP2);
        final List<String> waits = List.of("its WTP is not admitted: " + FakeAdmission.REASON);
        assertEquals(waits, problems(assigned(Map.of(), WTP1)));
        assertEquals(waits, problems(assigned(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)), WTP1, WTP2)));
        assertEquals(waits, problems(assigned(Map.of(KEY, ServingWtps.by(WTP2, Origin.AUTOMATIC)), WTP1, WTP2)));
    }

    @Test
    void otherReasonsToWait() {
        assertEquals(List.of("its WTP is disabled"), problems(assigned(Map.of(), WTP1), WTP2));
        assertEquals(List.of("its WTP does not transmit the VAP"), problems(assigned(Map.of(), WTP1)));
        assertEquals(List.of("its VAP has sent no beacon"), problems(Assignment.NOTHING));
        assertEquals(List.of(), problems(assigned(Map.of(), WTP2)), "it applies at once");
    }
}
