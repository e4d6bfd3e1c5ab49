// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import io.cloudmac.impl.events.RecordedEvents;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** A board whose alarms a test reads as short texts. */
public final class RecordedAlarms {
    private final AlarmBoard board =
        new AlarmBoard(new RecordedEvents().journal(), InstantSource.fixed(Instant.parse("2026-12-01T10:00:00Z")));

    /** Returns the board. */
    public AlarmBoard board() {
        return board;
    }

    /** Returns kind and resource of each alarm that is raised, in the order in which they were raised. */
    public List<String> raised() {
        return board.raised().stream().map(alarm -> alarm.key().type().label() + " " + alarm.key().resource())
            .toList();
    }

    /** Returns severity and text of each alarm that is raised. */
    public List<String> texts() {
        return board.raised().stream().map(alarm -> alarm.severity().label() + ": " + alarm.text()).toList();
    }
}
