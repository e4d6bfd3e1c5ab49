// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.WhyNot;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.wire.Mac;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which decisions are events. */
class DecisionEventsTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");

    private static Optional<NetworkEvent> of(final Client client, final Mac from, final Mac to,
            final SteeringTrigger trigger, final SteeringResult result) {
        return DecisionEvents.of(new LoggedDecision(1, Instant.EPOCH, client, from, to, trigger, result));
    }

    private static Optional<NetworkEvent> of(final Mac from, final Mac to, final SteeringTrigger trigger,
            final SteeringResult result) {
        return of(new StationKey(BSSID, STATION), from, to, trigger, result);
    }

    private static NetworkEvent event(final EventKind kind) {
        return NetworkEvent.of(kind).atWtp(NEW).ofVap(BSSID).ofStation(STATION);
    }

    @Test
    void aFirstContactBindsAStation() {
        assertEquals(Optional.of(event(EventKind.STATION_BOUND).saying("first-contact")),
            of(null, NEW, SteeringTrigger.of(Reason.FIRST_CONTACT), SteeringResult.DONE));
    }

    @Test
    void aHandoverNamesBothWtpsAndWhoAskedForIt() {
        assertEquals(Optional.of(event(EventKind.STATION_HANDED_OVER).from(OLD).by("anna").saying("operator")),
            of(OLD, NEW, SteeringTrigger.of(Reason.OPERATOR).by("anna"), SteeringResult.DONE));
    }

    @Test
    void aVirtualStationHasNoVap() {
        assertEquals(Optional.of(NetworkEvent.of(EventKind.STATION_HANDED_OVER).atWtp(NEW).from(OLD)
                .ofStation(STATION).saying("lease-refused: no room")),
            of(new VirtualClient(STATION), OLD, NEW, SteeringTrigger.of(Reason.LEASE_REFUSED),
                SteeringResult.doneAfter("no room")));
    }

    @Test
    void aFailedStepUndoesAHandover() {
        assertEquals(Optional.of(event(EventKind.HANDOVER_UNDONE).from(OLD).saying("signal: no lease")),
            of(OLD, NEW, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.undone("no lease")));
    }

    @Test
    void aRefusalIsAnEventIfItHasAnErrorOrAnOperatorWaits() {
        assertEquals(Optional.of(event(EventKind.HANDOVER_REFUSED).saying("first-contact: the datastore")),
            of(null, NEW, SteeringTrigger.of(Reason.FIRST_CONTACT),
                SteeringResult.refused(WhyNot.FAILED, "the datastore")));
        assertEquals(Optional.of(event(EventKind.HANDOVER_REFUSED).from(OLD).saying("operator: busy")),
            of(OLD, NEW, SteeringTrigger.of(Reason.OPERATOR), SteeringResult.not(WhyNot.BUSY)));
    }

    @Test
    void aStationThatStaysIsNoEvent() {
        for (final WhyNot why : WhyNot.values()) {
            assertEquals(Optional.empty(), of(OLD, NEW, SteeringTrigger.of(Reason.SIGNAL), SteeringResult.not(why)));
        }
    }

    @Test
    void theEndOfABindingIsReportedElsewhere() {
        assertEquals(Optional.empty(), of(OLD, null, SteeringTrigger.of(Reason.WTP_LOST), SteeringResult.DONE));
    }
}
