// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringResult;
import io.cloudmac.impl.steering.SteeringResult.Outcome;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import java.util.Locale;
import java.util.Optional;

/** The event of a steering decision. Pure. */
final class DecisionEvents {
    private DecisionEvents() {
    }

    /**
     * Returns the event of a decision; empty if nothing has happened to the station. A decision that only ends the
     * binding of a station has none: {@link BindingEvents} reports that.
     */
    static Optional<NetworkEvent> of(final LoggedDecision decision) {
        return kind(decision).map(kind -> NetworkEvent.of(kind).atWtp(decision.to()).from(decision.from())
            .ofVap(decision.client() instanceof VirtualClient ? null : decision.client().stack())
            .ofStation(decision.client().station()).by(decision.trigger().user()).saying(text(decision)));
    }

    private static Optional<EventKind> kind(final LoggedDecision decision) {
        final SteeringResult result = decision.result();
        return switch (result.outcome()) {
            case DONE -> decision.to() == null ? Optional.empty()
                : Optional.of(decision.from() == null ? EventKind.STATION_BOUND : EventKind.STATION_HANDED_OVER);
            case UNDONE -> Optional.of(EventKind.HANDOVER_UNDONE);
            // Others are kept because they are well where they are.
            case KEPT -> result.error() != null || decision.trigger().reason() == Reason.OPERATOR
                ? Optional.of(EventKind.HANDOVER_REFUSED) : Optional.empty();
            case OBSERVED -> Optional.empty();
        };
    }

    private static String text(final LoggedDecision decision) {
        final SteeringResult result = decision.result();
        final String why = result.outcome() == Outcome.KEPT && result.error() == null && result.whyNot() != null
            ? label(result.whyNot()) : result.error();
        return label(decision.trigger().reason()) + (why == null ? "" : ": " + why);
    }

    private static String label(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
