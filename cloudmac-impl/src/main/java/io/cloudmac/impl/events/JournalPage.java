// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import java.util.List;
import java.util.Optional;

/**
 * What a reader of the journal gets.
 *
 * @param newest place of the newest event
 * @param gap why events are missing; empty if none are
 * @param events the oldest events after the known one, in their order; none if there is a gap
 */
public record JournalPage(EventId newest, Optional<EventGap> gap, List<NumberedEvent> events) {
    /** Why events are missing: the reader has to read the state anew, and goes on after the newest event. */
    public enum EventGap {
        /** The known event is of another epoch. */
        OTHER_EPOCH,
        /** The journal no longer has the next event. */
        TOO_OLD,
        /** The known event has a greater number than the newest one. */
        AHEAD
    }

    public JournalPage {
        events = List.copyOf(events);
    }
}
