// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import io.cloudmac.impl.core.ManualLoop;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A journal whose events a test takes. */
public final class RecordedEvents {
    private static final int SIZE = 1000;

    private final EventJournal journal =
        new EventJournal(new ManualLoop(), InstantSource.fixed(Instant.parse("2026-12-01T10:00:00.123456Z")), SIZE);
    private EventId taken = journal.read(Optional.empty(), 0).newest();

    /** Returns the journal. */
    public EventJournal journal() {
        return journal;
    }

    /** Returns the events since the last call. */
    public List<NetworkEvent> take() {
        final List<NetworkEvent> events = new ArrayList<>();
        for (final NumberedEvent event : journal.read(Optional.of(taken), SIZE).events()) {
            events.add(event.event());
            taken = event.id();
        }
        return events;
    }
}
